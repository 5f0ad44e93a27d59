package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.atomikos.icatch.jta.UserTransactionManager;
import com.atomikos.jdbc.AtomikosDataSourceBean;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerEntry.State;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A data source that takes part in JTA's transactions, with a real transaction manager and a real XA pool. In real time, as both are. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JtaDataSourceTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    // held, since loggers that nobody holds forget their level
    private static final Logger ATOMIKOS = Logger.getLogger("com.atomikos");

    private final TestDatabase database =
            TestDatabase.h2("jta_" + UUID.randomUUID().toString().replace("-", ""));
    private final UserTransactionManager transactions = new UserTransactionManager();
    private final AtomikosDataSourceBean pool = new AtomikosDataSourceBean();

    @BeforeAll
    static void writeNoTransactionLog() {
        ATOMIKOS.setLevel(Level.OFF);
        System.setProperty("com.atomikos.icatch.enable_logging", "false");
    }

    @BeforeEach
    void open() throws Exception {
        JdbcDataSource xa = new JdbcDataSource();
        xa.setURL(database.url());
        xa.setUser(database.user());
        xa.setPassword(database.password());
        transactions.init();
        pool.setUniqueResourceName(UUID.randomUUID().toString());
        pool.setXaDataSource(xa);
        pool.setMaxPoolSize(3);
        database.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY)");
    }

    @AfterEach
    void close() throws SQLException {
        pool.close();
        transactions.close();
        database.close();
    }

    private JdbcWorkerLedger ledger() {
        return JdbcWorkerLedger.shared(LAYOUT, pool)
                .window(Duration.ofSeconds(3))
                .build();
    }

    @Test
    void aLeaseThatBeganInATransactionOutlivesItsRollback() throws Exception {
        transactions.begin();
        JdbcWorkerLedger ledger = ledger();
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(ledger)) {
            insert(ids.nextId());
            Instant first = ids.status().windowUntil();
            awaitRenewal(ids, first); // while the transaction is open
            transactions.rollback();
            assertThat(ledger.workers()).singleElement().satisfies(entry -> {
                assertThat(entry.state()).isEqualTo(State.HELD);
                assertThat(entry.worker()).isEqualTo(ids.status().worker());
                assertThat(entry.until()).isAfter(first);
            });
            assertThat(orders()).isZero();
            awaitRenewal(ids, ids.status().windowUntil()); // after it
            assertThat(ids.nextId()).isPositive();
        }
        assertThat(ledger.workers())
                .singleElement()
                .satisfies(entry -> assertThat(entry.state()).isEqualTo(State.FREE));
    }

    private void insert(long id) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO orders VALUES (" + id + ")");
        }
    }

    private long orders() throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT COUNT(*) FROM orders")) {
            row.next();
            return row.getLong(1);
        }
    }

    /** The test's own limit ends the wait. */
    private static void awaitRenewal(SnowflakeIdGenerator ids, Instant end) throws InterruptedException {
        while (!ids.status().windowUntil().isAfter(end)) {
            Thread.sleep(5);
        }
    }
}
