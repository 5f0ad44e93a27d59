package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import java.time.Instant;

/** A layout whose first tick is still to come has no ids; as often as the clock it is the epoch that is wrong. */
final class EpochAhead {

    private EpochAhead() {}

    /** @throws WorkerLedgerException if this machine's clock, in nanoseconds since 1970, is before the epoch */
    static void refuse(SnowflakeLayout layout, long wallNanos) {
        Instant now = Instant.ofEpochSecond(0, wallNanos);
        if (now.isBefore(layout.epoch())) {
            throw new WorkerLedgerException(
                    Reason.CLOCK_WRONG,
                    "the epoch " + layout.epoch() + " of layout " + layout.spec()
                            + " lies ahead of this machine's clock, which shows " + now
                            + ": correct whichever of the two is wrong");
        }
    }
}
