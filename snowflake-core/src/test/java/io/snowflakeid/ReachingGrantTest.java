package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.LedgerRequest.Acquire;
import io.snowflakeid.LedgerRequest.Release;
import io.snowflakeid.LedgerRequest.Renew;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A grant whose window ends before the present tick, and what a group of ledgers may answer when it is to be moved on. */
class ReachingGrantTest {

    private static final long NOW = 1_000_000;

    /** Clocks that a test sets. */
    private static final class SetClocks implements LeaseCycle.Clocks {
        long tick = NOW;

        @Override
        public long position() {
            return tick;
        }

        @Override
        public void goOnFrom(long from) {
            tick = Math.max(tick, from);
        }
    }

    private final SetClocks clocks = new SetClocks();
    private final LeaseCycle<SetClocks> cycle =
            new LeaseCycle<>(SnowflakeLayout.DEFAULT, grant(1, NOW, NOW + 10), clocks);

    private static WorkerGrant grant(long worker, long from, long until) {
        return new WorkerGrant(0, worker, from, until, "token" + worker, 0);
    }

    /** The first worker has lapsed; the clock of the ledger that grants the next one is far behind. */
    private Renew renewalOf(WorkerGrant reaching) {
        clocks.tick = NOW + 5_000;
        cycle.released((Release) cycle.next());
        assertThat(cycle.next()).isEqualTo(new Acquire());
        cycle.acquired(reaching);
        Renew renewal = new Renew(reaching, NOW + 5_000);
        assertThat(cycle.next()).isEqualTo(renewal);
        return renewal;
    }

    @Test
    void isGivenBackUnusedIfAnotherLedgerTakesOver() {
        WorkerGrant behind = grant(2, NOW, NOW + 1_000);
        WorkerGrant other = grant(3, NOW + 5_000, NOW + 6_000);
        cycle.renewed(renewalOf(behind), Optional.of(other));
        assertThat(cycle.lease().grant()).isEqualTo(other);
        assertThat(cycle.lease().isClosed()).isFalse();
        assertThat(cycle.next()).isEqualTo(new Release(behind, behind.from()));
    }

    @Test
    void isNotInstalledInItsPlaceIfTheOtherOneIsBehindAsWell() {
        WorkerGrant behind = grant(2, NOW, NOW + 1_000);
        WorkerGrant other = grant(3, NOW + 100, NOW + 1_100);
        cycle.renewed(renewalOf(behind), Optional.of(other));
        assertThat(cycle.lease().isClosed()).isTrue();
        cycle.released((Release) cycle.next());
        assertThat(cycle.next()).isEqualTo(new Renew(other, NOW + 5_000));
    }

    @Test
    void goesOnWithTheSameTokenAboveWhatWasUsed() {
        WorkerGrant behind = grant(2, NOW, NOW + 1_000);
        cycle.renewed(renewalOf(behind), Optional.of(new WorkerGrant(0, 2, NOW, NOW + 6_000, behind.token(), 0)));
        assertThat(cycle.lease().grant().worker()).isEqualTo(2);
        assertThat(cycle.isSettled()).isTrue();
    }
}
