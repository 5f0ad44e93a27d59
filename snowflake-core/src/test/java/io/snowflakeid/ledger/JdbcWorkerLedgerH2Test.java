package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.datasource.AbstractDataSource;

class JdbcWorkerLedgerH2Test extends JdbcWorkerLedgerContract {
    @Override
    TestDatabase newDatabase() {
        return TestDatabase.h2("ledger_" + UUID.randomUUID().toString().replace("-", ""));
    }

    /** No test here: Druid's filter does not know H2's statements. */
    @Override
    void aPoolThatFiltersSqlIsAPool() {}

    @Test
    void whoMayNotCreateTheTablesGetsTheStatementsForOneWhoMay() throws SQLException {
        try (TestDatabase empty = newDatabase()) {
            empty.execute("CREATE USER reader PASSWORD ''");
            JdbcDataSource poor = new JdbcDataSource();
            // settings of an address are for administrators
            poor.setUrl(empty.url().substring(0, empty.url().indexOf(';')));
            poor.setUser("reader");
            poor.setPassword("");
            JdbcWorkerLedger ledger =
                    JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, poor).build();
            assertThatThrownBy(() -> ledger.acquire(System.currentTimeMillis() * 1_000_000L))
                    .hasFieldOrPropertyWithValue("reason", Reason.TABLES_MISSING)
                    .hasMessageStartingWith("the tables [snowflake_namespace, snowflake_worker] are missing in ")
                    .hasMessageContaining("CREATE TABLE IF NOT EXISTS \"public\".snowflake_worker");
            assertThatThrownBy(() -> JdbcWorkerLedger.stored(poor, "default"))
                    .hasFieldOrPropertyWithValue("reason", Reason.TABLES_MISSING)
                    .hasMessageStartingWith("no ledger could be read there (");
        }
    }

    /** As a version before this one stored it, or another program. */
    @Test
    void aStoredHolderIsShownWithoutWhatATerminalWouldObey() throws SQLException {
        SnowflakeLayout one = SnowflakeLayout.parse("41x1ms/0/0/12@2010-11-04T01:42:54.657Z");
        JdbcWorkerLedger.Builder ledgerOfOne =
                JdbcWorkerLedger.shared(one, database.dataSource()).namespace("hostile");
        acquire(ledgerOfOne.build());
        JdbcWorkerLedger small = ledgerOfOne.window(Duration.ofMillis(300)).build();
        try (Connection connection = database.connect();
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE snowflake_worker SET holder = ? WHERE namespace = 'hostile'")) {
            update.setString(1, "shop\u001b[2J\u0007\r\nforged");
            update.executeUpdate();
        }
        assertThat(small.workers()).extracting(WorkerEntry::holder).containsExactly("shop\u001b[2J\u0007\r\nforged");
        assertThatThrownBy(() -> acquire(small))
                .hasFieldOrPropertyWithValue("reason", Reason.WORKERS_TAKEN)
                .hasMessageContaining("0 by shop\\u001b[2J\\u0007\\u000d\\u000aforged until ");
    }

    // ---- every call fails once

    @ParameterizedTest
    @EnumSource
    void whereverAnAcquisitionFailsNothingIsBelievedThatIsNotWritten(FaultyDataSource.Fault fault) throws SQLException {
        try (FaultWalk walk = new FaultWalk(database, fault)) {
            walk.acquire();
            assertThat(walk.failures()).isGreaterThan(10);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whereverARenewalFailsNothingIsBelievedThatIsNotWritten(FaultyDataSource.Fault fault) throws SQLException {
        try (FaultWalk walk = new FaultWalk(database, fault)) {
            walk.renew();
            assertThat(walk.failures()).isGreaterThan(10);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whereverAReleaseFailsTheNextOneFreesTheWorker(FaultyDataSource.Fault fault) throws SQLException {
        try (FaultWalk walk = new FaultWalk(database, fault)) {
            walk.release();
            assertThat(walk.failures()).isGreaterThan(10);
        }
    }

    @Test
    void aDataSourceThatRoutesIsRecognisedByWhatItDoes() throws SQLException {
        try (TestDatabase other = newDatabase()) {
            DataSource unprepared = new Routed(database, other);
            assertThatThrownBy(() -> acquire(ledgerOn(unprepared)))
                    .hasMessageContaining("pass the pool of one database, not a router");
            ledger.setUp();
            for (DataSource router : List.of(new Routed(database, other), new Routed(database, database, other))) {
                assertThatThrownBy(() -> acquire(ledgerOn(router)))
                        .hasFieldOrPropertyWithValue("reason", Reason.ANOTHER_LEDGER);
            }
            assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isZero();
            assertThat(ledgerOn(other.dataSource()).workers()).isEmpty();
        }
    }

    /** Shows no sign of what it does: its connections lead to one database after the other. */
    private static final class Routed extends AbstractDataSource {
        private final TestDatabase[] databases;
        private int asked;

        Routed(TestDatabase... databases) {
            this.databases = databases;
        }

        @Override
        public Connection getConnection() throws SQLException {
            return databases[asked++ % databases.length].connect();
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return getConnection();
        }
    }
}
