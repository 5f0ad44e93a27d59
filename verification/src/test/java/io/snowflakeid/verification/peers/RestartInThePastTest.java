package io.snowflakeid.verification.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.Test;

/** A restart after the clock was set back, without processes and without libfaketime: the clock is a number that the test sets. */
class RestartInThePastTest {

    private static final long STEP_BACK_MILLIS = 5_000;
    private static final int IDS = 10_000;

    @Test
    void theTextbookMakesItsIdsAgain() {
        long[] millis = {1_790_000_000_000L};
        List<Long> made = new ArrayList<>();
        make(new TextbookMaker.Textbook(1, () -> millis[0]++ / 10)::nextId, made);
        millis[0] -= IDS;
        make(new TextbookMaker.Textbook(1, () -> millis[0]++ / 10)::nextId, made);

        assertThat(duplicates(made)).isPositive();
    }

    @Test
    void oursDoesNotWhetherItWasClosedOrNot() {
        JdbcConnectionPool pool = JdbcConnectionPool.create("jdbc:h2:mem:" + UUID.randomUUID(), "sa", "");
        List<Long> made = new ArrayList<>();
        try (SnowflakeIdGenerator closed = start(pool, 0)) {
            make(closed::nextId, made);
        }
        SnowflakeIdGenerator crashed = start(pool, -STEP_BACK_MILLIS);
        make(crashed::nextId, made);
        try (SnowflakeIdGenerator last = start(pool, -2 * STEP_BACK_MILLIS)) {
            make(last::nextId, made);
        }
        crashed.close();
        pool.dispose();

        assertThat(made).hasSize(3 * IDS);
        assertThat(duplicates(made)).isZero();
    }

    private static SnowflakeIdGenerator start(JdbcConnectionPool pool, long clockOffMillis) {
        return SnowflakeIdGenerator.builder(JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, pool)
                        .window(Duration.ofSeconds(30))
                        .build())
                .timeSource(new WrongClock(clockOffMillis))
                .build();
    }

    private static void make(LongSupplier ids, List<Long> made) {
        for (int i = 0; i < IDS; i++) {
            made.add(ids.getAsLong());
        }
    }

    private static long duplicates(List<Long> made) {
        return made.size() - (long) new HashSet<>(made).size();
    }

    /** A wall clock that is off; the monotonic clock is true. */
    private record WrongClock(long offMillis) implements TimeSource {

        @Override
        public long wallNanos() {
            return TimeSource.system().wallNanos() + offMillis * 1_000_000;
        }

        @Override
        public long nanos() {
            return TimeSource.system().nanos();
        }

        @Override
        public void park(long nanos) {
            TimeSource.system().park(nanos);
        }
    }
}
