package io.snowflakeid.generator;

import io.snowflakeid.DecodedId;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * The right to use one worker for the ticks {@code [from, until)}, and the counter for the ids of these ticks.
 *
 * <p>A <em>ticket</em> is a position inside a lease, with the value {@code tick << sequenceBits | sequence}. Tickets are numbered by one
 * {@code long}, so a full sequence carries into the next tick. Each ticket is handed out once, and is encoded with the worker of its lease. Any
 * thread may call {@link #take}, which is lock-free. The methods {@link #extend} and {@link #close} exclude each other, because a window that grows
 * after the close could make a ticket beyond the mark valid.
 */
final class Lease {

    static final long NONE = -1; // the window is used up, or the lease is closed
    static final long DRAWN = -1; // the gene is computed from the ticket

    private static final AtomicLongFieldUpdater<Lease> NEXT = AtomicLongFieldUpdater.newUpdater(Lease.class, "next");

    private static final long CLOSED = Long.MIN_VALUE; // this value stays negative after any number of late increments

    // Fewer than 8 tickets in a tick are not measured. Each call reads the clock until a tick has 128 tickets.
    private static final long LEAST_MEASURED = 8;
    private static final long MAX_MEASURED = 1 << 20;
    private static final long LEAST_MORE = 16;
    private static final long MOST_MORE = 1024;

    private final WorkerGrant grant;
    private final int sequenceBits;
    private final long sequenceMask;
    // the first sequence of a tick is the last sequence of the previous tick, modulo a quarter of all sequences
    private final long spreadMask;
    private final int geneBits;
    private final int timestampShift;
    private final long workerBitsInPlace;

    private volatile long next;
    private final AtomicLong skipped;
    private final long first;
    private volatile long until; // a ticket; the value only grows
    private volatile long limit; // the limit, as a ticket
    // a data race on the beginning of the measured rate is safe, because no ticket depends on the rate
    private long measuredFrom;
    private long measuredFromNanos;
    private long closedAt; // guarded by this
    private long lost; // the number of tickets that were taken beyond the end of the window; guarded by this

    /** @param skipped the number of skipped tickets, which several leases may share */
    Lease(SnowflakeLayout layout, WorkerGrant grant, long firstTick, AtomicLong skipped) {
        this.skipped = skipped;
        this.grant = grant;
        sequenceBits = layout.sequenceBits();
        sequenceMask = (1L << sequenceBits) - 1;
        spreadMask = sequenceMask >> 2;
        geneBits = layout.geneBits();
        timestampShift = layout.bits() - layout.timestampBits();
        workerBitsInPlace = layout.encode(new DecodedId(layout.epoch(), grant.datacenter(), grant.worker(), 0, 0));
        first = Math.max(grant.from(), firstTick) << sequenceBits;
        next = first;
        until = firstTicketOf(grant.until());
    }

    /** Returns the first ticket of a tick, or the largest long if the ticket would overflow. */
    private long firstTicketOf(long tick) {
        return tick > (Long.MAX_VALUE >> sequenceBits) ? Long.MAX_VALUE : tick << sequenceBits;
    }

    /** Takes the next ticket that is not older than the tick {@code now}. The result is {@link #NONE} if no ticket of the window is left. */
    long take(long now) {
        return take(now, 1);
    }

    /** Returns the limit below which calls may take tickets without reading the clock, or 0 without such a limit. */
    long limit() {
        return limit;
    }

    /**
     * Takes the next ticket without reading the clock, and returns its id. Without a limit or on a closed lease, the result is {@link #NONE}. For a
     * ticket beyond the limit, the result is {@code ~ticket}, which the caller passes to {@link #keep}.
     */
    long idBelowLimit(long gene) {
        long end = limit;
        if (end == 0) {
            return NONE;
        }
        long ticket = NEXT.getAndIncrement(this);
        if (ticket < 0 || ticket >= end) {
            return ticket < 0 ? NONE : ~ticket;
        }
        return encode(ticket, gene);
    }

    /** Returns a ticket that was taken beyond the limit, or {@link #NONE} if the ticket lies beyond the window. */
    long keep(long ticket) {
        limit = 0;
        return ticket < until ? ticket : beyondTheEnd(ticket);
    }

    /**
     * Sets a limit that calls at the present rate reach after an eighth of a tick. The ticket must belong to the present tick.
     *
     * @param nanos the present time, which every call must read from the same clock
     * @return false if calls are too rare for a limit
     */
    boolean setLimit(long ticket, long nanos, long tickNanos) {
        long taken = ticket - measuredFrom;
        if (taken < 0 || tickOf(measuredFrom) != tickOf(ticket)) {
            measuredFrom = ticket;
            measuredFromNanos = nanos;
            return false;
        }
        long more = Math.min(taken, MAX_MEASURED) * (tickNanos / 8) / Math.max(1, nanos - measuredFromNanos);
        if (taken < LEAST_MEASURED || more < LEAST_MORE || next < 0) {
            return false;
        }
        limit = Math.min(ticket + Math.min(more, MOST_MORE), ticket | sequenceMask) + 1;
        return true;
    }

    /** Ends the limit if its tick is over. The method returns false if the lease had no limit. */
    boolean expireLimit(long now) {
        long seen = limit;
        if (seen != 0 && tickOf(seen - 1) < now) {
            limit = 0;
        }
        return seen != 0;
    }

    /** Counts the skipped tickets before the counter jumps, so that no skipped ticket counts as issued. A failed jump undoes the count. */
    private boolean jump(long seen, long start, int count) {
        skipped.addAndGet(start - seen);
        if (NEXT.compareAndSet(this, seen, start + count)) {
            return true;
        }
        skipped.addAndGet(seen - start);
        return false;
    }

    /** Returns the ticket if the window has grown beyond the ticket, or {@link #NONE} if other threads took the last tickets of the window. */
    private synchronized long beyondTheEnd(long ticket) {
        if (ticket < until) {
            return ticket;
        }
        lost++;
        return NONE;
    }

    /** Takes {@code count} consecutive tickets in or after the tick {@code now}. Returns the first ticket, or {@link #NONE} at the window's end. */
    long take(long now, int count) {
        long floor = firstTicketOf(now);
        while (true) {
            long seen = next;
            long start = seen < floor ? floor | (seen & spreadMask) : seen;
            if (seen < 0 || count > until - start) {
                return NONE;
            }
            if (start == seen ? NEXT.compareAndSet(this, seen, seen + count) : jump(seen, start, count)) {
                return start;
            }
        }
    }

    /** Returns the id of a ticket of this lease. The caller passes a gene that fits, or {@link #DRAWN}. */
    long encode(long ticket, long gene) {
        long geneInPlace = gene == DRAWN ? drawGene(ticket) : gene;
        return ((ticket >>> sequenceBits) << timestampShift)
                | workerBitsInPlace
                | ((ticket & sequenceMask) << geneBits)
                | geneInPlace;
    }

    /** Writes the ids of consecutive tickets to {@code ids[from]} to {@code ids[to - 1]}. The genes are computed from the tickets. */
    void encode(long ticket, long[] ids, int from, int to) {
        long next = ticket;
        for (int i = from; i < to; ) {
            long inTick = sequenceMask - (next & sequenceMask) + 1;
            int end = (int) Math.min(to, i + inTick);
            long id = encode(next, 0);
            long step = 1L << geneBits;
            for (; i < end; i++) {
                ids[i] = id | drawGene(next++);
                id += step;
            }
        }
    }

    /** Spreads the genes of consecutive tickets evenly, by Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4). */
    private long drawGene(long ticket) {
        return geneBits == 0 ? 0 : (ticket * 0x9e3779b97f4a7c15L) >>> (64 - geneBits);
    }

    long tickOf(long ticket) {
        return ticket >>> sequenceBits;
    }

    /** Returns the number of ticks after {@code now} whose first ticket is among {@code count} consecutive tickets. */
    long ticksBegun(long ticket, int count, long now) {
        long firstBegun = (ticket + sequenceMask) >>> sequenceBits;
        return Math.max(0, tickOf(ticket + count - 1) + 1 - Math.max(firstBegun, now + 1));
    }

    /** Extends the window, unless the lease is closed. */
    synchronized void extend(long untilTick) {
        long end = firstTicketOf(untilTick);
        if (next >= 0 && end > until) {
            skipped.addAndGet(lost);
            lost = 0;
            until = end;
        }
    }

    /**
     * Ends the lease. After the close, the lease hands out no ticket, and all tickets of the lease are below the mark.
     *
     * @return the mark, which is the first tick without a handed-out ticket, and is the same in every call
     */
    synchronized long close() {
        if (next >= 0) {
            // one atomic step closes the lease, so that no thread can take a ticket between the read and the close
            closedAt = NEXT.getAndSet(this, CLOSED);
            limit = 0;
        }
        return (closedAt + sequenceMask) >>> sequenceBits;
    }

    /** Returns the number of handed out or skipped tickets. Callers read this number before the number of skipped tickets. */
    synchronized long spent() {
        long position = next;
        return Math.max(0, Math.min(position < 0 ? closedAt : position, until) - first);
    }

    boolean isClosed() {
        return next < 0;
    }

    /** Returns the first tick after the window. */
    long untilTick() {
        long end = until;
        return end == Long.MAX_VALUE ? (end >>> sequenceBits) + 1 : end >>> sequenceBits;
    }

    WorkerGrant grant() {
        return grant;
    }
}
