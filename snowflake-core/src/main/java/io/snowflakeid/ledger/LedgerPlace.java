package io.snowflakeid.ledger;

import io.snowflakeid.WorkerLedgerException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
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

    /** Of the database at the other end; within a transaction. */
    static LedgerPlace of(Connection connection, SqlDialect dialect) throws SQLException {
        return switch (dialect) {
            case MYSQL -> mySql(connection);
            case POSTGRESQL -> postgres(connection);
            case H2 -> {
                String[] here = row(connection, "SELECT DATABASE(), SCHEMA()");
                yield new LedgerPlace(here[0] + "." + here[1], quoted(here[1], '"'));
            }
        };
    }

    /** What the connection has at the moment may be what other code, or the pool, has set: the address alone counts. */
    private static LedgerPlace mySql(Connection connection) throws SQLException {
        Matcher address =
                DATABASE.matcher(String.valueOf(connection.getMetaData().getURL()));
        if (!address.matches()) {
            throw new WorkerLedgerException(
                    "the address of the ledger's connections names no database: write it there, as in"
                            + " jdbc:mysql://host:3306/ids; a catalog that a pool or other code sets on a connection does not count");
        }
        String database = URLDecoder.decode(address.group("name"), StandardCharsets.UTF_8);
        // where the server does not tell letters apart, addresses may spell it in several ways
        boolean anyCase = !row(connection, "SELECT @@lower_case_table_names, ''")[0].equals("0");
        String name = anyCase ? database.toLowerCase(Locale.ROOT) : database;
        return new LedgerPlace(name, quoted(name, '`'));
    }

    /** As a new session has it: where the tables are on its search path, or else its first schema. */
    private static LedgerPlace postgres(Connection connection) throws SQLException {
        String[] present = row(connection, "SELECT " + SCHEMA_OF_TABLES + ", COALESCE(current_schema(), '')");
        LedgerConnection.execute(connection, "SET LOCAL search_path TO DEFAULT");
        String[] ofNewSession = row(connection, "SELECT " + SCHEMA_OF_TABLES + ", COALESCE(current_schema(), '')");
        String database = row(connection, "SELECT current_database(), ''")[0];
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

    private static String[] row(Connection connection, String sql) throws SQLException {
        return LedgerConnection.first(connection, sql, row -> new String[] {row.getString(1), row.getString(2)})
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
}
