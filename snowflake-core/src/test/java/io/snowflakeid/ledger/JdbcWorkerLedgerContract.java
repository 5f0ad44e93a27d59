package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerEntry.State;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.internal.jdbc.SqlDialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What a ledger in a database promises beyond what every ledger does, whichever database it is. */
abstract class JdbcWorkerLedgerContract extends JdbcConnectionsContract {

    // ---- namespace

    @Test
    void missingTablesAreReportedWithTheirDdlWhereCreatingIsSwitchedOff() {
        JdbcWorkerLedger cautious = JdbcWorkerLedger.shared(LAYOUT, database.dataSource())
                .createTables(false)
                .build();
        assertThatThrownBy(() -> acquire(cautious))
                .hasFieldOrPropertyWithValue("reason", Reason.TABLES_MISSING)
                .hasMessageStartingWith("the tables [snowflake_namespace, snowflake_worker] are missing in ")
                .hasMessageMatching("(?s).*CREATE TABLE IF NOT EXISTS ([`\"])[^`\"]+\\1\\.snowflake_namespace .*")
                .hasMessageMatching("(?s).*CREATE TABLE IF NOT EXISTS ([`\"])[^`\"]+\\1\\.snowflake_worker .*");
        acquire(ledger);
        assertThat(acquire(cautious).worker()).isEqualTo(1);
    }

    /** The statement that an operator is told does it. */
    @Test
    void aMissingNamespaceIsReportedWithItsStatementWhereCreatingIsSwitchedOff() throws SQLException {
        acquire(ledger);
        JdbcWorkerLedger cautious = JdbcWorkerLedger.forDatacenter(SnowflakeLayout.TWITTER, 7, database.dataSource())
                .namespace("game")
                .workers(1, 3)
                .createTables(false)
                .build();
        AtomicReference<String> message = new AtomicReference<>("");
        assertThatThrownBy(() -> acquire(cautious))
                .hasFieldOrPropertyWithValue("reason", Reason.TABLES_MISSING)
                .hasMessageStartingWith("namespace 'game' is not in ")
                .hasMessageContaining("if it was there before, look who deleted it")
                .satisfies(e -> message.set(String.valueOf(e.getMessage())));
        assertThat(one("SELECT COUNT(*) FROM snowflake_namespace")).isEqualTo(1);
        String sql = message.get().substring(message.get().indexOf("INSERT"));
        database.execute(sql.substring(0, sql.length() - 1));
        assertThat(acquire(cautious).worker()).isEqualTo(1);
    }

    @Test
    void aLedgerIsSetUpWithoutAWorker() throws SQLException {
        ledger.setUp();
        ledger.setUp();
        assertThat(one("SELECT COUNT(*) FROM snowflake_namespace")).isEqualTo(1);
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isZero();
    }

    @Test
    void aLedgerOfSomeWorkersGrantsThoseAlone() {
        JdbcWorkerLedger.Builder some =
                JdbcWorkerLedger.shared(LAYOUT, database.dataSource()).workers(600, 601);
        JdbcWorkerLedger own = some.build();
        assertThat(List.of(acquire(own).worker(), acquire(own).worker())).containsExactly(600L, 601L);
        JdbcWorkerLedger impatient = some.window(Duration.ofMillis(300)).build();
        assertThatThrownBy(() -> acquire(impatient))
                .hasMessageStartingWith("all 2 workers of ledger 'default' (shared, workers 600..601) are taken (");
        assertThatThrownBy(() -> acquire(some.workers(600, 602).build()))
                .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                .hasMessageContaining(", shared, workers 600..601, version 1, this process wants layout ")
                .hasMessageContaining(", shared, workers 600..602, version 1: ids of both would clash");
        assertThatThrownBy(() -> acquire(ledger)).hasMessageContaining(", shared, version 1: ids of both would clash");
    }

