package io.snowflakeid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerEntry.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class WorkersInUseTest {

    private final HandMovedTime time = new HandMovedTime("2026-06-01T12:00:00Z");
    private final TestLedger ledger = new TestLedger(SnowflakeLayout.DEFAULT, time);
    private final Queue<Runnable> otherThread = new ArrayDeque<>();
    private final WorkersInUse inUse = new WorkersInUse(List.of(ledger), otherThread::add, time);

    private void otherThreadRuns() {
        while (!otherThread.isEmpty()) {
            otherThread.remove().run();
        }
    }

    private static WorkerEntry entry(long datacenter, long worker, State state) {
        return new WorkerEntry(datacenter, worker, state, "somebody", Instant.EPOCH, Instant.EPOCH, Instant.EPOCH);
    }

    @Test
    void nothingIsKnownBeforeTheFirstAnswerAndNobodyWaitsForIt() {
        assertThat(inUse.held()).isNaN();
        assertThat(inUse.quarantined()).isNaN();
        assertThat(ledger.listed).hasValue(0);
        assertThat(inUse.all()).isEqualTo(1024);
    }

    @Test
    void theNextReaderHasTheAnswer() {
        ledger.workers = List.of(
                entry(0, 0, State.HELD),
                entry(0, 1, State.HELD),
                entry(0, 2, State.QUARANTINED),
                entry(0, 3, State.FREE),
                entry(1, 0, State.HELD));
        inUse.held();
        otherThreadRuns();

        assertThat(inUse.held()).isEqualTo(2);
        assertThat(inUse.quarantined()).isEqualTo(1);
    }

    @Test
    void readersWithinHalfAMinuteAskOnce() {
        inUse.held();
        inUse.quarantined();
        time.pass(Duration.ofSeconds(29));
        inUse.held();
        otherThreadRuns();
        assertThat(ledger.listed).hasValue(1);

        time.pass(Duration.ofSeconds(1));
        inUse.held();
        otherThreadRuns();
        assertThat(ledger.listed).hasValue(2);
    }

    @Test
    void nobodyAsksWhileNobodyReads() {
        time.pass(Duration.ofDays(1));
        otherThreadRuns();
        assertThat(ledger.listed).hasValue(0);
    }

    @Test
    void aLedgerThatIsAwayLeavesWhatWasKnown() {
        ledger.workers = List.of(entry(0, 0, State.HELD));
        inUse.held();
        otherThreadRuns();
        ledger.down = true;
        time.pass(Duration.ofSeconds(30));
        inUse.held();
        otherThreadRuns();

        assertThat(inUse.held()).isEqualTo(1);
    }
}
