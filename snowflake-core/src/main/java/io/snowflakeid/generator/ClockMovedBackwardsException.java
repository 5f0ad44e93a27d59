package io.snowflakeid.generator;

import io.snowflakeid.NoIdAvailableException;
import java.time.Duration;
import java.time.Instant;

/** Reports that the {@link ClockPolicy} rejected a call because the wall clock was set back. */
public final class ClockMovedBackwardsException extends NoIdAvailableException {

    private static final long serialVersionUID = 1L;

    private final Duration behind;
    private final Instant until;

    ClockMovedBackwardsException(ClockPolicy policy, long behindNanos, long highestNanos, long waitedNanos) {
        super(
                "the wall clock is " + ClockPolicy.millis(behindNanos) + " ms behind its highest reading, "
                        + instant(highestNanos) + "; clock policy " + policy + " makes ids again when it reads "
                        + instant(highestNanos - policy.stayNanos)
                        + ": retry then, let the time server slew instead of step, or use a policy that goes on",
                waitedNanos,
                null);
        behind = Duration.ofNanos(behindNanos);
        until = instant(highestNanos - policy.stayNanos);
    }

    private static Instant instant(long nanos) {
        return Instant.ofEpochSecond(0, nanos);
    }

    /** Returns the time by which the wall clock is behind its highest reading. */
    public Duration behind() {
        return behind;
    }

    /** Returns the wall-clock time at which the generator makes ids again. */
    public Instant until() {
        return until;
    }
}
