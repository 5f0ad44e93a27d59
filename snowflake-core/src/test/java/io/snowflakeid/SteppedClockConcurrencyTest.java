package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.ledger.FixedWorkerLedger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads that make ids while another one sets the wall clock, in real time. */
@Timeout(60)
class SteppedClockConcurrencyTest {

    private static final int THREADS = 4;
    private static final int SOME_IDS = 6_000;
    private static final int MANY_IDS = 60_000;

    /** The machine's clocks, with the wall clock off by as much as the test says. */
    private static final class SetClock implements TimeSource {
        private final AtomicLong off = new AtomicLong();
        private final AtomicLong readings = new AtomicLong();

        @Override
        public long wallNanos() {
            readings.incrementAndGet();
            return TimeSource.system().wallNanos() + off.get();
        }

        @Override
        public long nanos() {
            return TimeSource.system().nanos();
        }
    }

    private static SnowflakeIdGenerator generator(String policy, SetClock clock, HeardEvents heard) {
        return SnowflakeIdGenerator.builder(
                        FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 3).inNamespace("stepped-" + UUID.randomUUID()))
                .clockPolicy("tiered".equals(policy) ? ClockPolicy.tiered() : ClockPolicy.refuse())
                .timeSource(clock)
                .maxWait(Duration.ofMillis(20)) // a clock that is set forward wakes no waiting call
                .listener(heard)
                .build();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tiered", "refuse"})
    void nothingIsRepeatedWhileAThreadSetsTheClock(String policy) throws Exception {
        setsTheClock(policy, SOME_IDS);
    }

    private static void setsTheClock(String policy, int ids) throws Exception {
        SetClock clock = new SetClock();
        HeardEvents heard = new HeardEvents();
        try (QuietLog quiet = new QuietLog();
                SnowflakeIdGenerator generator = generator(policy, clock, heard)) {
            assertThat(quiet).isNotNull();
            makeIds(generator, ids, () -> heard.events().isEmpty(), done -> {
                SplittableRandom random = new SplittableRandom(42);
                long furthest = 0;
                while (!done.isDone()) {
                    setSomewhere(clock, random);
                    generator.resume();
                    generator.acceptLeap();
                    furthest = Math.max(furthest, clock.off.get());
                    clock.off.set(furthest); // "refuse" makes ids nowhere else
                }
            });
            assertThat(heard.events()).isNotEmpty();
        }
    }

    private static void setSomewhere(SetClock clock, SplittableRandom random) {
        long limit = Duration.ofMillis(random.nextBoolean() ? 200 : 12_000).toNanos();
        clock.off.addAndGet(random.nextLong(-limit, limit));
        for (int i = random.nextInt(2000); i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    /** Small steps forward, and none back: whoever reads the clock late must not take that for a step. */
    @ParameterizedTest
    @ValueSource(strings = {"tiered", "refuse"})
    void aClockThatOnlyMovesForwardIsNeverReported(String policy) throws Exception {
        SetClock clock = new SetClock();
        HeardEvents heard = new HeardEvents();
        try (SnowflakeIdGenerator ids = generator(policy, clock, heard)) {
            makeIds(ids, MANY_IDS, () -> false, done -> {
                long seen = 0;
                while (!done.isDone()) {
                    long now = clock.readings
                            .get(); // no step without a reading, or it would be a leap for threads that are held up
                    clock.off.addAndGet(now == seen ? 0 : 1000);
                    seen = now;
                    Thread.onSpinWait();
                }
            });
            assertThat(heard.events()).isEmpty();
            assertThat(ids.status().clockStepsBack()).isZero();
        }
    }

    private interface ClockSetter {
        void until(Future<?> done);
    }

    /** At least {@code each} per thread, and more until the setter has been seen: it may get the processor late. */
    private static void makeIds(SnowflakeIdGenerator ids, int each, BooleanSupplier unseen, ClockSetter setter)
            throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS + 1);
        try {
            List<Future<long[]>> makers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                makers.add(pool.submit(() -> increasing(ids, each, unseen)));
            }
            Future<?> all = pool.submit(() -> {
                for (Future<long[]> maker : makers) {
                    maker.get();
                }
                return null;
            });
            setter.until(all);
            all.get();
            assertAllDistinct(makers);
        } finally {
            pool.shutdownNow();
        }
    }

    private static long[] increasing(SnowflakeIdGenerator ids, int each, BooleanSupplier unseen) {
        long[] made = new long[each];
        int count = 0;
        long last = 0;
        while (count < each || unseen.getAsBoolean()) {
            try {
                long id = ids.nextId();
                assertThat(id > last).isTrue();
                last = id;
                made = count < made.length ? made : Arrays.copyOf(made, 2 * count);
                made[count++] = id;
            } catch (NoIdAvailableException refused) {
                Thread.onSpinWait();
            }
        }
        return Arrays.copyOf(made, count);
    }

    private static void assertAllDistinct(List<Future<long[]>> makers) throws Exception {
        LongStream all = LongStream.empty();
        for (Future<long[]> maker : makers) {
            all = LongStream.concat(all, LongStream.of(maker.get()));
        }
        long[] sorted = all.sorted().toArray();
        for (int i = 1; i < sorted.length; i++) {
            assertThat(sorted[i] != sorted[i - 1]).as("id %s twice", sorted[i]).isTrue();
        }
    }
}
