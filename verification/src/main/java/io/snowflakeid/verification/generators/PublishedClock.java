package io.snowflakeid.verification.generators;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** A minimal generator without leases, waits and listeners. A helper thread publishes the current millisecond. */
final class PublishedClock {

    private static final long MILLI_NANOS = 1_000_000;

    private final int sequenceBits;
    private final long window;
    private final AtomicLong next = new AtomicLong();
    private volatile long base;

    PublishedClock(int sequenceBits) {
        this.sequenceBits = sequenceBits;
        window = 10L << sequenceBits;
        publish();
        Thread helper = new Thread(this::publishAlways, "published clock");
        helper.setDaemon(true);
        helper.start();
    }

    private void publishAlways() {
        while (true) {
            publish();
            LockSupport.parkNanos(MILLI_NANOS);
        }
    }

    private void publish() {
        long now = System.currentTimeMillis() << sequenceBits;
        next.accumulateAndGet(now, Math::max);
        base = now;
    }

    long next() {
        long ticket = next.getAndIncrement();
        while (Long.compareUnsigned(ticket - base, window) >= 0) {
            publish();
            if (ticket < base) {
                ticket = next.getAndIncrement(); // the millisecond is over
            }
        }
        return ((ticket >>> sequenceBits) << 22) | (Ids.WORKER << sequenceBits) | (ticket & ((1L << sequenceBits) - 1));
    }
}
