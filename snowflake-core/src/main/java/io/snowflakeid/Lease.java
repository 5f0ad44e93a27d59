package io.snowflakeid;

import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The right to one worker for the ticks {@code [from, until)}, and the counter that spends them.
 *
 * <p>A position inside a lease is a <em>ticket</em>: {@code tick << sequenceBits | sequence}, one long that only grows, so a full
 * sequence carries into the next tick by itself. A ticket is handed out once, and is encoded with the worker of the lease that
 * it came from.
 *
 * <p>{@link #take} is lock-free and may be called by any thread. {@link #extend} and {@link #close} exclude each other: a window
 * that grew after its close could make a late ticket valid that the mark does not cover.
 *
 * <p>How many tickets were handed out follows from the position: whoever opens a tick notes what it jumps over, and no call counts.
 */
final class Lease {

    /** No ticket: the window is spent or the lease is closed. */
    static final long NONE = -1;

    /** No ticket yet: the next one lies in a later tick than the caller may use. */
    static final long NOT_DUE = -2;

    /** Below every ticket, and still negative after any number of late increments. */
    private static final long CLOSED = Long.MIN_VALUE;

    /** Where a new tick starts moves on by one, modulo 64, so that the low bits of ids are even at low load, too. */
    static final int SPREAD_BITS = 6;

    private final WorkerGrant grant;
    private final int sequenceBits;
    private final long sequenceMask;
    private final long spreadMask;
    private final int geneBits;
    private final int timestampShift;
    private final long workerBitsInPlace;

    private final AtomicLong next;
    private final AtomicLong skipped;
    private final long first;
    private volatile long until; // a ticket; only ever grows
    private long mark = NONE; // guarded by this
    private long closedAt; // guarded by this
    private final SortedSet<Long> lost = new TreeSet<>(); // guarded by this; not below the end of the window

    /** For a lease that counts for nobody else. */
    Lease(SnowflakeLayout layout, WorkerGrant grant, long firstTick) {
        this(layout, grant, firstTick, new AtomicLong());
    }

    /**
     * @param firstTick the first tick to use, not before the grant's
     * @param skipped where tickets are counted that were passed over; several leases may share it
     */
    Lease(SnowflakeLayout layout, WorkerGrant grant, long firstTick, AtomicLong skipped) {
        this.skipped = skipped;
        this.grant = grant;
        sequenceBits = layout.sequenceBits();
        sequenceMask = SnowflakeLayout.mask(sequenceBits);
        spreadMask = SnowflakeLayout.mask(Math.min(SPREAD_BITS, sequenceBits));
        geneBits = layout.geneBits();
        timestampShift = layout.timestampShift();
        workerBitsInPlace = (grant.datacenter() << layout.datacenterShift()) | (grant.worker() << layout.workerShift());
        first = Math.max(grant.from(), firstTick) << sequenceBits;
        next = new AtomicLong(first);
        until = firstTicketOf(grant.until());
    }

    /** The largest long where a tick lies so far ahead that its tickets do not fit: no clock may wrap them round to small ones. */
    private long firstTicketOf(long tick) {
        return tick > (Long.MAX_VALUE >> sequenceBits) ? Long.MAX_VALUE : tick << sequenceBits;
    }

    /**
     * Takes the next ticket that is not older than the tick {@code now}; {@link #NONE} if that lies beyond the window or the
     * lease is closed. A call that must fail takes no ticket.
     */
    long take(long now) {
        long floor = firstTicketOf(now);
        long seen = next.get();
        while (seen >= 0 && seen < floor) {
            long start = floor | (seen & spreadMask);
            if (start >= until) {
                return NONE;
            }
            if (jump(seen, start, 1)) {
                return start;
            }
            seen = next.get(); // another thread has opened the tick, or closed the lease
        }
        if (seen < 0 || seen >= until) {
            return NONE;
        }
        long ticket = next.getAndIncrement();
        if (ticket < 0) {
            return NONE;
        }
        return ticket < until ? ticket : beyondTheEnd(ticket);
    }

    /** What is jumped over is noted before, and taken back if another was faster: so no ticket is counted before somebody has it. */
    private boolean jump(long seen, long start, int count) {
        skipped.addAndGet(start - seen);
        if (next.compareAndSet(seen, start + count)) {
            return true;
        }
        skipped.addAndGet(seen - start);
        return false;
    }

    /** Others were faster to the end of the window: the ticket is good if that has grown since, and lost if not. */
    private synchronized long beyondTheEnd(long ticket) {
        if (ticket < until) {
            return ticket;
        }
        lost.add(ticket);
        return NONE;
    }

    /** Takes {@code count} tickets in a row and returns the first one; all of them lie inside the window, or none is taken. */
    long take(long now, int count) {
        return take(now, count, Long.MAX_VALUE);
    }

    /**
     * Takes {@code count} tickets in a row, none of them after {@code lastTick}.
     *
     * @return the first one; {@link #NONE} if they do not fit into the window, else {@link #NOT_DUE} if one lies after {@code lastTick}
     */
    long take(long now, int count, long lastTick) {
        long floor = firstTicketOf(now);
        long end = lastTick == Long.MAX_VALUE ? Long.MAX_VALUE : firstTicketOf(lastTick + 1);
        while (true) {
            long seen = next.get();
            long start = seen < floor ? floor | (seen & spreadMask) : seen;
            if (seen < 0 || count > until - start) {
                return NONE;
            }
            if (count > end - start) {
                return NOT_DUE;
            }
            if (start == seen ? next.compareAndSet(seen, seen + count) : jump(seen, start, count)) {
                return start;
            }
        }
    }

    /** The tick of the last one of {@code count} tickets, if they were taken next. */
    long lastTickOf(int count) {
        return tickOf(Math.max(0, next.get()) + count - 1);
    }

    /** The id of a ticket of this lease. */
    long encode(long ticket, long gene) {
        return ((ticket >>> sequenceBits) << timestampShift)
                | workerBitsInPlace
                | ((ticket & sequenceMask) << geneBits)
                | gene;
    }

    /** The tick of a ticket. */
    long tickOf(long ticket) {
        return ticket >>> sequenceBits;
    }

    /** How many ticks after {@code now} begin with one of {@code count} tickets in a row: where a tick is carried into, nothing jumps. */
    long ticksBegun(long ticket, int count, long now) {
        long firstBegun = (ticket + sequenceMask) >>> sequenceBits;
        return Math.max(0, tickOf(ticket + count - 1) + 1 - Math.max(firstBegun, now + 1));
    }

    /** Moves the end of the window further; does nothing to a closed lease. */
    synchronized void extend(long untilTick) {
        long end = firstTicketOf(untilTick);
        if (next.get() >= 0 && end > until) {
            SortedSet<Long> passed = lost.headSet(end);
            skipped.addAndGet(passed.size());
            passed.clear();
            until = end;
        }
    }

    /**
     * Ends the lease. After it has returned, nothing more is handed out, and every ticket that was is below the mark.
     *
     * @return the mark: the first tick of which no ticket was handed out; the same again for a lease that is closed already
     */
    synchronized long close() {
        if (mark == NONE) {
            // one atomic step: nothing can be taken between reading and closing
            long firstUnused = next.getAndSet(CLOSED);
            mark = (firstUnused + sequenceMask) >>> sequenceBits;
            closedAt = firstUnused;
        }
        return mark;
    }

    /**
     * How many tickets of the window have been handed out or skipped. Who reads this first and then what was skipped
     * never counts too many.
     */
    synchronized long spent() {
        long position = next.get();
        return Math.max(0, Math.min(position < 0 ? closedAt : position, until) - first);
    }

    boolean isClosed() {
        return next.get() < 0;
    }

    /** The first tick after the window. */
    long untilTick() {
        long end = until;
        return end == Long.MAX_VALUE ? (end >>> sequenceBits) + 1 : end >>> sequenceBits;
    }

    WorkerGrant grant() {
        return grant;
    }
}
