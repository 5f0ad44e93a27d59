package io.snowflakeid.ledger.spi;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * What every ledger decides, as pure functions of a worker's row and the ledger's clock: a row is read, what becomes of it is decided here,
 * and it is written back only if it has not changed meanwhile.
 *
 * <p>An answer is the row as it is to be written; empty means that nothing may be written. Immutable and thread-safe.
 */
public final class LedgerRules {

    /** How far a ledger's clock that leapt ahead moves the end of a window beyond the holder's own position, in milliseconds. */
    public static final long MAX_LEAP_MILLIS = 10_000;

    /** The longest window of a store that may forget all, and so what that waits for after a loss. */
    public static final Duration LONGEST_IN_MEMORY = Duration.ofMinutes(2);

    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final SnowflakeLayout layout;
    private final long windowTicks;
    private final long leapTicks;

    /** @param window how long a window is; at least one tick */
    public LedgerRules(SnowflakeLayout layout, Duration window) {
        this.layout = layout;
        windowTicks = window.dividedBy(layout.tick());
        leapTicks = Math.max(1, MAX_LEAP_MILLIS / layout.tick().toMillis());
    }

    /** 128 fresh random bits, in 32 hexadecimal digits: every acquisition writes one. */
    public static String freshToken() {
        return UUID.randomUUID().toString().replace("-", "");
    }

    /** The tick of a reading of the ledger's clock, which is given in nanoseconds since 1970-01-01T00:00Z. */
    public long tickAt(long ledgerNanos) {
        long sinceEpoch = ledgerNanos - layout.epoch().toEpochMilli() * NANOS_PER_MILLI;
        return Math.floorDiv(sinceEpoch, layout.tick().toNanos());
    }

    /** Whether others may have the worker: it was given back, or its holder's quarantine is over. */
    public boolean isFree(WorkerRow row, long nowTick) {
        return row.token() == null || row.quarantinedUntil() <= nowTick;
    }

    /**
     * The workers that can be granted, in the order in which they are to be tried: the free ones, unused for the longest time first,
     * then those that never were used, then those whose spent ticks reach far ahead of the clock.
     *
     * @param known the rows there are, by worker
     * @param limit how many to name of each kind at most
     */
    public List<List<Long>> candidates(
            Map<Long, WorkerRow> known, long firstWorker, long lastWorker, long nowTick, int limit) {
        long soon = nowTick + Math.max(layout.runAheadTicks() + 1, leapTicks);
        List<Map.Entry<Long, WorkerRow>> free = known.entrySet().stream()
                .filter(entry -> entry.getKey() >= firstWorker && entry.getKey() <= lastWorker)
                .filter(entry -> isFree(entry.getValue(), nowTick))
                .sorted(Comparator.<Map.Entry<Long, WorkerRow>>comparingLong(
                                entry -> entry.getValue().until())
                        .thenComparing(Map.Entry::getKey))
                .toList();
        List<Long> unknown = LongStream.rangeClosed(firstWorker, lastWorker)
                .filter(worker -> !known.containsKey(worker))
                .limit(limit)
                .boxed()
                .toList();
        return List.of(
                workers(free, row -> row.until() <= soon, limit),
                unknown,
                workers(free, row -> row.until() > soon, limit));
    }

    private static List<Long> workers(List<Map.Entry<Long, WorkerRow>> free, Predicate<WorkerRow> wanted, int limit) {
        return free.stream()
                .filter(entry -> wanted.test(entry.getValue()))
                .map(Map.Entry::getKey)
                .limit(limit)
                .toList();
    }

    /**
     * A new holder: the window begins after every tick that is spent, and not before the ledger opens.
     *
     * @param present the row there is; null if there is none
     * @param opensAt the first tick that this ledger may grant at all; later than now after it has forgotten what it granted
     */
    public Optional<WorkerRow> granted(
            @Nullable WorkerRow present, long nowTick, long opensAt, String freshToken, String holder) {
        if (present != null && !isFree(present, nowTick)) {
            return Optional.empty();
        }
        // also where nothing was spent: no two grants of a worker begin alike, or one that is gone would look like one
        // given back
        long spentUntil = present == null ? 0 : Math.max(present.until(), present.from() + 1);
        long begin = Math.max(spentUntil, Math.max(nowTick, opensAt));
        return Optional.of(new WorkerRow(begin, begin + windowTicks, begin + 2 * windowTicks, freshToken, holder));
    }

