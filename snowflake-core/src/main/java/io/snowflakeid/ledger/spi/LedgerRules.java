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
 * Computes the worker rows of a ledger from the stored rows and the ledger's clock. The methods {@link #granted}, {@link #renewed} and
 * {@link #released} return the row that the caller must write, or empty if the change is not allowed. The caller must write the row only if the
 * stored row is unchanged. This class is immutable and thread-safe.
 */
public final class LedgerRules {

    /** The maximum time by which a forward jump of the ledger's clock can lengthen a window, in milliseconds. */
    public static final long MAX_LEAP_MILLIS = 10_000;

    /** The longest window in a store that can lose all data. */
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

    /** Returns a random token of 32 hexadecimal digits. */
    public static String freshToken() {
        return UUID.randomUUID().toString().replace("-", "");
    }

    /** Returns the tick that contains the given time, which is in nanoseconds since 1970-01-01T00:00Z. */
    public long tickAt(long ledgerNanos) {
        long sinceEpoch = ledgerNanos - layout.epoch().toEpochMilli() * NANOS_PER_MILLI;
        return Math.floorDiv(sinceEpoch, layout.tick().toNanos());
    }

    /** Returns true if the worker was released, or if the ledger's clock has reached the tick {@code quarantinedUntil}. */
    public boolean isFree(WorkerRow row, long nowTick) {
        return row.token() == null || row.quarantinedUntil() <= nowTick;
    }

    /**
     * Returns the free workers in three groups, in descending preference. The method returns previously used workers first, in the order of their
     * last used ticks. Workers that were never used have a lower preference than workers that were used before. Workers whose last used tick is far
     * ahead of the clock have the lowest preference.
     *
     * @param known the stored rows by worker id
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
     * Returns the row of a new grant, or empty if the worker is not free. The new window begins after all used ticks of the worker.
     *
     * @param present the stored row, or null if the worker has no row
     * @param opensAt the first tick that a new window may contain
     */
    public Optional<WorkerRow> granted(
            @Nullable WorkerRow present, long nowTick, long opensAt, String freshToken, String holder) {
        if (present != null && !isFree(present, nowTick)) {
            return Optional.empty();
        }
        // two grants of a worker must not have the same first tick, because hasForgotten() compares first ticks
        long spentUntil = present == null ? 0 : Math.max(present.until(), present.from() + 1);
        long begin = Math.max(spentUntil, Math.max(nowTick, opensAt));
        return Optional.of(new WorkerRow(begin, begin + windowTicks, begin + 2 * windowTicks, freshToken, holder));
    }

    /**
     * Returns a row with a longer window, or empty if the window has ended or the worker has another holder. The new end is one window after the
     * ledger's clock or after {@code positionTick}, whichever is later. If the ledger's clock is more than {@link #MAX_LEAP_MILLIS} ahead of
     * {@code positionTick}, the method ignores the excess. A renewal never shortens the holder's window. Each renewal extends the window by at least
     * one tick, because only a changed row confirms that the store accepts writes.
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

    /** Returns the row of a released worker, or empty if the worker has another holder. */
    public Optional<WorkerRow> released(@Nullable WorkerRow present, String token, long firstUnusedTick) {
        if (present == null || !token.equals(present.token())) {
            return Optional.empty();
        }
        long until = Math.max(present.from(), firstUnusedTick);
        long quarantinedUntil = until + (present.quarantinedUntil() - present.until());
        return Optional.of(new WorkerRow(present.from(), until, quarantinedUntil, null, present.holder()));
    }

    /**
     * Returns the first tick for new windows after a loss of grants. All windows that were granted until {@code nowTick} end before the returned
     * tick.
     *
     * @param longestWindow the length of the longest granted window, in ticks
     */
    public long opensAfterLoss(long nowTick, long longestWindow) {
        return nowTick + longestWindow + layout.runAheadTicks() + 1 + leapTicks;
    }

    /**
     * Returns true if the worker's row shows that the ledger has lost a grant. A ledger loses grants after a restore from an older backup, and after
     * a failover that lost writes. A grant is lost if the ledger has no row for the worker, or a row with a shorter window. A grant is lost if the
     * worker has another holder before the end of the granted window.
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
     * Returns a grant with the window of the given row.
     *
     * @param ledgerNanos the time of the ledger's clock, in nanoseconds since 1970-01-01T00:00Z
     * @throws WorkerLedgerException if the layout has no ticks left for the window
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
     * Returns the tick that contains the given time.
     *
     * @param clock the name of the clock, for messages
     * @param nanos the time of the clock, in nanoseconds since 1970-01-01T00:00Z
     * @throws WorkerLedgerException if the time is before the epoch or after the last tick of the layout
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
