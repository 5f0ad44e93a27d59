package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two threads open the same tick and ask for the same last ticket, window after window, until they have collided often enough.
 * {@link LeaseStress} covers rarer interleavings.
 */
@Timeout(60)
class LeaseMeetingTest {

    private static final int ROUNDS = 5_000;
    private static final int COLLISIONS = 50;
    private static final long LONGEST_NANOS = Duration.ofSeconds(5).toNanos(); // on a machine that is too busy
    private static final long FROM = 100;
    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.parse("41x1ms/0/10/1@2010-11-04T01:42:54.657Z");

    private final AtomicLong skipped = new AtomicLong();
    private final Lease lease = new Lease(LAYOUT, new WorkerGrant(0, 0, FROM, FROM + 1, "token", 0), FROM, skipped);
    private final AtomicInteger arrivals = new AtomicInteger();
    private final AtomicInteger ofThisRound = new AtomicInteger();
    private volatile boolean enough;
    private volatile boolean failed;

    @Test
    void theTicketsOfEachWindowAreTakenOnceAndTheCountIsExact() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            Future<Long> other = pool.submit(() -> take(false));
            long taken = pool.submit(() -> take(true)).get() + other.get();
            lease.extend(Long.MAX_VALUE);
            assertThat(lease.spent() - skipped.get()).isEqualTo(taken);
        } finally {
            pool.shutdownNow();
        }
    }

    private long take(boolean leads) {
        try {
            return takeOfAllWindows(leads);
        } catch (RuntimeException | Error e) {
            failed = true;
            throw e;
        }
    }

    private long takeOfAllWindows(boolean leads) {
        long start = System.nanoTime();
        long taken = 0;
        int collisions = 0;
        for (int round = 0; !enough; round++) {
            long tick = FROM + 5L * round;
            if (leads) {
                ofThisRound.set(0);
                lease.extend(tick + 1);
            }
            meet();
            for (long ticket = lease.take(tick); ticket != Lease.NONE; ticket = lease.take(tick)) {
                assertThat(lease.tickOf(ticket) == tick).isTrue();
                ofThisRound.incrementAndGet();
                taken++;
            }
            meet();
            if (leads) {
                int both = ofThisRound.get();
                assertThat(both == 1 || both == 2).isTrue();
                collisions += 2 - both; // a collision spends the first ticket of the next window
                enough = (round >= ROUNDS && collisions >= COLLISIONS) || System.nanoTime() - start > LONGEST_NANOS;
            }
            meet();
        }
        return taken;
    }

    /** Both threads continue at the same moment. On a single processor, spinning alone would take whole time slices. */
    private void meet() {
        int wanted = (arrivals.getAndIncrement() | 1) + 1;
        for (int looks = 0; arrivals.get() < wanted; looks++) {
            if (failed) {
                throw new IllegalStateException("the other thread has failed");
            } else if (looks < 100) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(1);
            }
        }
    }
}
