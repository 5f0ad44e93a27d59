package io.snowflakeid.ledger;

import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.ledger.spi.StoreFailure;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a ledger's tables lie: the database, and its schema. It is the one that the address of the connections leads to, whatever {@code USE}
 * or {@code search_path} other code has run on them, and every statement names it.
 *
 * @param name as it is stored, and shown to people
 * @param prefix what the name of a table is preceded by
 */
record LedgerPlace(String name, String prefix) {

    private static final Pattern DATABASE = Pattern.compile("jdbc:[a-z0-9:+-]+//[^/?]*/(?<name>[^?;/]+).*");
    private static final String SCHEMA_OF_TABLES =
            "COALESCE((SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                    + " WHERE c.oid = to_regclass('snowflake_namespace')), '')";

    /** Of the database at the other end. */
    static LedgerPlace of(LedgerConnection own) {
        return switch (own.dialect()) {
            case MYSQL -> mySql(own);
            case POSTGRESQL -> own.transaction(() -> postgres(own));
            case H2 -> {
                String[] here = row(own, "SELECT DATABASE(), SCHEMA()");
                yield new LedgerPlace(here[0] + "." + here[1], quoted(here[1], '"'));
            }
        };
    }

    /** What the connection has at the moment may be what other code, or the pool, has set: the address alone counts. */
    private static LedgerPlace mySql(LedgerConnection own) {
        Matcher address = DATABASE.matcher(own.url());
        if (!address.matches()) {
            throw new WorkerLedgerException(
                    "the address of the ledger's connections names no database: write it there, as in"
                            + " jdbc:mysql://host:3306/ids; a catalog that a pool or other code sets on a connection does not count");
        }
        String database = URLDecoder.decode(address.group("name"), StandardCharsets.UTF_8);
        // where the server does not tell letters apart, addresses may spell it in several ways
        boolean anyCase = !row(own, "SELECT @@lower_case_table_names, ''")[0].equals("0");
        String name = anyCase ? database.toLowerCase(Locale.ROOT) : database;
        return new LedgerPlace(name, quoted(name, '`'));
    }

    /** As a new session has it: where the tables are on its search path, or else its first schema. */
    private static LedgerPlace postgres(LedgerConnection own) {
        String[] present = row(own, "SELECT " + SCHEMA_OF_TABLES + ", COALESCE(current_schema(), '')");
        own.execute("SET LOCAL search_path TO DEFAULT");
        String[] ofNewSession = row(own, "SELECT " + SCHEMA_OF_TABLES + ", COALESCE(current_schema(), '')");
        String database = row(own, "SELECT current_database(), ''")[0];
        boolean isPathOfPool = ofNewSession[0].isEmpty() && !present[0].isEmpty();
        String schema = ofNewSession[0].isEmpty() ? ofNewSession[1] : ofNewSession[0];
        if (isPathOfPool || schema.isEmpty()) {
            throw new WorkerLedgerException("the address of the ledger's connections leads to "
                    + (schema.isEmpty() ? "no schema" : "schema " + schema) + " of database " + database
                    + (isPathOfPool ? ", and its tables are in " + present[0] : "")
                    + ": write the schema into the address, as in ?currentSchema="
                    + (isPathOfPool ? present[0] : "public")
                    + "; a schema that a pool or other code sets does not count");
        }
        return new LedgerPlace(database + "." + schema, quoted(schema, '"'));
    }

    private static String[] row(LedgerConnection own, String sql) {
        return own.first(sql, row -> new String[] {row.getString(1), row.getString(2)})
                .orElseThrow();
    }

    private static String quoted(String name, char quote) {
        String twice = String.valueOf(quote).repeat(2);
        return quote + name.replace(String.valueOf(quote), twice) + quote + ".";
    }

    /** The table of the namespaces. */
    String namespaces() {
        return prefix + "snowflake_namespace";
    }

    /** The table of the workers. */
    String workers() {
        return prefix + "snowflake_worker";
    }

    // ---- the tables

    /** Makes sure that both tables are there. */
    void ensureTables(LedgerConnection own, boolean mayCreate) {
        if (isThere(own, namespaces(), JdbcLedgerSession.STATE) && isThere(own, workers(), JdbcLedgerSession.ROW)) {
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

    private static boolean isThere(LedgerConnection own, String table, String columns) {
        try {
            own.all("SELECT " + columns + " FROM " + table + " WHERE 1 = 0", row -> table);
            return true;
        } catch (StoreFailure e) {
            if (SqlFault.MISSING_COLUMN.is(e)) {
                throw new WorkerLedgerException(
                        Reason.STORED_DIFFERENTLY,
                        "the ledger's tables are those of another version (" + VisibleText.inOneLine(e.thrown())
                                + "): use the version that made them, or another schema for new ones",
                        e.thrown());
            }
            if (!SqlFault.MISSING_TABLE.is(e)) {
                throw e;
            }
            return false;
        }
    }

    /** PostgreSQL fails where another process creates the same table: then it is there. */
    private static void create(LedgerConnection own, String script) {
        for (String statement : SqlDialect.statements(script)) {
            try {
                own.execute(statement);
            } catch (StoreFailure e) {
                own.execute(statement);
            }
        }
    }

    /** A namespace that is gone must not come back in silence, as a ledger that knows no window. */
    WorkerLedgerException missing(LedgerSettings settings) {
        String namespace = settings.namespace();
        return new WorkerLedgerException(
                Reason.TABLES_MISSING,
                "namespace '" + namespace + "' is not in " + namespaces()
                        + ", and creating it is switched off: if it was there before, look who deleted it; if it is new, set it up"
                        + " with the command 'workers --set-up', or run:\nINSERT INTO " + namespaces()
                        + " (namespace, layout, scope, version) VALUES ('" + namespace + "', '"
                        + settings.layout().spec() + "', '" + settings.storedScope() + "', " + LedgerSettings.VERSION
                        + ");");
    }

    /** A copy of a ledger would grant the same windows as the one that it was copied from. */
    void requireHere(String stored, String namespace) {
        if (!stored.equals(name)) {
            throw new WorkerLedgerException(
                    Reason.STORED_DIFFERENTLY,
                    "namespace '" + namespace + "' of this ledger was set up in " + VisibleText.of(stored)
                            + ", and is found in " + VisibleText.of(name)
                            + ": a copy would grant the windows of the original again, so use the original; if it was renamed or"
                            + " moved as a whole, so that no process uses it there, run:\nUPDATE " + namespaces()
                            + " SET place = '" + name.replace("'", "''") + "' WHERE namespace = '" + namespace
                            + "'");
        }
    }
}
