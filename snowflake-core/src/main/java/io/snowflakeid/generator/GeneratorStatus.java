package io.snowflakeid.generator;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a generator at one moment, for logs, health checks and tests.
 *
 * @param datacenter the datacenter id in use
 * @param worker the worker id in use
 * @param windowFrom the beginning of the current lease's window
 * @param windowUntil the end of the current lease's window unless a renewal extends the window, or the end of the layout for a fixed worker
 * @param ahead the time of the id clock minus the time of the wall clock, which is negative if the id clock is behind
 * @param clockStepsBack the number of detected steps in which the wall clock was set back
 * @param largestStepBack the largest detected step in which the wall clock was set back
 * @param leapsRefused the number of leaps forward that were too large to be followed
 * @param pendingLeap the size of the leap that was last reported and not followed, or zero if no leap is pending. Ids follow the leap after
 *     {@link SnowflakeIdGenerator#acceptLeap}
 * @param clockPolicy the reaction to a wall clock that is set back
 * @param offlineSince the time of the wall clock at which the clock policy took the generator offline, or null while the generator is online.
 *     {@link SnowflakeIdGenerator#resume} puts the generator online again
 * @param waits the number of calls that had to wait for their tick or for a window
 * @param issued the number of issued ids, as {@link SnowflakeIdGenerator#issued} returns it
 * @param borrowedTicks the number of ticks that bursts used ahead of the clock. Ticks of a reservation count when the reservation is made. If
 *     borrowedTicks grows by nearly one per tick, the worker is at its limit. With a run-ahead of 0, {@code borrowedTicks} is always 0
 * @param closed true after {@link SnowflakeIdGenerator#close} has been called
 */
public record GeneratorStatus(
        long datacenter,
        long worker,
        Instant windowFrom,
        Instant windowUntil,
        Duration ahead,
        long clockStepsBack,
        Duration largestStepBack,
        long leapsRefused,
        Duration pendingLeap,
        ClockPolicy clockPolicy,
        @Nullable Instant offlineSince,
        long waits,
        long issued,
        long borrowedTicks,
        boolean closed) {}