    @Test
    void aNamespaceThatIsGoneIsToldAndNothingIsWritten() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        WorkerGrant released = acquire(ledger);
        ledger.release(released, released.from());
        database.execute("DELETE FROM snowflake_namespace");
        assertEveryCallFails(
                grant, Reason.STORED_DIFFERENTLY, "namespace 'default' is not in the database any more: look who .*");
        assertThat(leasedUntil(grant.worker())).isEqualTo(grant.until());
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker WHERE token IS NULL"))
                .isEqualTo(1);
    }

    private void assertEveryCallFails(WorkerGrant grant, Reason reason, String message) {
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> acquire(ledger),
                () -> ledger.renew(grant, grant.from() + 60_000),
                () -> ledger.release(grant, grant.from()),
                ledger::markRecovered)) {
            assertThatThrownBy(call)
                    .hasFieldOrPropertyWithValue("reason", reason)
                    .hasMessageMatching("(?s)" + message);
        }
    }

    /** A running process does not follow a ledger that was set up anew. */
    @Test
    void aNamespaceThatWasReplacedIsToldAndNothingIsWritten() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        database.execute("UPDATE snowflake_namespace SET scope = 'datacenter 3'");
        assertThatThrownBy(() -> ledger.renew(grant, grant.from() + 60_000))
                .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                .hasMessageContaining(", datacenter 3, version 1, this process wants layout ");
        assertThat(leasedUntil(grant.worker())).isEqualTo(grant.until());
    }

    @Test
    void whatIsStoredCanBeReadBack() {
        SnowflakeLayout twitter = SnowflakeLayout.TWITTER;
        acquire(JdbcWorkerLedger.forDatacenter(twitter, 7, database.dataSource())
                .namespace("game")
                .workers(8, 15)
                .build());
        JdbcWorkerLedger stored =
                JdbcWorkerLedger.stored(database.dataSource(), "game").build();
        assertThat(stored.layout()).isEqualTo(twitter);
        assertThat(stored.describe()).isEqualTo("ledger 'game' (datacenter 7, workers 8..15)");
        assertThatThrownBy(() -> JdbcWorkerLedger.stored(database.dataSource(), "shop"))
                .hasMessageStartingWith("the ledger there has no namespace 'shop', but [game]: pass");
        assertThat(acquire(stored).worker()).isEqualTo(9);
        assertThat(stored.datacenter()).isEqualTo(7);
    }

    @Test
    void theListShowsWhoHoldsWhatUntilWhen() throws SQLException {
        JdbcWorkerLedger named = JdbcWorkerLedger.shared(LAYOUT, database.dataSource())
                .holder("shop-1")
                .build();
        WorkerGrant held = acquire(named);
        WorkerGrant lapsed = acquire(named);
        WorkerGrant freed = acquire(named);
        age(lapsed.worker(), WINDOW_TICKS + 10_000);
        named.release(freed, freed.from() + 1);
        assertThat(named.workers())
                .extracting(WorkerEntry::state)
                .containsExactly(State.HELD, State.QUARANTINED, State.FREE);
        assertThat(named.workers()).extracting(WorkerEntry::holder).containsOnly("shop-1");
        assertThat(named.workers().get(0).until()).isEqualTo(LAYOUT.timestampOf(held.until()));
    }

    // ---- restored from a backup

    @Test
    void aHolderThatTheLedgerHasForgottenOpensItLater() throws SQLException {
        WorkerGrant forgotten = acquire(ledger);
        database.execute("DELETE FROM snowflake_worker");
        WorkerGrant next = ledger.renew(forgotten, forgotten.from()).orElseThrow();
        assertThat(next.token()).isNotEqualTo(forgotten.token());
        assertThat(next.from()).isGreaterThanOrEqualTo(forgotten.until());
        assertThat(leasedUntil(next.worker())).isEqualTo(next.until());
        assertThat(one("SELECT opens_at FROM snowflake_namespace")).isEqualTo(next.from());
    }

    @Test
    void aStartBehindASplitterThatReadsACopyIsToldSoAndLeavesItsWorkerFree() throws SQLException {
        acquire(ledger);
        try (Connection copy = copyThatLags()) {
            FaultyDataSource splitter = new FaultyDataSource(database.dataSource());
            splitter.copy = copy;
            JdbcWorkerLedger split = ledgerOn(splitter);
            assertThatThrownBy(() -> acquire(split))
                    .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                    .hasMessageContaining("what was committed for worker 1 cannot be read: a read/write splitter");
        }
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker WHERE worker = 1 AND token IS NULL"))
                .isEqualTo(1);
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isEqualTo(2);
    }

    /** What a copy does not know yet proves nothing: the row is read with a lock, which the primary alone gives. */
    @Test
    void aRenewalOrAReleaseThatReadsACopyOpensNoLedgerLater() throws SQLException {
        acquire(ledger);
        try (Connection copy = copyThatLags()) {
            WorkerGrant grant = acquire(ledger);
            FaultyDataSource splitter = new FaultyDataSource(database.dataSource());
            JdbcWorkerLedger split = ledgerOn(splitter);
            splitter.copy = copy;
            assertThat(split.renew(grant, grant.from() + 60_000)).isPresent();
            assertThat(leasedUntil(grant.worker())).isGreaterThanOrEqualTo(grant.until() + 60_000);
            split.release(grant, grant.from());
            assertThat(one("SELECT opens_at FROM snowflake_namespace")).isZero();
            assertThat(one("SELECT COUNT(*) FROM snowflake_worker WHERE token IS NULL"))
                    .isEqualTo(1);
        }
    }

    /** Reads see what is there now, whatever is written from now on. */
    private Connection copyThatLags() throws SQLException {
        Connection copy = database.connect();
        copy.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        copy.setAutoCommit(false);
        for (String table : List.of("snowflake_worker", "snowflake_namespace")) {
            try (Statement statement = copy.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
                rows.next();
            }
        }
        return copy;
    }

    // ---- not the ledger that it was

    @Test
    void aRunningProcessDoesNotFollowALedgerThatWasReplaced() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        database.execute("DELETE FROM snowflake_worker", "DELETE FROM snowflake_namespace");
        acquire(ledgerOn(database.dataSource()));
        assertEveryCallFails(
                grant,
                Reason.ANOTHER_LEDGER,
                "namespace 'default' is another ledger than it was: it has the id .*"
                        + "stop all processes, mark this one as recovered, and start them anew.*");
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isEqualTo(1);
        assertThat(one("SELECT COUNT(*) FROM snowflake_namespace WHERE opens_at > 0"))
                .isZero();
    }

    @Test
    void aCopyOfALedgerIsRejectedUntilItIsSaidToBeTheLedger() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        database.execute("UPDATE snowflake_namespace SET place = 'shop.where it was copied from'");
        JdbcWorkerLedger copy = ledgerOn(database.dataSource());
        String told = assertThatThrownBy(() -> acquire(copy))
                .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                .hasMessageStartingWith(
                        "namespace 'default' of this ledger was set up in shop.where it was copied from,"
                                + " and is found in ")
                .actual()
                .getMessage();
        assertThatThrownBy(() -> ledger.renew(grant, grant.from()))
                .hasMessageContaining("was set up in shop.where it was copied from, and is found in ");
        database.execute(told.substring(told.indexOf("UPDATE ")));
        assertThat(acquire(copy).worker()).isEqualTo(grant.worker() + 1);
        assertThat(ledger.renew(grant, grant.from())).isPresent();
    }

    /** Two ledgers may have granted this worker: nothing is given back there, and only the first one grants another. */
    @Test
    void idsEndAtOnceWhereAnotherLedgerAnswers() throws SQLException {
        JdbcWorkerLedger own = JdbcWorkerLedger.shared(LAYOUT, database.dataSource())
                .window(Duration.ofSeconds(3)) // renewed twice a second
                .build();
        try (SnowflakeIdGenerator generator = SnowflakeIdGenerator.builder(own)
                .maxWait(Duration.ofMillis(300))
                .build()) {
            long first = generator.nextId();
            String id = own.state().ledgerId();
            database.execute("UPDATE snowflake_namespace SET ledger_id = '" + "0".repeat(32) + "'");
            await(() -> assertThatThrownBy(generator::nextId)
                    .hasMessageContainingAll("was lost before its window ended", "is another ledger than it was"));
            assertThat(one("SELECT COUNT(*) FROM snowflake_worker WHERE token IS NOT NULL"))
                    .isEqualTo(1);
            assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isEqualTo(1);
            database.execute("UPDATE snowflake_namespace SET ledger_id = '" + id + "'");
            await(() -> assertThat(generator.nextId()).isGreaterThan(first));
        }
    }

    private static void await(ThrowingCallable assertion) {
        long start = System.nanoTime();
        while (true) {
            try {
                assertThatCode(assertion).doesNotThrowAnyException();
                return;
            } catch (AssertionError e) {
                if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(30)) {
                    throw e;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
    }

    /** As code of the application does that shares the pool with the ledger, and does not restore it. */
    @Test
    void aConnectionThatOtherCodeLedToAnotherSchemaStillLeadsToTheLedger() throws SQLException {
        WorkerGrant first = acquire(ledger);
        try (Connection pooled = database.connect();
                Statement statement = pooled.createStatement()) {
            SqlDialect dialect = SqlDialect.of(pooled);
            String other = "elsewhere_" + System.nanoTime();
            statement.execute("CREATE SCHEMA " + other);
            try {
                FaultyDataSource pool = new FaultyDataSource(database.dataSource());
                pool.pooled = pooled;
                JdbcWorkerLedger own = ledgerOn(pool);
                if (dialect == SqlDialect.H2) { // it alone does not tell where a new session would be
                    acquire(own);
                }
                statement.execute(
                        switch (dialect) {
                            case MYSQL -> "USE " + other;
                            case POSTGRESQL -> "SET search_path TO " + other;
                            case H2 -> "SET SCHEMA " + other;
                        });
                WorkerGrant grant = acquire(own);
                assertThat(grant.worker()).isGreaterThan(first.worker());
                WorkerGrant renewed = own.renew(grant, grant.from() + 60_000).orElseThrow();
                requireStored(renewed);
                own.release(renewed, renewed.from() + 5_000);
                assertThat(one("SELECT COUNT(*) FROM snowflake_worker WHERE token IS NULL"))
                        .isEqualTo(1);
                assertThat(own.workers()).hasSizeGreaterThan(1);
            } finally {
                statement.execute(
                        dialect == SqlDialect.MYSQL ? "DROP SCHEMA " + other : "DROP SCHEMA " + other + " CASCADE");
            }
        }
    }
}
