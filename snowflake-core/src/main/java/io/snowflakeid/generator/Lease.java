package io.snowflakeid.generator;

import io.snowflakeid.DecodedId;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * The right to use one worker for the ticks {@code [from, until)}, and the counter for the ids of these ticks.
 *
 * <p>A <em>ticket</em> is a number with the tick in the high bits and the sequence in the low bits. A call need not read the clock for a ticket
 * below the lease's limit. Any thread may call {@link #take}, which is lock-free. The methods {@link #extend} and {@link #close} are synchronized, so
 * that a closed lease is never extended.
 */
final class Lease {

    static final long NONE = -1; // the window is used up, or the lease is closed
    static final long DRAWN = -1; // the gene is computed from the ticket

    private static final AtomicLongFieldUpdater<Lease> NEXT = AtomicLongFieldUpdater.newUpdater(Lease.class, "next");

    private static final long CLOSED = Long.MIN_VALUE; // this value stays negative after any number of late increments

    // calls read the clock for the first 8 ids of a tick, and for all ids at a rate below 128 ids per tick
    private static final long LEAST_MEASURED = 8;
    // to schedule the removal of the limit costs as much as reading the clock for a few hundred ids
    private static final long LEAST_UNWATCHED = 256;
    private static final long MAX_MEASURED = 1 << 20;
    private static final long LEAST_MORE = 16;
    private static final long MOST_MORE = 1024;

    private final WorkerGrant grant;
    private final int sequenceBits;
    private final long sequenceMask;
    // the first sequence of a tick depends on the last sequence of the previous tick, so that the low bits of ids vary
    private final long spreadMask;
    private final int geneBits;
    private final int timestampShift;
    private final long workerBitsInPlace;

    private volatile long next;
    private final AtomicLong skipped;
    private final long first;
    private volatile long until; // a ticket; the value only grows
    private volatile long limit; // the limit, as a ticket
    // unsynchronized access to the measured rate is safe, because a wrong rate cannot cause duplicate ids
    private long measuredFrom;
    private long measuredFromNanos;
    private long closedAt; // guarded by this
    private long lost; // the number of tickets that were taken beyond the end of the window; guarded by this

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

    private long firstTicketOf(long tick) {
        return tick > (Long.MAX_VALUE >> sequenceBits) ? Long.MAX_VALUE : tick << sequenceBits;
    }

    long take(long now) {
        return take(now, 1);
    }

    long limit() {
        return limit;
    }

    /**
     * Returns the next id, or the bitwise complement of a ticket if the caller must read the clock and then call {@link #keep}. The method returns
     * {@link #NONE} if the lease has no limit or is closed.
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

    long keep(long ticket) {
        limit = 0;
        return ticket < until ? ticket : beyondTheEnd(ticket);
    }

    /**
     * Permits calls to issue ids without reading the clock for about an eighth of a tick.
     *
     * @param nanos the current time, which every call must read from the same clock
     * @param watched whether the removal of a limit is scheduled already
     * @return false if the rate of ids is so low that each call must read the clock
     */
    boolean setLimit(long ticket, long nanos, long tickNanos, boolean watched) {
        long taken = ticket - measuredFrom;
        if (taken < 0 || tickOf(measuredFrom) != tickOf(ticket)) {
            measuredFrom = ticket;
            measuredFromNanos = nanos;
            return false;
        }
        long more = Math.min(taken, MAX_MEASURED) * (tickNanos / 8) / Math.max(1, nanos - measuredFromNanos);
        if (taken < (watched ? LEAST_MEASURED : LEAST_UNWATCHED) || more < LEAST_MORE || next < 0) {
            return false;
        }
        limit = Math.min(ticket + Math.min(more, MOST_MORE), ticket | sequenceMask) + 1;
        return true;
    }

    /** Removes the lease's limit after the tick of the limit has ended. */
    boolean expireLimit(long now) {
        long seen = limit;
        if (seen != 0 && tickOf(seen - 1) < now) {
            limit = 0;
        }
        return seen != 0;
    }

    /** Increases the field {@code skipped} before the field {@code next}, so that the number of issued ids never includes skipped tickets. */
    private boolean jump(long seen, long start, int count) {
        skipped.addAndGet(start - seen);
        if (NEXT.compareAndSet(this, seen, start + count)) {
            return true;
        }
        skipped.addAndGet(seen - start);
        return false;
    }

    private synchronized long beyondTheEnd(long ticket) {
        if (ticket < until) {
            return ticket;
        }
        lost++;
        return NONE;
    }

    /** Reserves consecutive ids in the current tick or in later ticks. The method returns {@link #NONE} if too few ids remain. */
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

    long encode(long ticket, long gene) {
        long geneInPlace = gene == DRAWN ? drawGene(ticket) : gene;
        return ((ticket >>> sequenceBits) << timestampShift)
                | workerBitsInPlace
                | ((ticket & sequenceMask) << geneBits)
                | geneInPlace;
    }

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

    /** Computes evenly distributed genes by Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4). */
    private long drawGene(long ticket) {
        return geneBits == 0 ? 0 : (ticket * 0x9e3779b97f4a7c15L) >>> (64 - geneBits);
    }

    long tickOf(long ticket) {
        return ticket >>> sequenceBits;
    }

    long ticksBegun(long ticket, int count, long now) {
        long firstBegun = (ticket + sequenceMask) >>> sequenceBits;
        return Math.max(0, tickOf(ticket + count - 1) + 1 - Math.max(firstBegun, now + 1));
    }

    /** Extends the window if the lease is not closed. */
    synchronized void extend(long untilTick) {
        long end = firstTicketOf(untilTick);
        if (next >= 0 && end > until) {
            skipped.addAndGet(lost);
            lost = 0;
            until = end;
        }
    }

    /**
     * Ends the lease, so that no thread can make more ids.
     *
     * @return the first unused tick
     */
    synchronized long close() {
        if (next >= 0) {
            // getAndSet() reads and closes the counter atomically, because other threads may change the counter at the
            // same time
            closedAt = NEXT.getAndSet(this, CLOSED);
            limit = 0;
        }
        return (closedAt + sequenceMask) >>> sequenceBits;
    }

    /** Returns the number of ids that the lease has made or skipped. A caller must call this method before it reads {@link #skipped}. */
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
