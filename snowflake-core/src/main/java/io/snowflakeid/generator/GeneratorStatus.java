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
 * @param windowUntil the end of that window unless it is renewed; the layout's end for a fixed worker
 * @param ahead how far the id clock is ahead of the wall clock; negative if behind
 * @param clockStepsBack how often a wall clock that was set back was detected
 * @param largestStepBack the largest of those steps
 * @param leapsRefused how often the followed clock leapt too far ahead to be followed
 * @param pendingLeap how far ahead the followed clock was when its leap was reported; zero if no leap is pending.
 *     {@link SnowflakeIdGenerator#acceptLeap} follows it
 * @param clockPolicy the reaction to a wall clock that is set back
 * @param offlineSince when the clock policy took the generator offline, by the wall clock; null while the generator is online. {@link
 *     SnowflakeIdGenerator#resume} ends it
 * @param waits how many calls had to wait, for their tick or for a window
 * @param issued how many ids were issued, see {@link SnowflakeIdGenerator#issued}
 * @param borrowedTicks how many ticks bursts began before their time, each counted once; ticks of a reservation count when it is made. A rate near
 *     the layout's ticks per second is the limit of one worker; with a run-ahead of 0 no tick is borrowed
 * @param closed whether {@link SnowflakeIdGenerator#close} has been called
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
