package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is handed out is what counts, where threads race for the first ticket of a tick. {@link LeaseStress} has what is rarer. */
@Timeout(60)
class LeaseCountRaceTest {

    private static final int THREADS = 4;
    private static final int ROUNDS = 100_000;
    private static final long FROM = 100;
    private static final SnowflakeLayout LAYOUT =
            SnowflakeLayout.builder().sequenceBits(2).build();

    private final AtomicLong now = new AtomicLong(FROM);
    private final AtomicLong skipped = new AtomicLong();
    private final Lease lease =
            new Lease(LAYOUT, new WorkerGrant(0, 0, FROM, Long.MAX_VALUE >> 8, "token", 0), FROM, skipped);

    @Test
    void whoIsSecondInOpeningATickHasSkippedNothing() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Long>> racers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                racers.add(pool.submit(this::tickets));
            }
            long taken = 0;
            for (Future<Long> racer : racers) {
                taken += racer.get();
            }
            assertThat(lease.spent() - skipped.get()).isEqualTo(taken);
        } finally {
            pool.shutdownNow();
        }
    }

    private long tickets() {
        long taken = 0;
        for (int round = 0; round < ROUNDS; round++) {
            long tick = round % 3 == 0 ? now.addAndGet(2) : now.get();
            int count = 1 + round % 2;
            long ticket = count == 1 ? lease.take(tick) : lease.take(tick, count);
            taken += ticket >= 0 ? count : 0;
        }
        return taken;
    }
}
