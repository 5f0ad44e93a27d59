package io.snowflakeid.demo.chaos;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/**
 * Ours, with a protection switched off: where transactions are left open the ledger has none of its own; elsewhere its windows begin before
 * it opens, and a holder that was forgotten does not hear of it.
 */
public final class UnprotectedMaker implements IdMaker {

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
    public void prepare(MakerSettings settings) {
        ours.prepare(settings);
    }

    @Override
    public Copy copy(MakerSettings settings) throws SQLException {
        return ours.copy(settings);
    }

    @Override
    public Ids open(MakerSettings settings) {
        LedgerStore.Setup setup = SnowflakeMaker.setup(settings, 0, 1);
        HikariDataSource pool = new JdbcStore(settings.requireDatabase()).pool(setup);
        WorkerLedger ledger = settings.leftOpen()
                ? JdbcStore.ledger(setup, withoutTransactions(DataSource.class, pool))
                : around(WorkerLedger.class, JdbcStore.ledger(setup, pool), UnprotectedMaker::early);
        return SnowflakeIdGenerator.on(ledger)::nextId;
    }

    private static <T> T withoutTransactions(Class<T> type, Object target) {
        return around(
                type,
                target,
                (arguments, result) ->
                        result instanceof Connection ? withoutTransactions(Connection.class, result) : result);
    }

    private static Object early(Object[] arguments, Object result) {
        if (result instanceof Optional<?> renewed
                && !(renewed.orElse(null) instanceof WorkerGrant now
                        && now.token().equals(((WorkerGrant) arguments[0]).token()))) {
            throw new IllegalStateException("goes on to the end of its window");
        }
        if (result instanceof WorkerGrant grant) {
            long now = SnowflakeLayout.DEFAULT.tickAt(Instant.now());
            return new WorkerGrant(
                    grant.datacenter(),
                    grant.worker(),
                    Math.min(now, grant.from()),
                    grant.until(),
                    grant.token(),
                    grant.ledgerNanos());
        }
        return result;
    }

    private static boolean isForgotten(JdbcWorkerLedger ledger, Object[] arguments) {
        WorkerGrant grant = (WorkerGrant) arguments[0];
        return ledger.workers().stream()
                .noneMatch(entry -> entry.worker() == grant.worker() && entry.state() == WorkerEntry.State.HELD);
    }

    private interface Change {
        Object of(Object[] arguments, Object result);
    }

    private static <T> T around(Class<T> type, Object target, Change change) {
        Object proxy =
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if (OF_TRANSACTIONS.contains(method.getName())) {
                        return null;
                    }
                    if (arguments != null && arguments[0] instanceof String sql && sql.startsWith("SET TRANSACTION")) {
                        arguments[0] = "SELECT 1"; // MySQL refuses it within a transaction
                    }
                    if (method.getName().equals("renew") && isForgotten((JdbcWorkerLedger) target, arguments)) {
                        throw new IllegalStateException("goes on to the end of its window");
                    }
                    try {
                        return change.of(arguments, method.invoke(target, arguments));
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        return type.cast(proxy);
    }
}
