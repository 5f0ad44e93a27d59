package io.snowflakeid.ledger;

import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.LedgerConnections.Conversation;
import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.ledger.spi.LedgerStore;
import io.snowflakeid.ledger.spi.StoreFailure;
import java.sql.SQLException;
import java.util.function.Function;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A ledger's two tables in a database; one conversation is on one connection. */
final class JdbcLedgerStore implements LedgerStore {

    private final LedgerSettings settings;
    private final DataSource dataSource;
    private final boolean createTables;
    private final LedgerConnections connections;
    private volatile @Nullable WorkerTable table; // once the tables are there
    private volatile @Nullable SqlDialect dialect;

    JdbcLedgerStore(LedgerSettings settings, DataSource dataSource, boolean createTables) {
        this.settings = settings;
        this.dataSource = dataSource;
        this.createTables = createTables;
        connections = new LedgerConnections(dataSource, settings.window());
    }

    @Override
    public String name() {
        return "the database";
    }

    @Override
    public String home() {
        WorkerTable known = table;
        return known == null ? "snowflake_namespace" : known.place().namespaces();
    }

    @Override
    public <T> T converse(Function<LedgerSession, T> talk) {
        try {
            return connections.converse(conversation -> {
                dialect = conversation.dialect();
                return talk.apply(new JdbcLedgerSession(this, conversation));
            });
        } catch (SQLException e) {
            throw new StoreFailure(e);
        }
    }

    /** The address of connections of its own leads to one database. */
    @Override
    public void requireOneLedger(String ledgerId) {
        if (dataSource instanceof DriverConnections) {
            return;
        }
        try {
            new OneDatabaseCheck(dataSource, connections, settings, ledgerId).run();
        } catch (SQLException e) {
            throw new StoreFailure(e);
        }
    }

    LedgerSettings settings() {
        return settings;
    }

    DataSource dataSource() {
        return dataSource;
    }

    boolean createsTables() {
        return createTables;
    }

    /** The tables, checked or created by the first caller. */
    WorkerTable table(Conversation conversation) throws SQLException {
        WorkerTable known = table;
        if (known == null) {
            LedgerPlace place = LedgerSchema.place(conversation);
            LedgerSchema.ensureTables(conversation, place, createTables);
            known = new WorkerTable(conversation.dialect(), settings, place);
            table = known;
        }
        return known;
    }

    @Override
    public Reason reason(Throwable failure) {
        return failure instanceof SQLException e ? SqlFault.reason(e) : Reason.UNREACHABLE;
    }

    @Override
    public String advice(Throwable failure) {
        return failure instanceof SQLException e ? advice(e) : LedgerStore.super.advice(failure);
    }

    private String advice(SQLException e) {
        SqlDialect known = dialect;
        if (known != null && SqlFault.isHeldByAnotherTransaction(e)) {
            return "another transaction holds the row for longer than 2 s; end it, " + known.transactions()
                    + " lists it";
        }
        if (SqlFault.isUsedUpPool(e)) {
            return "no connection could be had from the pool within its time; if all were in use, make the pool larger, or"
                    + " give the ledger connections of its own by the jdbc: address of its database (in Spring Boot"
                    + " snowflake.ledger.url); else check that its database answers";
        }
        if (SqlFault.isFiltered(e)) {
            return "the pool filters SQL, as Druid's does with filters=wall, and rejects a statement of the ledger: allow it, or"
                    + " give the ledger connections of its own by the jdbc: address of its database";
        }
        return SqlFault.isWrongAddress(e)
                ? "the address leads to no database: correct it, or create that database"
                : LedgerStore.super.advice(e);
    }
}
