package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.IdBatch;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.testing.InThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@link GeneratorStatus#borrowedTicks} counts, under policies that read the wall clock and under one that does not. */
@Timeout(60)
class BorrowedTicksTest extends OnManualTime {

    private static final int PER_TICK = 4096;
    private static final int THREADS = 4;

    private static void take(SnowflakeIdGenerator ids, int count) {
        for (int i = 0; i < count; i++) {
            ids.nextId();
        }
    }

    @ParameterizedTest
    @MethodSource("policiesAndSequences")
    void whateverIsTakenTheCountIsThatOfTheTicksSeenAhead(ClockPolicy policy, int sequenceBits) {
        SnowflakeLayout layout = SnowflakeLayout.parse("41x1ms/0/4/" + sequenceBits + "@2010-11-04T01:42:54.657Z");
        Random random = new Random(sequenceBits);
        Set<Instant> begun = new HashSet<>();
        int ahead = 0;
        try (SnowflakeIdGenerator ids = on(fixed(layout), policy).build()) {
            for (int i = 0; i < 3_000; i++) {
                time.pass(Duration.ofMillis(random.nextInt(3)));
                int count = 1 + random.nextInt(2 << sequenceBits);
                Instant then = time.wallInstant();
                List<Long> taken = take(ids, count, random.nextBoolean());
                for (long id : taken) {
                    Instant tick = layout.decode(id).timestamp();
                    if (begun.add(tick) && tick.isAfter(then)) {
                        ahead++;
                    }
                }
            }
            assertThat(ahead).isPositive();
            assertThat(ids.status().borrowedTicks()).isEqualTo(ahead);
        }
    }

    /** A single id, or a reservation of so many at most as are taken in one step. */
    private static List<Long> take(SnowflakeIdGenerator ids, int count, boolean single) {
        List<Long> taken = new ArrayList<>();
        if (single) {
            taken.add(ids.nextId());
            return taken;
        }
        IdBatch batch = ids.reserve(count);
        while (batch.remaining() > 0) {
            taken.add(batch.next());
        }
        return taken;
    }

    @Test
    void threadsCountEachTickOnce() throws Exception {
        try (SnowflakeIdGenerator ids =
                on(fixed(LAYOUT), ClockPolicy.rideThrough()).build()) {
            time.pass(Duration.ofSeconds(1)); // past where the window of a fixed worker begins
            InThreads.call(THREADS, THREADS, () -> {
                for (int made = 0; made < 10_000; made += 10) {
                    take(ids, 7);
                    ids.reserve(3);
                }
                return ids;
            });
            // 40,000 ids, and the clock stands still
            assertThat(ids.status().borrowedTicks()).isEqualTo(40_000 / PER_TICK);
        }
    }
}
