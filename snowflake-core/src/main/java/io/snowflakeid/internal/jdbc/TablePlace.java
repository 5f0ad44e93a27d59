package io.snowflakeid.internal.jdbc;

import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.internal.VisibleText;
import io.snowflakeid.ledger.spi.StoreFailure;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The database and the schema that contain the tables of a ledger or of segments. Each statement contains the schema, so that other
 * code cannot change the schema by {@code USE} or {@code search_path}.
 *
 * @param name the names of the database and the schema as one text, which is stored in the tables
 * @param prefix the quoted schema and a dot, which precede each table name in SQL statements
 */
public record TablePlace(String name, String prefix) {

    private static final Pattern DATABASE = Pattern.compile("jdbc:[a-z0-9:+-]+//[^/?]*/(?<name>[^?;/]+).*");
    private static final String SCHEMA_OF_TABLES =
            "SELECT COALESCE((SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                    + " WHERE c.oid = to_regclass('%s')), '')";

    public static TablePlace of(OwnConnection own, String table) {
        return switch (own.dialect()) {
            case MYSQL -> mySql(own);
            case POSTGRESQL -> own.transaction(() -> postgres(own, table));
            case H2 -> in(own.text("SELECT DATABASE()") + ".", own.text("SELECT SCHEMA()"), "\"");
        };
    }

    private static TablePlace in(String database, String schema, String quote) {
        return new TablePlace(database + schema, quote + schema.replace(quote, quote + quote) + quote + ".");
    }

    /** Reads the database name from the JDBC URL, because other code may have changed the current catalog. */
    private static TablePlace mySql(OwnConnection own) {
        Matcher address = DATABASE.matcher(own.url());
        if (!address.matches()) {
            throw new WorkerLedgerException(
                    "the address of the connections names no database: write it there, as in"
                            + " jdbc:mysql://host:3306/ids; a catalog that a pool or other code sets on a connection does not count");
        }
        String database = URLDecoder.decode(address.group("name"), StandardCharsets.UTF_8);
        // a server that ignores case accepts several spellings of the database name
        boolean anyCase = !own.text("SELECT @@lower_case_table_names").equals("0");
        return in("", anyCase ? database.toLowerCase(Locale.ROOT) : database, "`");
    }

    /**
     * Returns the first schema of the default search path that contains the given table. If no schema contains the table, the method returns the
     * first schema of the default search path.
     */
    private static TablePlace postgres(OwnConnection own, String table) {
        String present = own.text(SCHEMA_OF_TABLES.formatted(table));
        own.execute("SET LOCAL search_path TO DEFAULT");
        String tables = own.text(SCHEMA_OF_TABLES.formatted(table));
        String schema = tables.isEmpty() ? own.text("SELECT COALESCE(current_schema(), '')") : tables;
        String database = own.text("SELECT current_database()");
        boolean isPathOfPool = tables.isEmpty() && !present.isEmpty();
        if (isPathOfPool || schema.isEmpty()) {
            throw new WorkerLedgerException("the address of the connections leads to "
                    + (schema.isEmpty() ? "no schema" : "schema " + schema) + " of database " + database
                    + (isPathOfPool ? ", and its tables are in " + present : "")
                    + ": write the schema into the address, as in ?currentSchema="
                    + (isPathOfPool ? present : "public")
                    + "; a schema that a pool or other code sets does not count");
        }
        return in(database + ".", schema, "\"");
    }

    /** Creates the given tables with the SQL script from the package of the given class, unless the tables exist. */
    public void ensureTables(OwnConnection own, Class<?> owner, boolean mayCreate, List<String> tables) {
        if (areThere(own, tables)) {
            return;
        }
        String script = own.dialect().script(owner, this);
        String why = "creating them is switched off; run";
        Exception cause = null;
        if (mayCreate) {
            try {
                create(own, script);
                return;
            } catch (StoreFailure e) {
                cause = e.thrown();
                why = "they could not be created (" + VisibleText.inOneLine(cause) + "); let someone who may run";
            }
        }
        String missing = "the tables " + tables + " are missing in " + name + ", and " + why;
        throw new WorkerLedgerException(Reason.TABLES_MISSING, missing + ":\n" + script, cause);
    }

    private boolean areThere(OwnConnection own, List<String> tables) {
        try {
            tables.forEach(table -> own.all("SELECT 1 FROM " + prefix + table + " WHERE 1 = 0", row -> row));
            return true;
        } catch (StoreFailure e) {
            if (!SqlFault.MISSING_TABLE.is(e)) {
                throw e;
            }
            return false;
        }
    }

    /** Repeats a failed statement once, because PostgreSQL reports an error if two processes create a table at the same time. */
    private static void create(OwnConnection own, String script) {
        for (String statement : script.strip().split(";\\s*", 0)) {
            try {
                own.execute(statement);
            } catch (StoreFailure e) {
                own.execute(statement);
            }
        }
    }
}
