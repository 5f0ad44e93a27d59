package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When a keeper asks a ledger again that did not answer. */
@Timeout(20)
class KeeperRetryTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;

    private final ManualTime time = new ManualTime(Instant.parse("2026-11-20T12:00:00Z"));
    private final AskedLedger ledger = new AskedLedger();

    /** Notes when it is asked for a worker. */
    private final class AskedLedger implements WorkerLedger {
        private final MemoryLedger memory = new MemoryLedger(LAYOUT, time, 1000, 100);
        private final BlockingQueue<Long> asked = new LinkedBlockingQueue<>();

        @Override
        public SnowflakeLayout layout() {
            return memory.layout();
        }

        @Override
        public WorkerGrant acquire(long wallNanos) {
            asked.add(System.nanoTime());
            return memory.acquire(wallNanos);
        }

        @Override
        public Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick) {
            return memory.renew(grant, positionTick);
        }

        @Override
        public void release(WorkerGrant grant, long firstUnusedTick) {
            memory.release(grant, firstUnusedTick);
        }

        @Override
        public Duration renewEvery() {
            return memory.renewEvery();
        }

        @Override
        public boolean hasClock() {
            return true;
        }

        @Override
        public String describe() {
            return memory.describe();
        }
    }

    @Test
    void aLedgerThatIsAwayIsAskedAtGrowingIntervals() throws InterruptedException {
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(ledger)
                .timeSource(time)
                .maxWait(Duration.ofMillis(1))
                .build()) {
            ledger.asked.clear();
            ledger.memory.down = true;
            time.pass(Duration.ofSeconds(2)); // the window has lapsed
            assertThatThrownBy(ids::nextId).isInstanceOf(NoIdAvailableException.class);
            List<Long> millis = new ArrayList<>();
            long last = ledger.asked.take();
            for (int i = 0; i < 3; i++) {
                long next = ledger.asked.take();
                millis.add(TimeUnit.NANOSECONDS.toMillis(next - last));
                last = next;
            }
            // 100, 200 and 400 ms, more or less a tenth, and whatever a busy machine adds
            assertThat(millis.get(0)).isGreaterThanOrEqualTo(89);
            assertThat(millis.get(1)).isGreaterThanOrEqualTo(179);
            assertThat(millis.get(2)).isGreaterThanOrEqualTo(359);
        }
    }
}