    /**
     * The holder's window, moved further. Never lowers an end: a clock that was set back does not matter, since the holder's own position counts
     * as well. A clock that leapt ahead counts for no more than {@link #MAX_LEAP_MILLIS}. The end moves by a tick at least, since a
     * commit that had nothing to write confirms nothing.
     */
    public Optional<WorkerRow> renewed(@Nullable WorkerRow present, String token, long nowTick, long positionTick) {
        if (present == null || !token.equals(present.token()) || present.until() <= nowTick) {
            return Optional.empty();
        }
        long begin = Math.min(Math.max(nowTick, positionTick), positionTick + leapTicks);
        return Optional.of(new WorkerRow(
                present.from(),
                Math.max(present.until() + 1, begin + windowTicks),
                Math.max(present.quarantinedUntil() + 1, begin + 2 * windowTicks),
                token,
                present.holder()));
    }

    /** The same of a holder that goes on believing what it was told, also where the ledger has forgotten how far that reached. */
    public Optional<WorkerRow> renewed(@Nullable WorkerRow present, WorkerGrant told, long nowTick, long positionTick) {
        return renewed(present, told.token(), nowTick, positionTick).map(row -> {
            long missing = Math.max(0, told.until() - row.until());
            return new WorkerRow(
                    row.from(), row.until() + missing, row.quarantinedUntil() + missing, row.token(), row.holder());
        });
    }

    /** The worker is free from {@code firstUnusedTick} on. */
    public Optional<WorkerRow> released(@Nullable WorkerRow present, String token, long firstUnusedTick) {
        if (present == null || !token.equals(present.token())) {
            return Optional.empty();
        }
        long until = Math.max(present.from(), firstUnusedTick);
        // the length of the window can be read from what lies between, also later
        long quarantinedUntil = until + (present.quarantinedUntil() - present.until());
        return Optional.of(new WorkerRow(present.from(), until, quarantinedUntil, null, present.holder()));
    }

    /**
     * The first tick that no window reaches that was granted or renewed until now: for a ledger that may have forgotten some.
     *
     * @param longestKnown the longest window of any process, as far as it is written down
     */
    public long opensAfterLoss(long nowTick, long longestKnown) {
        return nowTick + Math.max(windowTicks, longestKnown) + layout.runAheadTicks() + 1 + leapTicks;
    }

    /** The longest window that may be forgotten where all was. */
    public long longestAfterLossOfAll(long longestKnown) {
        return Math.max(longestKnown, LONGEST_IN_MEMORY.dividedBy(layout.tick()));
    }

    /**
     * Whether a ledger has forgotten what it told a holder: an older copy of it was restored, or a failover lost some writes. Read by worker
     * and not by token. What others were granted may be forgotten as well, so that no window may begin before {@link #opensAfterLoss}.
     *
     * <p>No other process has the worker before the window is over, so another holder before then is proof as well, wherever its window begins:
     * the loss may be older than an opening that came since.
     */
    public boolean hasForgotten(@Nullable WorkerRow present, WorkerGrant told, long nowTick) {
        if (present == null) {
            return true;
        }
        long until = Math.min(present.until(), layout.maxTick() + 1); // as it is told
        if (told.token().equals(present.token())) {
            return until < told.until();
        }
        boolean givenBackByHolder = present.token() == null && present.from() == told.from();
        return !givenBackByHolder && Math.min(present.from(), nowTick) < told.until();
    }

    /**
     * What a process is told of a row that carries its token.
     *
     * @param ledgerNanos the ledger's clock, nanoseconds since 1970-01-01T00:00Z
     * @throws WorkerLedgerException if the layout has no tick for it
     */
    public WorkerGrant grant(long datacenter, long worker, WorkerRow row, String token, long ledgerNanos) {
        long until = Math.min(row.until(), layout.maxTick() + 1);
        if (row.from() >= until) {
            throw new WorkerLedgerException(
                    Reason.LAYOUT_ENDED,
                    "layout " + layout.spec() + " ran out at " + layout.exhaustedAt() + ", and worker " + worker
                            + " is spent up to there: move to a layout with more timestamp bits");
        }
        return new WorkerGrant(datacenter, worker, row.from(), until, token, ledgerNanos);
    }

    /**
     * The tick that a clock shows.
     *
     * @param clock its name, for messages
     * @param nanos since 1970-01-01T00:00Z
     * @throws WorkerLedgerException if the layout has none; as often as the clock it is the epoch that is wrong
     */
    public long requireTick(String clock, long nanos) {
        long tick = tickAt(nanos);
        if (tick < 0) {
            throw new WorkerLedgerException(
                    Reason.CLOCK_WRONG,
                    "the epoch " + layout.epoch() + " of layout " + layout.spec() + " lies ahead of " + clock
                            + ", which shows " + Instant.ofEpochSecond(0, nanos)
                            + ": correct whichever of the two is wrong");
        }
        if (tick > layout.maxTick()) {
            throw new WorkerLedgerException(
                    Reason.LAYOUT_ENDED,
                    "layout " + layout.spec() + " ran out at " + layout.exhaustedAt() + ", and " + clock + " shows "
                            + Instant.ofEpochSecond(0, nanos)
                            + ": move to a layout with more timestamp bits, or correct the clock");
        }
        return tick;
    }
}
