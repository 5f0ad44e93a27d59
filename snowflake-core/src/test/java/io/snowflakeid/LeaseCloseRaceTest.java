package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One thread takes tickets while another one closes the lease, many times. {@link LeaseStress} covers rarer interleavings. */
@Timeout(60)
class LeaseCloseRaceTest {

    private static final int LEASES = 20_000;
    private static final long FROM = 100;
    private static final SnowflakeLayout LAYOUT =
            SnowflakeLayout.builder().sequenceBits(1).build();

    private final Lease[] leases = new Lease[LEASES];
    private final long[] lastTicks = new long[LEASES]; // that were handed out
    private final long[] marks = new long[LEASES];
    private final AtomicInteger begun = new AtomicInteger(-1);

    @Test
    void allThatIsHandedOutLiesBelowTheMarkAndNothingComesAfterIt() throws Exception {
        Arrays.setAll(
                leases, i -> new Lease(LAYOUT, new WorkerGrant(0, 0, FROM, Long.MAX_VALUE >> 8, "token", 0), FROM));
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            Future<?> taking = pool.submit(this::takeFromAll);
            pool.submit(this::closeAll).get();
            taking.get();
        } finally {
            pool.shutdownNow();
        }
        for (int i = 0; i < LEASES; i++) {
            assertThat(lastTicks[i] < marks[i])
                    .as("tick %s with mark %s", lastTicks[i], marks[i])
                    .isTrue();
            assertThat(leases[i].isClosed()).isTrue();
        }
    }

    private void takeFromAll() {
        for (int i = 0; i < LEASES; i++) {
            long last = leases[i].take(FROM);
            begun.set(i);
            for (long ticket = last; ticket >= 0; ticket = leases[i].take(FROM)) {
                last = ticket;
                if (ticket % 10_000 == 0) {
                    LockSupport.parkNanos(1); // there may be a single processor
                }
            }
            lastTicks[i] = leases[i].tickOf(last);
        }
    }

    private void closeAll() {
        for (int i = 0; i < LEASES; i++) {
            for (int looks = 1; begun.get() < i; looks++) {
                if (looks % 1_000 == 0) {
                    LockSupport.parkNanos(1);
                }
            }
            marks[i] = leases[i].close();
        }
    }
}
