package io.snowflakeid.ledger.spi;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.LedgerStore.WorkerRow;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of every ledger, as pure functions of a worker's row and the ledger's clock. A method returns the row that the caller must write,
 * or empty if the caller must not write. The caller writes the row only if the stored row is unchanged. Immutable and thread-safe.
 */
public final class LedgerRules {

    /** The largest part of a leap of the ledger's clock that a renewal adds to a window, in milliseconds. */
    public static final long MAX_LEAP_MILLIS = 10_000;

    /** The longest window in a store that can lose all data. After a loss, the store grants no worker for as long. */
    public static final Duration LONGEST_IN_MEMORY = Duration.ofMinutes(2);

    private static final int MOST_UNKNOWN = 256; // this limit is enough for many processes that start at the same time
    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final SnowflakeLayout layout;
    private final long windowTicks;
    private final long leapTicks;

    /** @param window the length of a window, at least one tick */
    public LedgerRules(SnowflakeLayout layout, Duration window) {
        this.layout = layout;
        windowTicks = window.dividedBy(layout.tick());
        leapTicks = Math.max(1, MAX_LEAP_MILLIS / layout.tick().toMillis());
    }

    /** Returns 128 random bits as 32 hexadecimal digits. */
    public static String freshToken() {
        return UUID.randomUUID().toString().replace("-", "");
    }

    /** Returns the tick at the given time of a ledger's clock, in nanoseconds since 1970-01-01T00:00Z. */
    public long tickAt(long ledgerNanos) {
        long sinceEpoch = ledgerNanos - layout.epoch().toEpochMilli() * NANOS_PER_MILLI;
        return Math.floorDiv(sinceEpoch, layout.tick().toNanos());
    }

    /** Returns true if the worker can be granted, because the worker was released or its quarantine is over. */
    public boolean isFree(WorkerRow row, long nowTick) {
        return row.token() == null || row.quarantinedUntil() <= nowTick;
    }

    /**
     * Returns the workers that can be granted, in three groups. The first group contains free workers, with the longest unused worker first. The
     * second group contains workers that were never used. The third group contains free workers whose used ticks reach far ahead of the clock.
     *
     * @param known all rows, by worker
     */
    public List<List<Long>> candidates(Map<Long, WorkerRow> known, long firstWorker, long lastWorker, long nowTick) {
        long soon = nowTick + Math.max(layout.runAheadTicks() + 1, leapTicks);
        Map<Boolean, List<Long>> isAhead = known.entrySet().stream()
                .filter(entry -> entry.getKey() >= firstWorker && entry.getKey() <= lastWorker)
                .filter(entry -> isFree(entry.getValue(), nowTick))
                .sorted(Comparator.<Map.Entry<Long, WorkerRow>>comparingLong(
                                entry -> entry.getValue().until())
                        .thenComparing(Map.Entry::getKey))
                .collect(Collectors.partitioningBy(
                        entry -> entry.getValue().until() > soon,
                        Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
        List<Long> unknown = LongStream.rangeClosed(firstWorker, lastWorker)
                .filter(worker -> !known.containsKey(worker))
                .limit(MOST_UNKNOWN)
                .boxed()
                .toList();
        return List.of(isAhead.getOrDefault(false, List.of()), unknown, isAhead.getOrDefault(true, List.of()));
    }

    /**
     * Grants a worker. The window of the grant begins after every used tick, and not before the ledger opens.
     *
     * @param present the present row, or null if the worker has no row
     * @param opensAt the first tick that this ledger may grant, which is later than the present tick after a loss
     */
    public Optional<WorkerRow> granted(
            @Nullable WorkerRow present, long nowTick, long opensAt, String freshToken, String holder) {
        if (present != null && !isFree(present, nowTick)) {
            return Optional.empty();
        }
        // each grant begins later than the last, because a lost grant would otherwise look like a released grant
        long spentUntil = present == null ? 0 : Math.max(present.until(), present.from() + 1);
        long begin = Math.max(spentUntil, Math.max(nowTick, opensAt));
        return Optional.of(new WorkerRow(begin, begin + windowTicks, begin + 2 * windowTicks, freshToken, holder));
    }

    /**
     * Extends the window of the holder. A ledger's clock that was set back has no effect, because the holder's own position counts as well. A
     * ledger's clock that leapt ahead counts for at most {@link #MAX_LEAP_MILLIS}. The new end is never before the end that the holder knows, even if
     * the ledger has forgotten that end. The end of the window moves by at least one tick, because a commit without a write confirms nothing.
     */
    public Optional<WorkerRow> renewed(@Nullable WorkerRow present, WorkerGrant told, long nowTick, long positionTick) {
        if (present == null || !told.token().equals(present.token()) || present.until() <= nowTick) {
            return Optional.empty();
        }
        long begin = Math.min(Math.max(nowTick, positionTick), positionTick + leapTicks);
        long until = Math.max(begin + windowTicks, told.until());
        return Optional.of(new WorkerRow(
                present.from(),
                Math.max(present.until() + 1, until),
                Math.max(present.quarantinedUntil() + 1, until + windowTicks),
                told.token(),
                present.holder()));
    }

    /** Releases a worker, which is free from {@code firstUnusedTick} on. */
    public Optional<WorkerRow> released(@Nullable WorkerRow present, String token, long firstUnusedTick) {
        if (present == null || !token.equals(present.token())) {
            return Optional.empty();
        }
        long until = Math.max(present.from(), firstUnusedTick);
        long quarantinedUntil = until + (present.quarantinedUntil() - present.until());
        return Optional.of(new WorkerRow(present.from(), until, quarantinedUntil, null, present.holder()));
    }

    /**
     * Returns the first tick after every window that was granted or renewed until now, for a ledger that may have forgotten windows.
     *
     * @param longestWindow the longest window that may have been granted, in ticks
     */
    public long opensAfterLoss(long nowTick, long longestWindow) {
        return nowTick + longestWindow + layout.runAheadTicks() + 1 + leapTicks;
    }

    /**
     * Returns true if the row proves that the ledger has forgotten the grant of a holder. A ledger forgets grants after a restore of an older copy,
     * and after a failover that lost writes. The method needs the row of the worker, with any token. No other process is granted the worker before
     * the holder's window is over. Another holder before the end of the window is a proof, even if the other window begins later after an earlier
     * loss.
     */
    public boolean hasForgotten(@Nullable WorkerRow present, WorkerGrant told, long nowTick) {
        if (present == null) {
            return true;
        }
        long until = Math.min(present.until(), layout.maxTick() + 1); // the end is limited as in a grant
        if (told.token().equals(present.token())) {
            return until < told.until();
        }
        boolean givenBackByHolder = present.token() == null && present.from() == told.from();
        return !givenBackByHolder && Math.min(present.from(), nowTick) < told.until();
    }

    /**
     * Returns the grant of a row with the given token.
     *
     * @param ledgerNanos the time of the ledger's clock, in nanoseconds since 1970-01-01T00:00Z
     * @throws WorkerLedgerException if the layout has no tick for the row
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
     * Returns the tick at the time of a clock.
     *
     * @param clock the clock's name for messages
     * @param nanos the time of the clock, in nanoseconds since 1970-01-01T00:00Z
     * @throws WorkerLedgerException if the layout has no tick for the time, because the clock or the epoch is wrong
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
