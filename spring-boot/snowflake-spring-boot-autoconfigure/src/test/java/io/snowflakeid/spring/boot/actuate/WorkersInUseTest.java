package io.snowflakeid.spring.boot.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerEntry.State;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class WorkersInUseTest {

    private final HandMovedTime time = new HandMovedTime("2026-06-01T12:00:00Z");
    private final TestLedger ledger = new TestLedger(SnowflakeLayout.DEFAULT, time);
    private final WorkersInUse inUse = new WorkersInUse(List.of(ledger), time);

    private static WorkerEntry entry(long datacenter, long worker, State state) {
        return new WorkerEntry(datacenter, worker, state, "somebody", Instant.EPOCH, Instant.EPOCH, Instant.EPOCH);
    }

    /** Waits for the background thread. */
    private void awaitAnswer(int times) throws InterruptedException {
        inUse.count(State.HELD);
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("snowflake-workers-in-use")) {
                thread.join(TimeUnit.SECONDS.toMillis(10));
            }
        }
        assertThat(ledger.listed).hasValue(times);
    }

    @Test
    void nothingIsKnownBeforeTheFirstAnswerAndReadingDoesNotWaitForIt() throws InterruptedException {
        ledger.workers = List.of(
                entry(0, 0, State.HELD),
                entry(0, 1, State.HELD),
                entry(0, 2, State.QUARANTINED),
                entry(0, 3, State.FREE),
                entry(1, 0, State.HELD));
        ledger.answers.acquire();
        assertThat(inUse.count(State.HELD)).isNaN();
        assertThat(inUse.count(State.QUARANTINED)).isNaN();
        assertThat(inUse.all()).isEqualTo(1024);

        ledger.answers.release();
        awaitAnswer(1);

        assertThat(inUse.count(State.HELD)).isEqualTo(2);
        assertThat(inUse.count(State.QUARANTINED)).isEqualTo(1);
    }

    @Test
    void readersWithinHalfAMinuteAskOnce() throws InterruptedException {
        awaitAnswer(1);
        time.pass(Duration.ofSeconds(29));
        awaitAnswer(1);
        time.pass(Duration.ofSeconds(1));
        awaitAnswer(2);
    }

    @Test
    void aLedgerThatIsAwayLeavesWhatWasKnown() throws InterruptedException {
        ledger.workers = List.of(entry(0, 0, State.HELD));
        awaitAnswer(1);
        ledger.down = true;
        time.pass(Duration.ofSeconds(30));
        awaitAnswer(2);

        assertThat(inUse.count(State.HELD)).isEqualTo(1);
    }
}
