package io.snowflakeid.ledger.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a ledger does after an answer of its store, a lost answer, or a rejection. */
class StoreWorkerLedgerTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.GAME_SERVERS;
    private static final long NOON = Instant.parse("2026-11-20T12:00:00Z").getEpochSecond() * 1_000_000_000L;

    private final List<String> tokens = new ArrayList<>(); // of all attempts
    private final List<String> written = new ArrayList<>(); // tokens that the store has
    private boolean writes = true;
    private boolean answers = true;
    private boolean canBeRead = true;
    private RuntimeException refusal;

    private static WorkerGrant grant(String token) {
        long from = LAYOUT.tickAt(Instant.ofEpochSecond(0, NOON));
        return new WorkerGrant(7, 0, from, from + 1000, token, NOON);
    }

    private static final class Settings extends LedgerBuilder<Settings> {
        Settings() {
            super(LAYOUT, 7);
        }

        @Override
        protected Settings self() {
            return this;
        }
    }

    private final class Store extends StoreWorkerLedger {
        Store() {
            super(new Settings().settings());
        }

        @Override
        protected Attempt attempt(String token, long wallNanos) {
            tokens.add(token);
            if (refusal != null) {
                throw refusal;
            }
            if (writes) {
                written.add(token);
            }
            if (!answers) {
                throw new IllegalStateException("reply lost");
            }
            return Attempt.granted(grant(token));
        }

        @Override
        protected Optional<WorkerGrant> adopt(String token) {
            if (!canBeRead) {
                throw new IllegalStateException("still down");
            }
            return written.contains(token) ? Optional.of(grant(token)) : Optional.empty();
        }

        @Override
        public List<WorkerEntry> workers() {
            return List.of();
        }

        @Override
        protected String store() {
            return "the store";
        }

        @Override
        public Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick) {
            return Optional.empty();
        }

        @Override
        public void release(WorkerGrant grant, long firstUnusedTick) {
            written.remove(grant.token());
        }
    }

    private final Store ledger = new Store();

    @Test
    void aReplyLostAfterTheWriteIsAdoptedByToken() {
        answers = false;
        assertThat(ledger.acquire(NOON)).isEqualTo(grant(tokens.get(0)));
        assertThat(tokens).hasSize(1);
    }

    @Test
    void aWriteThatNeverHappenedIsAFailureNotAGrant() {
        answers = false;
        writes = false;
        assertThatThrownBy(() -> ledger.acquire(NOON))
                .isInstanceOf(WorkerLedgerException.class)
                .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                .hasMessageContaining(" could not grant a worker (reply lost): check that the store answers");
    }

    @Test
    void whatCannotBeReadIsNotBelieved() {
        answers = false;
        canBeRead = false;
        assertThatThrownBy(() -> ledger.acquire(NOON))
                .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                .satisfies(e -> assertThat(e.getCause().getSuppressed()[0]).hasMessage("still down"));
    }

    @Test
    void aRefusalOfTheStoreIsFinal() {
        refusal = new WorkerLedgerException("another layout");
        assertThatThrownBy(() -> ledger.acquire(NOON)).isSameAs(refusal);
        assertThat(tokens).hasSize(1);
    }

    @Test
    void eachAttemptHasATokenOfItsOwn() {
        ledger.acquire(NOON);
        ledger.acquire(NOON);
        assertThat(tokens).doesNotHaveDuplicates().allMatch(token -> token.matches("[0-9a-f]{32}"));
    }

    @Test
    void anEpochAheadOfTheClockIsRefusedBeforeTheStoreIsAsked() {
        assertThatThrownBy(() -> ledger.acquire(0)).hasFieldOrPropertyWithValue("reason", Reason.CLOCK_WRONG);
        assertThat(tokens).isEmpty();
    }

    @Test
    void whatIsStoredNamesTheDatacenterThatItOwns() {
        assertThat(new Settings().settings().stored())
                .isEqualTo("layout " + LAYOUT.spec() + ", datacenter 7, version 1");
    }
}
