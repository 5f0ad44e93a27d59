package io.snowflakeid;

import java.time.Duration;
import java.time.Instant;

/**
 * The wall clock was set back, and the {@link ClockPolicy} refuses ids until it has caught up. Nothing was taken: the same call
 * succeeds later. The instants are readings of the wall clock as it runs now, so that a delay is {@code Duration.between(now,
 * until())}.
 */
public final class ClockMovedBackwardsException extends NoIdAvailableException {

    private static final long serialVersionUID = 1L;

    private final Duration behind;
    private final Instant since;
    private final Instant until;

    ClockMovedBackwardsException(
            ClockPolicy policy, Duration behind, Instant highest, Instant since, Instant until, long waitedMillis) {
        super(
                "the wall clock is " + ClockPolicy.millis(behind.toNanos()) + " ms behind its highest reading, "
                        + highest
                        + ", first noticed when it read " + since + "; clock policy " + policy
                        + " makes ids again when it reads " + until
                        + ": retry then, let the time server slew instead of step, or use a policy that goes on",
                waitedMillis,
                null);
        this.behind = behind;
        this.since = since;
        this.until = until;
    }

    /** How far the wall clock is behind the highest reading that any call has seen. */
    public Duration behind() {
        return behind;
    }

    /** What the wall clock read when its last step back was noticed. */
    public Instant since() {
        return since;
    }

    /** What the wall clock must read before ids are made again. */
    public Instant until() {
        return until;
    }
}
