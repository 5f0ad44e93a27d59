package io.snowflakeid;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A generator at one moment, for logs, health checks and tests.
 *
 * @param datacenter the datacenter id in use
 * @param worker the worker id in use
 * @param windowFrom when the window of the current lease began
 * @param windowUntil when it ends unless it is renewed; the layout's end for a fixed worker
 * @param ahead how far the id clock is ahead of the wall clock; negative if behind
 * @param clockStepsBack how often the wall clock was seen to have been set back
 * @param largestStepBack the farthest of those steps
 * @param leapsRefused how often the time source leapt forward so far that it was not followed
 * @param pendingLeap how far a clock is ahead that has leapt and is not followed, when last reported; zero if there is none. {@link
 *     SnowflakeIdGenerator#acceptLeap} follows it
 * @param clockPolicy what is done when the wall clock is set back
 * @param offlineSince when the clock policy took the generator offline, by the wall clock of then; null while it is online. {@link
 *     SnowflakeIdGenerator#resume} ends it
 * @param waits how many calls had to wait, for their tick or for a window
 * @param issued as {@link SnowflakeIdGenerator#issued} counts
 * @param borrowedTicks how many ticks of the layout were begun before their time, by the clock that ids follow, in bursts; each counts
 *     once, also if others take ids of it, and those of a reservation when they are set aside. Near the layout's ticks per second,
 *     the load is what one worker can do; with a run-ahead of 0 nothing is borrowed however high the load, and the rate of issued
 *     tells
 * @param closed true once {@link SnowflakeIdGenerator#close} has been called
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
