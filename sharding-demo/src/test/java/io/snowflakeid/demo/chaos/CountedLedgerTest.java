package io.snowflakeid.demo.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CountedLedgerTest {

    private static final WorkerGrant GRANT = new WorkerGrant(0, 1, 10, 20, "first", 0);
    private static final WorkerGrant LONGER = new WorkerGrant(0, 1, 10, 30, "first", 0);
    private static final WorkerGrant ANOTHER = new WorkerGrant(0, 600, 15, 40, "second", 0);

    private final Scripted scripted = new Scripted();
    private final CountedLedger counted = new CountedLedger(scripted);

    @Test
    void aGrantThatTakesThePlaceOfAnotherIsHandedOnAndCountedAsMoved() {
        scripted.renewals.addAll(
                List.of(Optional.of(LONGER), Optional.of(LONGER), Optional.of(ANOTHER), Optional.empty()));

        assertThat(counted.acquire(7)).isEqualTo(GRANT);
        assertThat(counted.renew(GRANT, 12)).contains(LONGER);
        assertThat(counted.renew(LONGER, 13)).contains(LONGER);
        assertThat(counted.renew(LONGER, 18)).contains(ANOTHER);
        assertThat(counted.renew(ANOTHER, 19)).isEmpty();

        assertThat(counted.counters())
                .isEqualTo(Map.of(
                        "leasesGranted", 2L,
                        "leasesReplaced", 0L,
                        "leasesMoved", 1L,
                        "renewals", 2L,
                        "renewalsRefused", 1L,
                        "ledgerFailures", 0L));
    }

    @Test
    void allElseIsWhatTheLedgerSays() {
        counted.release(GRANT, 15);
        counted.acquire(7);

        assertThat(scripted.asked).containsExactly("release " + GRANT + " from 15", "acquire at 7");
        assertThat(counted.layout()).isEqualTo(SnowflakeLayout.DEFAULT);
        assertThat(counted.renewEvery()).isEqualTo(Duration.ofMillis(123));
        assertThat(counted.hasClock()).isTrue();
        assertThat(counted.describe()).isEqualTo("the scripted one");
    }

    @Test
    void failuresAreCountedAndThrownAgain() {
        scripted.down = true;

        assertThatThrownBy(() -> counted.acquire(7)).isSameAs(scripted.failure);
        assertThatThrownBy(() -> counted.renew(GRANT, 12)).isSameAs(scripted.failure);
        assertThatThrownBy(() -> counted.release(GRANT, 15)).isSameAs(scripted.failure);

        assertThat(counted.counters()).containsEntry("ledgerFailures", 3L).containsEntry("leasesGranted", 0L);
    }

    private static final class Scripted implements WorkerLedger {

        private final Deque<Optional<WorkerGrant>> renewals = new ArrayDeque<>();
        private final List<String> asked = new ArrayList<>();
        private final WorkerLedgerException failure = new WorkerLedgerException("down");
        private boolean down;

        private void requireUp() {
            if (down) {
                throw failure;
            }
        }

        @Override
        public SnowflakeLayout layout() {
            return SnowflakeLayout.DEFAULT;
        }

        @Override
        public WorkerGrant acquire(long wallNanos) {
            requireUp();
            asked.add("acquire at " + wallNanos);
            return GRANT;
        }

        @Override
        public Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick) {
            requireUp();
            return renewals.remove();
        }

        @Override
        public void release(WorkerGrant grant, long firstUnusedTick) {
            requireUp();
            asked.add("release " + grant + " from " + firstUnusedTick);
        }

        @Override
        public Duration renewEvery() {
            return Duration.ofMillis(123);
        }

        @Override
        public boolean hasClock() {
            return true;
        }

        @Override
        public String describe() {
            return "the scripted one";
        }
    }
}
