package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedgerException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What must be there before a worker is granted: the two tables, and the namespace with its layout and scope. */
final class LedgerSchema {

    static final String SHARED = "shared";
    static final String OWNED = "datacenter ";

    private static final int VERSION = 1;

    private LedgerSchema() {}

    static void ensureTables(Connection connection, SqlDialect dialect, boolean mayCreate) throws SQLException {
        SQLException missing = missingTable(connection);
        if (missing == null) {
            return;
        }
        if (!mayCreate) {
            throw new WorkerLedgerException(
                    "the ledger's tables are missing (" + missing.getMessage()
                            + "), and creating them is switched off; run:\n" + dialect.script(),
                    missing);
        }
        for (String statement : dialect.ddl()) {
            try (PreparedStatement create = connection.prepareStatement(statement)) {
                create.execute();
            } catch (SQLException e) {
                throw new WorkerLedgerException(
                        "the ledger's tables are missing, and could not be created (" + e.getMessage()
                                + "); let someone who may run:\n" + dialect.script(),
                        e);
            }
        }
    }

    private static @Nullable SQLException missingTable(Connection connection) throws SQLException {
        for (String table : List.of("snowflake_namespace", "snowflake_worker")) {
            try (PreparedStatement probe =
                    WorkerTable.prepare(connection, "SELECT namespace FROM " + table + " WHERE 1 = 0")) {
                probe.executeQuery().close();
            } catch (SQLException e) {
                if (e.getSQLState() == null || !e.getSQLState().startsWith("42S")) {
                    throw e;
                }
                return e;
            }
        }
        return null;
    }

    /** Writes layout, scope and version down once; whoever comes later with others is refused. */
    static void ensureNamespace(Connection connection, String namespace, Namespace wanted) throws SQLException {
        Optional<Namespace> stored = stored(connection, namespace);
        if (stored.isEmpty()) {
            insert(connection, namespace, wanted);
            stored = stored(connection, namespace);
        }
        String found = stored.map(Namespace::toString).orElse("no entry any more");
        if (!found.equals(wanted.toString())) {
            throw new WorkerLedgerException(
                    "namespace '" + namespace + "' of this ledger has " + found + ", this process wants " + wanted
                            + ": ids of both would clash; use what is stored, or another namespace if they never meet");
        }
    }

    /** What a namespace was set up with. */
    record Namespace(String layout, String scope, int version) {

        static Namespace of(SnowflakeLayout layout, String scope) {
            return new Namespace(layout.spec(), scope, VERSION);
        }

        boolean isShared() {
            return scope.equals(SHARED);
        }

        long ownedDatacenter() {
            return Long.parseLong(scope.substring(OWNED.length()));
        }

        @Override
        public String toString() {
            return "layout " + layout + ", " + scope + ", version " + version;
        }
    }

    static Optional<Namespace> stored(Connection connection, String namespace) throws SQLException {
        String sql = "SELECT layout, scope, version FROM snowflake_namespace WHERE namespace = ?";
        try (PreparedStatement select = WorkerTable.prepare(connection, sql, namespace);
                ResultSet row = select.executeQuery()) {
            return row.next()
                    ? Optional.of(new Namespace(row.getString(1), row.getString(2), row.getInt(3)))
                    : Optional.empty();
        }
    }

    /** The names of all namespaces that are set up here. */
    static List<String> namespaces(Connection connection) throws SQLException {
        String sql = "SELECT namespace FROM snowflake_namespace ORDER BY namespace";
        try (PreparedStatement select = WorkerTable.prepare(connection, sql);
                ResultSet rows = select.executeQuery()) {
            List<String> names = new ArrayList<>();
            while (rows.next()) {
                names.add(rows.getString(1));
            }
            return names;
        }
    }

    private static void insert(Connection connection, String namespace, Namespace wanted) throws SQLException {
        String sql = "INSERT INTO snowflake_namespace (namespace, layout, scope, version) VALUES (?, ?, ?, ?)";
        try (PreparedStatement insert =
                WorkerTable.prepare(connection, sql, namespace, wanted.layout(), wanted.scope(), wanted.version())) {
            insert.executeUpdate();
        } catch (SQLIntegrityConstraintViolationException anotherProcessWasFirst) {
            // what it wrote is compared by the caller
            return;
        }
    }
}
