package io.snowflakeid.ledger;

import io.snowflakeid.WorkerLedgerException.Reason;
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
    private volatile @Nullable LedgerPlace place; // of the tables, once they are there
    private volatile @Nullable SqlDialect dialect;

    JdbcLedgerStore(LedgerSettings settings, DataSource dataSource, boolean createTables) {
        this.settings = settings;
        this.dataSource = dataSource;
        this.createTables = createTables;
    }

    @Override
    public String name() {
        return "the database";
    }

    @Override
    public String home() {
        LedgerPlace known = place;
        return known == null ? "snowflake_namespace" : known.namespaces();
    }

    @Override
    public <T> T converse(Function<LedgerSession, T> talk) {
        try (LedgerConnection connection = LedgerConnection.open(dataSource, settings.window())) {
            dialect = connection.dialect();
            return talk.apply(new JdbcLedgerSession(this, connection));
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    static StoreFailure failure(SQLException e) {
        return new StoreFailure(e, SqlFault.isHeldByAnotherTransaction(e));
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

    /** Of the tables, which are checked or created by the first caller. */
    LedgerPlace place(LedgerConnection connection) throws SQLException {
        LedgerPlace known = place;
        if (known == null) {
            known = LedgerSchema.place(connection);
            LedgerSchema.ensureTables(connection, known, createTables);
            place = known;
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
            return "another transaction holds the row for longer than 2 s; end it, " + known.transactions + " lists it";
        }
        if (SqlFault.isUsedUpPool(e)) {
            return "no connection could be had from the pool within its time; if all were in use, make the pool larger, or"
                    + " give the ledger connections of its own by the jdbc: address of its database (in Spring Boot"
                    + " snowflake.ledger.url); else check that its database answers";
        }
        if (SqlFault.isMissingTable(e)) {
            return "the tables are gone, or the data source leads to several databases: pass the pool of one database, not a"
                    + " router";
        }
        return SqlFault.isWrongAddress(e)
                ? "the address leads to no database: correct it, or create that database"
                : LedgerStore.super.advice(e);
    }
}
