package io.snowflakeid.ledger;

import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.LedgerConnections.Conversation;
import io.snowflakeid.ledger.LedgerConnections.Work;
import io.snowflakeid.ledger.spi.LedgerSettings;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What must be there before a worker is granted: the two tables, and the namespace with its layout and scope. */
final class LedgerSchema {

    static final String SHARED = "shared";
    static final String OWNED = "datacenter ";

    private static final Pattern SCOPE = Pattern.compile(
            "(?:" + SHARED + "|" + OWNED + "(?<datacenter>\\d+))(?:, workers (?<first>\\d+)\\.\\.(?<last>\\d+))?");

    private LedgerSchema() {}

    static void ensureTables(Conversation conversation, boolean mayCreate) throws SQLException {
        SQLException missing = missingTable(conversation);
        if (missing == null) {
            return;
        }
        SqlDialect dialect = conversation.dialect();
        if (!mayCreate) {
            throw new WorkerLedgerException(
                    Reason.TABLES_MISSING,
                    "the ledger's tables are missing (" + SqlFault.inOneLine(missing)
                            + "), and creating them is switched off; run:\n" + dialect.script(),
                    missing);
        }
        try {
            create(conversation, dialect);
        } catch (SQLException e) {
            throw new WorkerLedgerException(
                    Reason.TABLES_MISSING,
                    "the ledger's tables are missing, and could not be created (" + SqlFault.inOneLine(e)
                            + "); let someone who may run:\n" + dialect.script(),
                    e);
        }
    }

    /** PostgreSQL fails where another process creates the same table: then it is there. */
    private static void create(Conversation conversation, SqlDialect dialect) throws SQLException {
        for (String statement : dialect.ddl()) {
            try {
                run(conversation, statement);
            } catch (SQLException e) {
                run(conversation, statement);
            }
        }
    }

    private static void run(Conversation conversation, String statement) throws SQLException {
        conversation.transaction(connection -> {
            try (PreparedStatement create = connection.prepareStatement(statement)) {
                return create.execute();
            }
        });
    }

    private static @Nullable SQLException missingTable(Conversation conversation) throws SQLException {
        for (String columns : List.of("opens_at FROM snowflake_namespace", "quarantined_until FROM snowflake_worker")) {
            try {
                conversation.transaction(connection -> {
                    try (PreparedStatement probe =
                            WorkerTable.prepare(connection, "SELECT " + columns + " WHERE 1 = 0")) {
                        return probe.execute();
                    }
                });
            } catch (SQLException e) {
                if (SqlFault.isMissingColumn(e)) {
                    throw new WorkerLedgerException(
                            Reason.STORED_DIFFERENTLY,
                            "the ledger's tables are those of another version (" + SqlFault.inOneLine(e)
                                    + "): let the database have tables of this version, or use the version that made them",
                            e);
                }
                if (!SqlFault.isMissingTable(e)) {
                    throw e;
                }
                return e;
            }
        }
        return null;
    }

    /** Writes layout, scope and version down once; whoever comes later with something else is refused. */
    static void ensureNamespace(Conversation conversation, LedgerSettings settings) throws SQLException {
        Work<Optional<Namespace>> reading = connection -> stored(connection, settings.namespace());
        Optional<Namespace> stored = conversation.transaction(reading);
        if (stored.isEmpty()) {
            insert(conversation, settings);
            stored = conversation.transaction(reading);
        }
        stored.orElseThrow(() -> settings.differs("no entry any more")).requireSame(settings);
    }

    /** What a namespace was set up with. */
    record Namespace(String layout, String scope, int version) {

        boolean isShared() {
            return parts().group("datacenter") == null;
        }

        long ownedDatacenter() {
            return Long.parseLong(parts().group("datacenter"));
        }

        /** The first and the last worker; empty where all belong to this ledger. */
        Optional<long[]> workers() {
            Matcher parts = parts();
            return parts.group("first") == null
                    ? Optional.empty()
                    : Optional.of(
                            new long[] {Long.parseLong(parts.group("first")), Long.parseLong(parts.group("last"))});
        }

        private Matcher parts() {
            Matcher parts = SCOPE.matcher(scope);
            if (!parts.matches()) {
                throw new WorkerLedgerException(
                        Reason.STORED_DIFFERENTLY,
                        "the ledger has the scope '" + VisibleText.of(scope)
                                + "', which this version cannot read: use the version that has written it");
            }
            return parts;
        }

        /** Two processes that disagree would make ids that clash. */
        void requireSame(LedgerSettings settings) {
            if (!toString().equals(settings.stored())) {
                throw settings.differs(toString());
            }
        }

        @Override
        public String toString() {
            return LedgerSettings.stored(layout, scope, String.valueOf(version));
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

    private static void insert(Conversation conversation, LedgerSettings settings) throws SQLException {
        String sql = "INSERT INTO snowflake_namespace (namespace, layout, scope, version) VALUES (?, ?, ?, ?)";
        try {
            conversation.transaction(connection -> {
                try (PreparedStatement insert = WorkerTable.prepare(
                        connection,
                        sql,
                        settings.namespace(),
                        settings.layout().spec(),
                        settings.storedScope(),
                        LedgerSettings.VERSION)) {
                    return insert.executeUpdate();
                }
            });
        } catch (SQLException e) {
            if (!SqlFault.isDuplicateKey(e)) {
                throw e;
            }
            // another process was first: what it wrote is compared by the caller
        }
    }
}
