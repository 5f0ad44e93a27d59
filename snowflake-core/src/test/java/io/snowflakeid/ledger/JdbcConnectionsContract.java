package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.internal.jdbc.PhysicalSource;
import io.snowflakeid.internal.jdbc.SqlDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a ledger in a database does with its connections: a transaction of its own for each step, also where calls fail or replies are lost. */
abstract class JdbcConnectionsContract extends JdbcLockedRowsContract {

    @Test
    void aReplyLostAfterTheWriteIsAdoptedByToken() throws SQLException {
        FaultyDataSource faulty = new FaultyDataSource(database.dataSource());
        // a renewal within the tick of the grant would leave the row as it was, and MySQL would have nothing to commit
        JdbcWorkerLedger unlucky =
                JdbcWorkerLedger.shared(SnowflakeLayout.KUBERNETES, faulty).build();
        unlucky.workers(); // the tables are there now
        faulty.loseReply.set(true);
        WorkerGrant grant = acquire(unlucky);
        assertThat(grant.until() - grant.from()).isGreaterThan(120);
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isEqualTo(1);
        assertThat(unlucky.renew(grant, grant.from())).isPresent();
    }

    /** It can be read, and may be gone after a failover all the same. */
    @Test
    void aGrantThatNoCommitConfirmsIsNotAdopted() throws SQLException {
        FaultyDataSource faulty = new FaultyDataSource(database.dataSource());
        JdbcWorkerLedger unlucky = ledgerOn(faulty);
        unlucky.workers();
        faulty.warnings.set(Integer.MAX_VALUE);
        assertThatThrownBy(() -> acquire(unlucky))
                .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                .hasMessageContaining("could not grant a worker (the commit came with a warning, so it may not be"
                        + " durable: canceling wait for synchronous replication)");
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isEqualTo(1);
    }

    @Test
    void aRenewalWhoseCommitCameWithAWarningIsAFailure() {
        FaultyDataSource faulty = new FaultyDataSource(database.dataSource());
        JdbcWorkerLedger unlucky = ledgerOn(faulty);
        WorkerGrant grant = acquire(unlucky);
        faulty.warnings.set(1);
        assertThatThrownBy(() -> unlucky.renew(grant, grant.from()))
                .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                .hasMessageContaining("the commit came with a warning");
        assertThat(unlucky.renew(grant, grant.from())).isPresent();
    }

    /** Its commit would confirm nothing, also not what an earlier one has left that was not confirmed. */
    @Test
    void aRenewalThatWouldChangeNothingIsWrittenAllTheSame() throws SQLException {
        SnowflakeLayout hourly = SnowflakeLayout.parse("30x3600000ms/0/10/12@2010-11-04T01:42:54.657Z");
        JdbcWorkerLedger slow = JdbcWorkerLedger.shared(hourly, database.dataSource())
                .window(Duration.ofHours(3))
                .namespace("slow")
                .build();
        WorkerGrant grant = acquire(slow);
        WorkerGrant renewed = slow.renew(grant, grant.from()).orElseThrow();
        assertThat(renewed.until()).isGreaterThan(grant.until());
        assertThat(leasedUntil(grant.worker())).isEqualTo(renewed.until());
    }

    @Test
    void theZoneOfASessionDoesNotMatter() throws SQLException {
        try (Connection elsewhere = database.connect();
                Statement statement = elsewhere.createStatement()) {
            String setZone =
                    SqlDialect.of(elsewhere) == SqlDialect.MYSQL ? "SET time_zone = '%s'" : "SET TIME ZONE '%s'";
            statement.execute(setZone.formatted("+09:00"));
            FaultyDataSource pool = new FaultyDataSource(database.dataSource());
            pool.pooled = elsewhere;
            WorkerGrant grant = acquire(ledgerOn(pool));
            assertThat(grant.from()).isCloseTo(nowTick(LAYOUT), within(10_000L));
        }
    }

    // ---- connections, whole story

    @Test
    void theTransactionIsTheLedgersOwnAndTheConnectionIsHandedBackAsItWas() throws SQLException {
        FaultyDataSource automatic = new FaultyDataSource(database.dataSource());
        acquire(ledgerOn(automatic));
        assertThat(automatic.handedBackWithAutoCommit.get()).isPositive();
        FaultyDataSource manual = new FaultyDataSource(database.dataSource());
        manual.autoCommit = false;
        JdbcWorkerLedger own = ledgerOn(manual);
        acquire(own);
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isEqualTo(2);
        assertThat(manual.handedBackWithAutoCommit).hasValue(0);
        assertThat(manual.longestNetworkTimeout).hasValue(10_000);
        assertThat(manual.networkTimeoutHandedBack).hasValue(0);
        assertThat(manual.open).hasValue(0);
    }

