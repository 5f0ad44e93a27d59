package io.snowflakeid.ledger;

import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.internal.VisibleText;
import io.snowflakeid.ledger.spi.StoreFailure;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The database and the schema of a ledger's tables, from the address of the connections. Every statement names the schema, so a {@code USE} or a
 * {@code search_path} of other code has no effect.
 *
 * @param name the place as the ledger stores it, and as messages show it
 * @param prefix the quoted schema and a dot, which precede the name of a table
 */
record LedgerPlace(String name, String prefix) {

    private static final Pattern DATABASE = Pattern.compile("jdbc:[a-z0-9:+-]+//[^/?]*/(?<name>[^?;/]+).*");
    private static final String SCHEMA_OF_TABLES =
            "SELECT COALESCE((SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                    + " WHERE c.oid = to_regclass('snowflake_namespace')), '')";

    static LedgerPlace of(LedgerConnection own) {
        return switch (own.dialect()) {
            case MYSQL -> mySql(own);
            case POSTGRESQL -> own.transaction(() -> postgres(own));
            case H2 -> in(own.text("SELECT DATABASE()") + ".", own.text("SELECT SCHEMA()"), "\"");
        };
    }

    private static LedgerPlace in(String database, String schema, String quote) {
        return new LedgerPlace(database + schema, quote + schema.replace(quote, quote + quote) + quote + ".");
    }

    /** Takes the database only from the JDBC URL, because a pool or other code may have changed the current catalog. */
    private static LedgerPlace mySql(LedgerConnection own) {
        Matcher address = DATABASE.matcher(own.url());
        if (!address.matches()) {
            throw new WorkerLedgerException(
                    "the address of the ledger's connections names no database: write it there, as in"
                            + " jdbc:mysql://host:3306/ids; a catalog that a pool or other code sets on a connection does not count");
        }
        String database = URLDecoder.decode(address.group("name"), StandardCharsets.UTF_8);
        // if the server ignores case, addresses may spell the name in several ways
        boolean anyCase = !own.text("SELECT @@lower_case_table_names").equals("0");
        return in("", anyCase ? database.toLowerCase(Locale.ROOT) : database, "`");
    }

    /**
     * Returns the schema in which a new session finds the tables. If the tables do not exist, the method returns the first schema of a new session.
     */
    private static LedgerPlace postgres(LedgerConnection own) {
        String present = own.text(SCHEMA_OF_TABLES);
        own.execute("SET LOCAL search_path TO DEFAULT");
        String tables = own.text(SCHEMA_OF_TABLES);
        String schema = tables.isEmpty() ? own.text("SELECT COALESCE(current_schema(), '')") : tables;
        String database = own.text("SELECT current_database()");
        boolean isPathOfPool = tables.isEmpty() && !present.isEmpty();
        if (isPathOfPool || schema.isEmpty()) {
            throw new WorkerLedgerException("the address of the ledger's connections leads to "
                    + (schema.isEmpty() ? "no schema" : "schema " + schema) + " of database " + database
                    + (isPathOfPool ? ", and its tables are in " + present : "")
                    + ": write the schema into the address, as in ?currentSchema="
                    + (isPathOfPool ? present : "public")
                    + "; a schema that a pool or other code sets does not count");
        }
        return in(database + ".", schema, "\"");
    }

    String namespaces() {
        return prefix + "snowflake_namespace";
    }

    String workers() {
        return prefix + "snowflake_worker";
    }

    void ensureTables(LedgerConnection own, boolean mayCreate) {
        if (areThere(own)) {
            return;
        }
        String script = own.dialect().script(this);
        if (!mayCreate) {
            throw new WorkerLedgerException(
                    Reason.TABLES_MISSING,
                    "the ledger's tables are missing in " + name + ", and creating them is switched off; run:\n"
                            + script);
        }
        try {
            create(own, script);
        } catch (StoreFailure e) {
            throw new WorkerLedgerException(
                    Reason.TABLES_MISSING,
                    "the ledger's tables are missing, and could not be created (" + VisibleText.inOneLine(e.thrown())
                            + "); let someone who may run:\n" + script,
                    e.thrown());
        }
    }

    private boolean areThere(LedgerConnection own) {
        try {
            own.all("SELECT 1 FROM " + namespaces() + ", " + workers() + " WHERE 1 = 0", row -> row);
            return true;
        } catch (StoreFailure e) {
            if (!SqlFault.MISSING_TABLE.is(e)) {
                throw e;
            }
            return false;
        }
    }

    /** Tries each statement twice, because PostgreSQL fails if another process creates the same table at the same time. */
    private static void create(LedgerConnection own, String script) {
        for (String statement : script.strip().split(";\\s*", 0)) {
            try {
                own.execute(statement);
            } catch (StoreFailure e) {
                own.execute(statement);
            }
        }
    }
}
