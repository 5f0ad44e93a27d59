package io.snowflakeid.ledger;

import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.LedgerConnections.Conversation;
import io.snowflakeid.ledger.spi.LedgerSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Recognises a data source that routes, whatever its class: a ledger that was written through one connection is not found through others, one
 * after the other and held at the same time. Each connection is read where its own address leads.
 */
final class OneDatabaseCheck {

    private static final int ONE_BY_ONE = 3;
    private static final int TOGETHER = 3;
    private static final long PATIENCE_MILLIS = 250; // with a pool that has no more

    private final DataSource dataSource;
    private final LedgerConnections connections;
    private final LedgerSettings settings;
    private final String ledgerId;

    OneDatabaseCheck(DataSource dataSource, LedgerConnections connections, LedgerSettings settings, String ledgerId) {
        this.dataSource = dataSource;
        this.connections = connections;
        this.settings = settings;
        this.ledgerId = ledgerId;
    }

    /** @throws WorkerLedgerException if a connection leads to another ledger, or to none */
    void run() throws SQLException {
        for (int i = 0; i < ONE_BY_ONE; i++) {
            connections.converse(this::requireLedger);
        }
        runHolding(TOGETHER);
    }

    private boolean requireLedger(Conversation conversation) throws SQLException {
        LedgerPlace place = LedgerSchema.place(conversation);
        String found = conversation.transaction(
                connection -> WorkerTable.lockedLedgerId(connection, place, settings.namespace()));
        if (!found.equals(ledgerId)) {
            throw new WorkerLedgerException(
                    Reason.STORED_DIFFERENTLY,
                    "a ledger needs a data source of one database, but the connections of "
                            + dataSource.getClass().getName() + " lead to several: namespace '"
                            + settings.namespace() + "' has ledger " + ledgerId + " through one, and in "
                            + place.name() + (found.isEmpty() ? " there is none" : " ledger " + found)
                            + " through another: pass the pool of one database, not a router");
        }
        return true;
    }

    /** Holds this many more at the same time, as far as the pool gives them. */
    private void runHolding(int more) throws SQLException {
        Connection next = more == 0 ? null : nextConnection();
        if (next != null) {
            try (next) {
                connections.converse(next, this::requireLedger);
                runHolding(more - 1);
            }
        }
    }

    /** Null if there is none in time: it is then given back as soon as it comes. */
    private @Nullable Connection nextConnection() {
        CompletableFuture<Connection> next = new CompletableFuture<>();
        Thread thread = new Thread(() -> provide(next), "snowflake-ledger-check");
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
        try {
            return next.completeOnTimeout(null, PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                    .get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            next.complete(null);
            return null;
        } catch (ExecutionException e) {
            return null; // one connection too many, or the database went away, which the next step says
        }
    }

    private void provide(CompletableFuture<Connection> next) {
        try {
            Connection connection = dataSource.getConnection();
            if (!next.complete(connection)) {
                connection.close();
            }
        } catch (SQLException | RuntimeException e) {
            next.completeExceptionally(e);
        }
    }
}
