package io.snowflakeid.verification.makers;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/** Makers with bugs that a run must find, and a correct one without a database. */
public final class TestMakers implements IdMaker.Source {

    /** The careful maker has a range per process; the forgetful one restarts its range in each process of a writer. */
    @Override
    public List<IdMaker> makers() {
        return List.of(new Counting("careful", 1L << 40), new Counting("forgetful", 0), new UnprotectedMaker());
    }

    private record Counting(String name, long apart) implements IdMaker {

        @Override
        public String describe(MakerSettings settings) {
            return "counts from writer and process";
        }

        @Override
        public Ids open(MakerSettings settings) {
            return new AtomicLong((settings.writer() + 1L) << 50 | settings.incarnation() * apart)::incrementAndGet;
        }
    }

    /** Our maker without the guards of its ledger: no transactions, thus no locks, and no mark when an older copy is restored. */
    private static final class UnprotectedMaker implements IdMaker {

        private static final Set<String> OF_TRANSACTIONS = Set.of("setAutoCommit", "commit", "rollback");

        private final SnowflakeMaker ours = new SnowflakeMaker();

        @Override
        public String name() {
            return "unprotected";
        }

        @Override
        public String describe(MakerSettings settings) {
            return name();
        }

        @Override
        public boolean needsDatabase() {
            return true;
        }

        @Override
        public void prepare(MakerSettings settings) throws SQLException {
            ours.prepare(settings);
        }

        @Override
        public Copy copy(MakerSettings settings) throws SQLException {
            try (JdbcStore store = new JdbcStore(settings, 0)) {
                return store.copyOfWorkers();
            }
        }

        @Override
        public Ids open(MakerSettings settings) {
            JdbcStore store = new JdbcStore(settings, 0);
            DataSource source = settings.leftOpen() ? withoutTransactions(DataSource.class, store.pool) : store.pool;
            return SnowflakeIdGenerator.on(store.setUp(JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, source))
                    .build())::nextId;
        }

        private static <T> T withoutTransactions(Class<T> type, Object target) {
            return type.cast(Proxy.newProxyInstance(
                    type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                        if (OF_TRANSACTIONS.contains(method.getName())) {
                            return null;
                        }
                        if (arguments != null && arguments[0] instanceof String sql) {
                            arguments[0] = withoutLock(sql);
                        }
                        try {
                            Object result = method.invoke(target, arguments);
                            return result instanceof Connection
                                    ? withoutTransactions(Connection.class, result)
                                    : result;
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }));
        }

        private static String withoutLock(String sql) {
            // MySQL rejects the first one in a transaction
            return sql.startsWith("SET TRANSACTION") ? "SELECT 1" : sql.replaceAll(" FOR UPDATE( SKIP LOCKED)?", "");
        }
    }
}