    // ---- transactions that other code has left open

    private interface LeftOpen {
        void on(Connection pooled) throws SQLException;
    }

    /** As a pool does that rolls back what comes back; then all that the ledger was told has to be there. */
    private void onADirtyConnection(LeftOpen leftOpen) throws SQLException {
        acquire(ledger); // the tables are there
        database.execute("CREATE TABLE others (id INT PRIMARY KEY)");
        try (Connection pooled = database.connect()) {
            FaultyDataSource pool = new FaultyDataSource(database.dataSource());
            pool.pooled = pooled;
            JdbcWorkerLedger own = ledgerOn(pool);
            leftOpen.on(pooled);
            WorkerGrant grant = acquire(own);
            requireStored(grant);
            leftOpen.on(pooled);
            WorkerGrant renewed = own.renew(grant, grant.from() + 60_000).orElseThrow();
            requireStored(renewed);
            leftOpen.on(pooled);
            own.release(renewed, renewed.from() + 5_000);
            assertThat(one("SELECT COUNT(*) FROM snowflake_worker WHERE token IS NULL"))
                    .isEqualTo(1);
            assertThat(one("SELECT COUNT(*) FROM others")).isZero();
        }
    }

    final void requireStored(WorkerGrant grant) throws SQLException {
        assertThat(one("SELECT leased_until FROM snowflake_worker WHERE token = '" + grant.token() + "'"))
                .isEqualTo(grant.until());
    }

    /** A connection in a state that its driver knows, or does not: a statement has begun the transaction. */
    @Test
    void aTransactionThatWasLeftOpenByAStatementIsRolledBackFirst() throws SQLException {
        onADirtyConnection(pooled -> {
            pooled.setAutoCommit(true);
            try (Statement statement = pooled.createStatement()) {
                statement.execute("BEGIN");
                statement.execute("INSERT INTO others VALUES (1)");
            }
        });
    }

    @Test
    void aTransactionThatWasLeftOpenWithoutAutoCommitIsRolledBackFirst() throws SQLException {
        onADirtyConnection(pooled -> {
            pooled.setAutoCommit(false);
            try (Statement statement = pooled.createStatement()) {
                statement.execute("INSERT INTO others VALUES (1)");
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"2, 3000", "20, 5000", "600, 10000"})
    void aServerThatIsSilentIsGivenUpWhileTheWindowLasts(int windowSeconds, int networkTimeoutMillis) {
        FaultyDataSource watched = new FaultyDataSource(database.dataSource());
        acquire(JdbcWorkerLedger.shared(LAYOUT, watched)
                .window(Duration.ofSeconds(windowSeconds))
                .build());
        assertThat(watched.longestNetworkTimeout).hasValue(networkTimeoutMillis);
    }

    /** A wrong password, a database that is not there, and a server that is down are told apart. */
    @Test
    void whatIsToBeCorrectedIsSaid() {
        acquire(ledger); // H2 takes the first password
        String url = database.url();
        // a user that does not exist: PostgreSQL may be set up to believe whoever connects from the same machine
        assertFailsWith(
                url,
                "no-such-user",
                "wrong-password",
                Reason.LOGIN_REJECTED,
                "the database rejects the user or the password: correct them");
        boolean h2 = url.startsWith("jdbc:h2:");
        assertFailsWith(
                url.replace(database.name(), "nowhere") + (h2 ? ";IFEXISTS=TRUE" : ""),
                database.user(),
                database.password(),
                Reason.UNREACHABLE,
                "the address leads to no database: correct it, or create that database");
        assertFailsWith(
                h2 ? "jdbc:h2:tcp://127.0.0.1:1/x" : url.replaceFirst(":\\d+/", ":1/"),
                database.user(),
                database.password(),
                Reason.UNREACHABLE,
                "check that the database answers and may be written");
    }

    private void assertFailsWith(String url, String user, String password, Reason reason, String advice) {
        JdbcWorkerLedger there = new JdbcWorkerLedger.Builder(
                        LAYOUT, OptionalLong.empty(), PhysicalSource.at(url, user, password))
                .build();
        assertThatThrownBy(() -> acquire(there))
                .hasFieldOrPropertyWithValue("reason", reason)
                .hasMessageEndingWith(advice);
    }
}
