package io.snowflakeid.generator;

import io.snowflakeid.DecodedId;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * The right to one worker for the ticks {@code [from, until)}, and the counter that spends them.
 *
 * <p>A position inside a lease is a <em>ticket</em>: {@code tick << sequenceBits | sequence}, one long that only grows, so a full
 * sequence carries into the next tick. A ticket is handed out once, and encoded with the worker of its lease.
 *
 * <p>{@link #take} is lock-free and may be called by any thread. {@link #extend} and {@link #close} exclude each other: a window
 * that grew after its close could make a late ticket valid that the mark does not cover.
 */
final class Lease {

    static final long NONE = -1; // the window is spent, or the lease is closed
    static final long DRAWN = -1; // a gene that is drawn from the ticket

    private static final AtomicLongFieldUpdater<Lease> NEXT = AtomicLongFieldUpdater.newUpdater(Lease.class, "next");

    private static final long CLOSED = Long.MIN_VALUE; // negative after any number of late increments

    // bounds of a limit, in tickets: below 8 in a tick nothing is measured, below 128 each call reads the clock
    private static final long LEAST_MEASURED = 8;
    private static final long MAX_MEASURED = 1 << 20;
    private static final long LEAST_MORE = 16;
    private static final long MOST_MORE = 1024;

    private final WorkerGrant grant;
    private final int sequenceBits;
    private final long sequenceMask;
    private final long spreadMask; // a tick begins where the last one stopped, in the first quarter of the sequence
    private final int geneBits;
    private final int timestampShift;
    private final long workerBitsInPlace;

    private volatile long next;
    private final AtomicLong skipped;
    private final long first;
    private volatile long until; // a ticket, which only grows
    private volatile long limit; // a ticket
    // the rate of calls is measured from here; racy, as no ticket depends on it
    private long measuredFrom;
    private long measuredFromNanos;
    private long closedAt; // guarded by this
    private long lost; // guarded by this: the number of tickets that were taken beyond the end of the window

    /** @param skipped counts tickets that are passed over; several leases may share it */
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

    /** The first ticket of a tick; the largest long if that would overflow. */
    private long firstTicketOf(long tick) {
        return tick > (Long.MAX_VALUE >> sequenceBits) ? Long.MAX_VALUE : tick << sequenceBits;
    }

    /** Takes the next ticket that is not older than the tick {@code now}, or {@link #NONE}. */
    long take(long now) {
        return take(now, 1);
    }

    /** Calls may take tickets below this limit without reading the clock. The limit is never beyond the window; 0 means no limit. */
    long limit() {
        return limit;
    }

    /**
     * Takes the next ticket without reading the clock.
     *
     * @return the id of a ticket below the limit; {@link #NONE} if there is no limit, or the lease is closed; else {@code ~ticket}, for
     *     {@link #keep}
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

    /** Returns a ticket that was taken beyond the limit, or {@link #NONE} if it lies beyond the window. */
    long keep(long ticket) {
        limit = 0;
        return ticket < until ? ticket : beyondTheEnd(ticket);
    }

    /**
     * Sets the limit after a ticket of the present tick was taken: it allows the tickets that callers take in an eighth of a tick at the rate of this
     * tick.
     *
     * @param nanos a reading of the same clock in each call
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

    /** Ends the limit of a past tick; returns false if there was no limit. */
    boolean expireLimit(long now) {
        long seen = limit;
        if (seen != 0 && tickOf(seen - 1) < now) {
            limit = 0;
        }
        return seen != 0;
    }

    /** Counts the skipped tickets before the jump, and undoes the count if another thread was faster, so that no skipped ticket counts as issued. */
    private boolean jump(long seen, long start, int count) {
        skipped.addAndGet(start - seen);
        if (NEXT.compareAndSet(this, seen, start + count)) {
            return true;
        }
        skipped.addAndGet(seen - start);
        return false;
    }

    /** Returns the ticket if the window has grown beyond it since, otherwise {@link #NONE}: other threads took the last tickets. */
    private synchronized long beyondTheEnd(long ticket) {
        if (ticket < until) {
            return ticket;
        }
        lost++;
        return NONE;
    }

    /** Takes {@code count} consecutive tickets inside the window, not older than the tick {@code now}, and returns the first, or {@link #NONE}. */
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

    /** The id of a ticket of this lease, with a gene that fits, or {@link #DRAWN}. */
    long encode(long ticket, long gene) {
        long geneInPlace = gene == DRAWN ? drawGene(ticket) : gene;
        return ((ticket >>> sequenceBits) << timestampShift)
                | workerBitsInPlace
                | ((ticket & sequenceMask) << geneBits)
                | geneInPlace;
    }

    /** Writes the ids of consecutive tickets, from {@code ticket} on, to {@code ids[from]} to {@code ids[to - 1]}; genes are drawn. */
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

    /** How many ticks after {@code now} begin with one of {@code count} consecutive tickets. */
    long ticksBegun(long ticket, int count, long now) {
        long firstBegun = (ticket + sequenceMask) >>> sequenceBits;
        return Math.max(0, tickOf(ticket + count - 1) + 1 - Math.max(firstBegun, now + 1));
    }

    /** Moves the end of the window further, unless the lease is closed. */
    synchronized void extend(long untilTick) {
        long end = firstTicketOf(untilTick);
        if (next >= 0 && end > until) {
            skipped.addAndGet(lost);
            lost = 0;
            until = end;
        }
    }

    /**
     * Ends the lease. Afterwards no ticket is handed out, and all tickets that were handed out are below the mark.
     *
     * @return the mark: the first tick of which no ticket was handed out; the same in each call
     */
    synchronized long close() {
        if (next >= 0) {
            closedAt = NEXT.getAndSet(this, CLOSED); // one step: no ticket can be taken between reading and closing
            limit = 0;
        }
        return (closedAt + sequenceMask) >>> sequenceBits;
    }

    /** How many tickets of the window have been handed out or skipped. Read it before the skipped tickets, or the difference may be too large. */
    synchronized long spent() {
        long position = next;
        return Math.max(0, Math.min(position < 0 ? closedAt : position, until) - first);
    }

    boolean isClosed() {
        return next < 0;
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
