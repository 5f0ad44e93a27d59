package io.snowflakeid.generator;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a generator at one moment, for logs, health checks and tests.
 *
 * @param datacenter the datacenter id in use
 * @param worker the worker id in use
 * @param windowFrom the start of the current lease's window
 * @param windowUntil the end of the current lease's window, which a renewal can extend
 * @param ahead the time of the id clock minus the time of the wall clock, which may be negative
 * @param clockStepsBack the number of detected steps in which the wall clock was set back
 * @param largestStepBack the largest detected step in which the wall clock was set back
 * @param leapsRefused the number of forward leaps of the clock that were larger than {@code maxLeap}
 * @param pendingLeap the length of the clock's rejected forward jump, or zero if no jump is rejected (see {@link SnowflakeIdGenerator#acceptLeap})
 * @param clockPolicy the reaction to a wall clock that is set back
 * @param offlineSince the wall-clock time at which the clock policy took the generator offline, or null while the generator is online
 * @param waits the number of calls that had to wait for their tick or for a new window
 * @param issued the number of ids that the generator has issued (see {@link SnowflakeIdGenerator#issued})
 * @param borrowedTicks the number of ticks that the generator used ahead of the clock, which is always 0 if the run-ahead is 0. If
 *     {@code borrowedTicks} grows by nearly one per tick, the generator has reached its highest rate
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
