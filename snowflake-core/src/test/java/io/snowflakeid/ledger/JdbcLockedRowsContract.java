package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alibaba.druid.pool.DruidDataSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.internal.jdbc.SqlDialect;
import io.snowflakeid.testing.WorkerLedgerContract;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a ledger in a database does where another transaction has locked its rows, and with pools that filter SQL. */
abstract class JdbcLockedRowsContract extends WorkerLedgerContract {

    static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;

    TestDatabase database;
    JdbcWorkerLedger ledger;

    abstract TestDatabase newDatabase();

    @BeforeEach
    void openLedger() {
        database = newDatabase();
        ledger = ledgerOn(database.dataSource());
    }

    static JdbcWorkerLedger ledgerOn(DataSource dataSource) {
        return JdbcWorkerLedger.shared(LAYOUT, dataSource).build();
    }

    @AfterEach
    void dropDatabase() throws SQLException {
        if (database != null) { // null where the test was skipped
            database.close();
        }
    }

    @Override
    protected final WorkerLedger open(Settings settings) {
        DataSource dataSource = database.dataSource();
        JdbcWorkerLedger.Builder builder = settings.ownedDatacenter().isPresent()
                ? JdbcWorkerLedger.forDatacenter(
                        settings.layout(), settings.ownedDatacenter().getAsLong(), dataSource)
                : JdbcWorkerLedger.shared(settings.layout(), dataSource);
        return builder.namespace(settings.namespace())
                .datacenter(settings.datacenter())
                .window(settings.window())
                .holder(settings.holder())
                .build();
    }

    /** Of another database: the place is set as docs/operations.md says for a ledger that moves. */
    @Override
    protected final void restore(String release) throws SQLException, IOException {
        String dialect;
        try (Connection connection = database.connect()) {
            dialect = SqlDialect.of(connection) == SqlDialect.MYSQL ? "mysql" : "postgresql";
        }
        database.execute(storedBy(release, "ledger-" + dialect + ".sql").strip().split(";\\s*", 0));
        database.execute("UPDATE snowflake_namespace SET place = ''");
    }

    @Override
    protected final void age(Settings settings, long worker, long ticks) throws SQLException {
        age(worker, ticks);
    }

    final void age(long worker, long ticks) throws SQLException {
        database.execute(
                "UPDATE snowflake_worker SET leased_from = leased_from - " + ticks + ", leased_until = leased_until - "
                        + ticks + ", quarantined_until = quarantined_until - " + ticks + " WHERE worker = " + worker);
    }

    @Override
    protected final void forget(Settings settings, long worker) throws SQLException {
        database.execute("DELETE FROM snowflake_worker WHERE worker = " + worker);
    }

    final long one(String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    final long leasedUntil(long worker) throws SQLException {
        return one("SELECT leased_until FROM snowflake_worker WHERE worker = " + worker);
    }

    private interface WhileLocked {
        void run() throws SQLException;
    }

    /** As an operator's open transaction does, or a process that was stopped between its statement and the commit. */
    private void whileLocked(int workers, WhileLocked then) throws SQLException {
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            // one by one: MySQL would lock the gaps of a longer scan, too
            for (int worker = 0; worker < workers; worker++) {
                statement.executeUpdate("UPDATE snowflake_worker SET holder = 'an open transaction'"
                        + " WHERE namespace = 'default' AND datacenter = 0 AND worker = " + worker);
            }
            then.run();
            other.rollback();
        }
    }

    /** Less than ten waits for a lock of 2 s each, and less than a database waits by itself; a busy machine adds some seconds. */
    private static void assertWasNotHeldUp(long sinceNanos) {
        assertThat(Duration.ofNanos(System.nanoTime() - sinceNanos)).isLessThan(Duration.ofSeconds(15));
    }

    /** Free, with the lowest number first. */
    private void releasedWorkers(int count) throws SQLException {
        List<WorkerGrant> grants = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            grants.add(acquire(ledger));
        }
        for (int i = 0; i < count; i++) {
            ledger.release(grants.get(i), grants.get(i).from());
            age(i, 30_000 - i * 1000L);
        }
    }

    @Test
    void lockedRowsArePassedOver() throws SQLException {
        releasedWorkers(11);
        whileLocked(10, () -> {
            long start = System.nanoTime();
            assertThat(acquire(ledger).worker()).isEqualTo(10); // the last one that is free
            assertThat(acquire(ledger).worker()).isEqualTo(11); // was never used
            assertWasNotHeldUp(start);
        });
        assertThat(acquire(ledger).worker()).isZero();
    }

    @Test
    void aWorkerThatSomebodyIsWritingForTheFirstTimeIsPassedOver() throws SQLException {
        ledger.release(acquire(ledger), 0);
        age(0, -HOUR_TICKS);
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.executeUpdate(
                    "INSERT INTO snowflake_worker (namespace, datacenter, worker, leased_from, leased_until,"
                            + " quarantined_until, holder) VALUES ('default', 0, 1, 0, 0, 0, 'an open transaction')");
            long start = System.nanoTime();
            assertThat(acquire(ledger).worker()).isBetween(2L, 256L);
            assertWasNotHeldUp(start);
            other.rollback();
        }
    }

    @Test
    void aRenewalThatMeetsALockSaysWhoHoldsTheRow() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        whileLocked(1, () -> {
            long start = System.nanoTime();
            assertThatThrownBy(() -> ledger.renew(grant, grant.from()))
                    .isInstanceOf(WorkerLedgerException.class)
                    .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                    .hasMessageStartingWith("ledger 'default' (shared) could not renew worker 0 (")
                    .hasMessageMatching("(?s).*another transaction holds the row for longer than 2 s; end it .*");
            assertThatThrownBy(() -> ledger.release(grant, grant.from()))
                    .hasMessageContaining("another transaction holds the row for longer than 2 s");
            assertWasNotHeldUp(start);
        });
        assertThat(ledger.renew(grant, grant.from())).isPresent();
    }

    @Test
    void theLockTimeoutIsHandedBackAsItWas() throws SQLException {
        try (Connection pooled = database.connect()) {
            try (Statement statement = pooled.createStatement()) {
                statement.execute(SqlDialect.of(pooled).setLockTimeout.formatted("7"));
            }
            pooled.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            String before = lockTimeout(pooled);
            FaultyDataSource pool = new FaultyDataSource(database.dataSource());
            pool.pooled = pooled;
            JdbcWorkerLedger own = ledgerOn(pool);
            WorkerGrant grant = acquire(own);
            assertThat(lockTimeout(pooled)).isEqualTo(before);
            own.renew(grant, grant.from());
            own.release(grant, grant.from());
            assertThat(lockTimeout(pooled)).isEqualTo(before);
            assertThat(pooled.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
        }
    }

    private static String lockTimeout(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SqlDialect.of(connection).readLockTimeout)) {
            row.next();
            return row.getString(1);
        }
    }

    /** What its filter denies by default: SET TRANSACTION, several statements in one. */
    @Test
    void aPoolThatFiltersSqlIsAPool() throws SQLException {
        try (DruidDataSource pool = new DruidDataSource()) {
            pool.setUrl(database.url());
            pool.setUsername(database.user());
            pool.setPassword(database.password());
            pool.setFilters("stat,wall");
            JdbcWorkerLedger own = ledgerOn(pool);
            WorkerGrant grant = acquire(own);
            assertThat(own.renew(grant, grant.from())).isPresent();
            own.release(grant, grant.from());
            assertThat(own.workers()).hasSize(1);
        }
    }
}
