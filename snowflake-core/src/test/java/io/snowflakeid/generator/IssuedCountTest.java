package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@link SnowflakeIdGenerator#issued} counts, under policies that read the wall clock and under one that does not. */
@Timeout(60)
class IssuedCountTest extends OnManualTime {

    private static final int THREADS = 4;
    private static final int JUMPS = 300_000;

    static List<ClockPolicy> policies() {
        return List.of(ClockPolicy.rideThrough(), ClockPolicy.tiered());
    }

    @ParameterizedTest
    @MethodSource("policies")
    void everyIdCountsOnceWhateverTheClockJumpsOver(ClockPolicy policy) {
        try (SnowflakeIdGenerator ids = on(fixed(LAYOUT), policy).build()) {
            assertThat(ids.issued()).isZero();
            for (int i = 1; i <= 500; i++) {
                time.pass(Duration.ofMillis(i % 7));
                ids.nextId();
                assertThat(ids.issued()).isEqualTo(i);
            }
            time.pass(Duration.ofDays(1));
            for (int i = 0; i < 50_000; i++) { // more than a burst
                ids.nextId();
            }
            assertThat(ids.issued()).isEqualTo(50_500);
            assertThat(ids.status().issued()).isEqualTo(50_500);
        }
    }

    @ParameterizedTest
    @MethodSource("policies")
    void anArrayMayBeLargerThanABurst(ClockPolicy policy) {
        try (SnowflakeIdGenerator ids = on(fixed(LAYOUT), policy).build()) {
            time.pass(Duration.ofSeconds(1));
            ids.fill(new long[0]);
            assertThat(ids.issued()).isZero();
            long[] filled = new long[2 * LAYOUT.burstSize() + 10];
            ids.fill(filled);
            assertThat(filled).isSorted().doesNotHaveDuplicates();
            assertThat(filled[0]).isPositive();
            assertThat(ids.nextId()).isGreaterThan(filled[filled.length - 1]);
            assertThat(ids.issued()).isEqualTo(filled.length + 1);
        }
    }

    /** Each call jumps over more ids than there are in all, so that a reading of half a jump stands out. */
    @Test
    void aReaderIsNeverTakenInByAJumpThatIsUnderWay() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        AtomicLong begun = new AtomicLong();
        try (QuietLog quiet = new QuietLog();
                SnowflakeIdGenerator ids =
                        on(fixed(LAYOUT), ClockPolicy.rideThrough()).build()) {
            assertThat(quiet).isNotNull();
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 1; i < THREADS; i++) {
                writers.add(pool.submit(() -> {
                    for (int made = 0; made < JUMPS; made++) {
                        time.pass(Duration.ofMillis(500));
                        begun.incrementAndGet();
                        ids.nextId();
                    }
                }));
            }
            long last = 0;
            boolean plausible = true;
            while (begun.get() < (THREADS - 1L) * JUMPS) {
                long issued = ids.issued();
                plausible &= issued >= last && issued <= begun.get();
                last = issued;
            }
            assertThat(plausible).isTrue();
            for (Future<?> writer : writers) {
                writer.get();
            }
            assertThat(ids.issued()).isEqualTo((THREADS - 1L) * JUMPS);
        } finally {
            pool.shutdownNow();
        }
    }
}
