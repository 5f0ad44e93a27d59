package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.testing.InThreads;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class GeneratorConcurrencyTest {

    private static final int THREADS = 8;
    private static final int IDS = 50_000;

    private static SnowflakeIdGenerator generator(String name) {
        return SnowflakeIdGenerator.on(
                FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 1).inNamespace(name));
    }

    private static long[] increasing(SnowflakeIdGenerator ids) {
        long[] made = new long[IDS];
        long last = 0;
        for (int i = 0; i < IDS; i++) {
            made[i] = ids.nextId();
            assertThat(made[i] > last).isTrue();
            last = made[i];
        }
        return made;
    }

    /** Windows of 30 ms on a ledger that loses every tenth renewal: workers change all the time while ids are made. */
    @Test
    void changingWorkersUnderLoadRepeatsNothing() throws Exception {
        MemoryLedger ledger = new MemoryLedger(SnowflakeLayout.DEFAULT, TimeSource.system(), 30, 0);
        ledger.renewEvery = Duration.ofMillis(3);
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(ledger)
                .maxWait(Duration.ofMinutes(1)) // of a busy machine
                .build()) {
            assertAllDistinct(InThreads.call(THREADS, THREADS, () -> {
                long[] made = increasing(ids);
                ledger.loseGrant = true;
                return made;
            }));
            assertThat(ids.issued()).isEqualTo((long) THREADS * IDS);
            assertThat(ledger.events().size()).isGreaterThan(1);
        }
    }

    /** Small steps forward, and none back: a thread that reads the clock late must not take that for a step. */
    @Test
    void aClockThatOnlyMovesForwardIsNeverReported() throws Exception {
        AtomicLong readings = new AtomicLong();
        AtomicLong ahead = new AtomicLong();
        TimeSource clock = new TimeSource() {
            @Override
            public long wallNanos() {
                readings.incrementAndGet();
                return TimeSource.system().wallNanos() + ahead.get();
            }

            @Override
            public long nanos() {
                return TimeSource.system().nanos();
            }
        };
        RecordedEvents heard = new RecordedEvents();
        ExecutorService setter = Executors.newSingleThreadExecutor();
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(
                        FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 3).inNamespace("forward"))
                .clockPolicy(ClockPolicy.refuse())
                .timeSource(clock)
                .maxWait(Duration.ofMinutes(1)) // of a busy machine
                .listener(heard)
                .build()) {
            AtomicBoolean over = new AtomicBoolean();
            Future<?> setting = setter.submit(() -> {
                long seen = 0;
                while (!over.get()) {
                    long now = readings.get(); // no step without a reading, or it would be a leap for threads that are
                    // held up
                    ahead.addAndGet(now == seen ? 0 : 1000);
                    seen = now;
                    Thread.onSpinWait();
                }
            });
            assertAllDistinct(InThreads.call(THREADS, THREADS, () -> increasing(ids)));
            over.set(true);
            setting.get();
            assertThat(heard.events()).isEmpty();
            assertThat(ids.status().clockStepsBack()).isZero();
        } finally {
            setter.shutdownNow();
        }
    }

    @Test
    void anIdCostsNoMemory() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();
        try (SnowflakeIdGenerator ids = generator("allocation")) {
            long sum = many(ids, 40_000);
            long before = threads.getThreadAllocatedBytes(self);
            sum += many(ids, 40_000);
            long allocated = threads.getThreadAllocatedBytes(self) - before;
            assertThat(sum).isNotZero();
            assertThat(allocated).as("bytes for 40,000 ids").isLessThan(40_000);
        }
    }

    private static long many(SnowflakeIdGenerator ids, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += ids.nextId();
        }
        return sum;
    }

    private static void assertAllDistinct(List<long[]> parts) {
        long[] all = parts.stream().flatMapToLong(Arrays::stream).sorted().toArray();
        assertThat(all).hasSize(THREADS * IDS);
        for (int i = 1; i < all.length; i++) {
            assertThat(all[i] != all[i - 1]).as("id %s twice", all[i]).isTrue();
        }
    }
}
