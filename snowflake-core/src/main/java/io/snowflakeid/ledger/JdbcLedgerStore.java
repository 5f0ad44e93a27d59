package io.snowflakeid.ledger;

import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.ledger.spi.LedgerStore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A ledger's two tables in a database; one conversation is on one connection. */
final class JdbcLedgerStore implements LedgerStore {

    private final LedgerSettings settings;
    private final LedgerConnection.Source source;
    private final boolean createTables;
    private volatile @Nullable LedgerPlace place; // of the tables, once they are there

    JdbcLedgerStore(LedgerSettings settings, LedgerConnection.Source source, boolean createTables) {
        this.settings = settings;
        this.source = source;
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
        try (LedgerConnection connection = LedgerConnection.open(source, settings.window())) {
            return talk.apply(new JdbcLedgerSession(this, connection));
        }
    }

    LedgerSettings settings() {
        return settings;
    }

    boolean createsTables() {
        return createTables;
    }

    /** Of the tables, which are checked or created by the first caller, in transactions of their own. */
    LedgerPlace place(LedgerConnection connection) {
        LedgerPlace known = place;
        if (known == null) {
            known = LedgerPlace.of(connection);
            known.ensureTables(connection, createTables);
            place = known;
        }
        return known;
    }

    @Override
    public Reason reason(Throwable failure) {
        return SqlFault.reason(failure);
    }

    @Override
    public String advice(Throwable failure) {
        if (SqlFault.LOCKED_ROW.is(failure)) {
            return "another transaction holds the row for longer than 2 s; end it (MySQL lists it in"
                    + " information_schema.innodb_trx, PostgreSQL in pg_stat_activity)";
        }
        if (SqlFault.isUsedUpPool(failure)) {
            return "no connection could be had from the pool within its time; if all were in use, make the pool larger, or"
                    + " give the ledger connections of its own by the jdbc: address of its database (in Spring Boot"
                    + " snowflake.ledger.url); else check that its database answers";
        }
        if (SqlFault.MISSING_TABLE.is(failure)) {
            return "the tables are gone, or the data source leads to several databases: pass the pool of one database, not a"
                    + " router";
        }
        return SqlFault.WRONG_ADDRESS.is(failure)
                ? "the address leads to no database: correct it, or create that database"
                : LedgerStore.super.advice(failure);
    }
}
