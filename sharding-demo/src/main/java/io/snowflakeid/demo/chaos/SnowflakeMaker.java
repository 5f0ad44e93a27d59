package io.snowflakeid.demo.chaos;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.IdBatch;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.demo.DemoDatabase;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import javax.sql.DataSource;

/** Our own: a generator on a lease that a ledger in a database grants, as an application would set it up. */
public final class SnowflakeMaker implements IdMaker {

    /** What {@link #name()} says. */
    public static final String NAME = "snowflakeid";

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final int POOL_SIZE = 2;
    private static final long LEAST_TIMEOUT_MILLIS = 250;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String describe(MakerSettings settings) {
        return "JdbcWorkerLedger.shared(DEFAULT), window " + settings.windowMillis()
                + " ms, renewed every sixth of it; pool of " + POOL_SIZE + "; clock policy rideThrough, maxWait 2 s";
    }

    @Override
    public boolean needsDatabase() {
        return true;
    }

    /** The ledger makes its tables itself; here, so that the writers do not all do so at once. */
    @Override
    public void prepare(MakerSettings settings) {
        try (HikariDataSource pool = pool(settings)) {
            ledger(settings, pool).workers();
        }
    }

    /** The tables stay: others may have begun to use them. */
    @Override
    public void cleanUp(MakerSettings settings) throws Exception {
        try (Connection connection = settings.requireDatabase().connect()) {
            for (String table : List.of("snowflake_worker", "snowflake_namespace")) {
                try (PreparedStatement delete =
                        connection.prepareStatement("DELETE FROM " + table + " WHERE namespace = ?")) {
                    delete.setString(1, settings.namespace());
                    delete.executeUpdate();
                }
            }
        }
    }

    @Override
    public Ids open(MakerSettings settings) {
        HikariDataSource pool = pool(settings);
        try {
            CountedLedger ledger = new CountedLedger(ledger(settings, pool));
            return new Opened(pool, ledger, SnowflakeIdGenerator.on(ledger));
        } catch (RuntimeException | Error e) {
            pool.close();
            throw e;
        }
    }

    private static JdbcWorkerLedger ledger(MakerSettings settings, DataSource pool) {
        return JdbcWorkerLedger.shared(LAYOUT, pool)
                .namespace(settings.namespace())
                .window(Duration.ofMillis(settings.windowMillis()))
                .holder("chaos writer " + settings.writer() + ", process " + settings.incarnation())
                .build();
    }

    /** Gives up a connection attempt after one window; whoever waited longer would come too late. */
    private static HikariDataSource pool(MakerSettings settings) {
        // a ledger with a short window asks so often that the pool would never look whether a connection of H2 is
        // broken
        System.setProperty("com.zaxxer.hikari.aliveBypassWindowMs", "0");
        DemoDatabase database = settings.requireDatabase();
        long timeoutMillis = Math.max(LEAST_TIMEOUT_MILLIS, settings.windowMillis());
        HikariConfig config = new HikariConfig();
        config.setPoolName("ledger");
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(POOL_SIZE);
        config.setMinimumIdle(1);
        config.setInitializationFailTimeout(-1);
        config.setConnectionTimeout(timeoutMillis);
        config.setValidationTimeout(Math.max(LEAST_TIMEOUT_MILLIS, timeoutMillis / 2));
        return new HikariDataSource(config);
    }

    @Override
    public String explain(long id) {
        return id > 0 ? LAYOUT.decode(id).toString() : IdMaker.super.explain(id);
    }

    private record Opened(HikariDataSource pool, CountedLedger ledger, SnowflakeIdGenerator generator) implements Ids {

        @Override
        public long nextId() {
            return generator.nextId();
        }

        @Override
        public void take(int count, LongConsumer taker) {
            IdBatch batch = generator.reserve(count);
            while (batch.remaining() > 0) {
                taker.accept(batch.next());
            }
        }

        @Override
        public Map<String, Long> counters() {
            return ledger.counters();
        }

        @Override
        public void close() {
            generator.close();
            pool.close();
        }
    }
}
