package io.snowflakeid.ledger;

import io.snowflakeid.WorkerLedgerException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where a ledger's tables lie: the database, and its schema. It is the one that the address of the connections leads to, whatever {@code USE}
 * or {@code search_path} other code has run on them, and every statement names it.
 *
 * @param name as it is stored, and shown to people
 * @param prefix what the name of a table is preceded by
 */
record LedgerPlace(String name, String prefix) {

    private static final Pattern DATABASE = Pattern.compile("jdbc:[a-z:]+//[^/?]*/(?<name>[^?;/]+).*");

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

    /** Connector/J keeps its word whatever was run on the connection; MariaDB's driver follows a USE. */
    private static LedgerPlace mySql(Connection connection) throws SQLException {
        String database = connection.getCatalog();
        String address = String.valueOf(connection.getMetaData().getURL());
        Matcher named = DATABASE.matcher(address);
        if (address.startsWith("jdbc:mariadb:") && named.matches()) {
            database = URLDecoder.decode(named.group("name"), StandardCharsets.UTF_8);
        }
        if (database == null || database.isEmpty()) {
            database = row(connection, "SELECT COALESCE(DATABASE(), ''), ''")[0];
        }
        if (database.isEmpty()) {
            throw new WorkerLedgerException(
                    "the connections of the ledger lead to no database of their server: name one in their address");
        }
        // where the server does not tell letters apart, addresses may spell it in several ways
        boolean anyCase = !row(connection, "SELECT @@lower_case_table_names, ''")[0].equals("0");
        String name = anyCase ? database.toLowerCase(Locale.ROOT) : database;
        return new LedgerPlace(name, quoted(name, '`'));
    }

    /**
     * As a new session has it; where the tables are, if there are any. Where a new session would find none, but this one does, the pool has
     * a schema of its own.
     */
    private static LedgerPlace postgres(Connection connection) throws SQLException {
        String tables = "COALESCE((SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " WHERE c.oid = to_regclass('snowflake_namespace')), '')";
        String ofThisSession = row(connection, "SELECT " + tables + ", ''")[0];
        try (PreparedStatement reset = WorkerTable.prepare(connection, "SET LOCAL search_path TO DEFAULT")) {
            reset.execute();
        }
        String ofNewSession = row(connection, "SELECT " + tables + ", ''")[0];
        String[] first = row(connection, "SELECT current_database(), COALESCE(current_schema(), '')");
        String schema = Stream.of(ofNewSession, ofThisSession, first[1])
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElseThrow(() -> new WorkerLedgerException(
                        "the search_path of the ledger's connections leads to no schema of database " + first[0]
                                + ": name one that is there"));
        return new LedgerPlace(first[0] + "." + schema, quoted(schema, '"'));
    }

    private static String[] row(Connection connection, String sql) throws SQLException {
        try (PreparedStatement select = WorkerTable.prepare(connection, sql);
                ResultSet row = select.executeQuery()) {
            row.next();
            return new String[] {row.getString(1), row.getString(2)};
        }
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
