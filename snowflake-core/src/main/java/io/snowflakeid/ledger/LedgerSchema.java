package io.snowflakeid.ledger;

import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.LedgerConnections.Conversation;
import io.snowflakeid.ledger.LedgerConnections.Work;
import io.snowflakeid.ledger.spi.LedgerRules;
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

    /** Makes sure that all is there, and nothing is another one's. */
    static WorkerTable open(Conversation conversation, LedgerSettings settings, boolean mayCreate) throws SQLException {
        LedgerPlace place = place(conversation);
        ensureTables(conversation, place, mayCreate);
        String ledgerId = ensureNamespace(conversation, place, settings, mayCreate);
        return new WorkerTable(conversation.dialect(), settings, place, ledgerId);
    }

    static LedgerPlace place(Conversation conversation) throws SQLException {
        return conversation.transaction(connection -> LedgerPlace.of(connection, conversation.dialect()));
    }

    private static void ensureTables(Conversation conversation, LedgerPlace place, boolean mayCreate)
            throws SQLException {
        SQLException missing = missingTable(conversation, place);
        if (missing == null) {
            return;
        }
        String script = conversation.dialect().script(place);
        if (!mayCreate) {
            throw new WorkerLedgerException(
                    Reason.TABLES_MISSING,
                    "the ledger's tables are missing (" + SqlFault.inOneLine(missing)
                            + "), and creating them is switched off; run:\n" + script,
                    missing);
        }
        try {
            create(conversation, script);
        } catch (SQLException e) {
            throw new WorkerLedgerException(
                    Reason.TABLES_MISSING,
                    "the ledger's tables are missing, and could not be created (" + SqlFault.inOneLine(e)
                            + "); let someone who may run:\n" + script,
                    e);
        }
    }

    /** PostgreSQL fails where another process creates the same table: then it is there. */
    private static void create(Conversation conversation, String script) throws SQLException {
        for (String statement : SqlDialect.statements(script)) {
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

    private static @Nullable SQLException missingTable(Conversation conversation, LedgerPlace place)
            throws SQLException {
        for (String columns : List.of(
                "ledger_id, place, longest_window, opens_at FROM " + place.namespaces(),
                "quarantined_until FROM " + place.workers())) {
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
                                    + "): use the version that made them; if that is the one before this, stop its"
                                    + " processes, and run:\n" + upgrade(place),
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

    private static String upgrade(LedgerPlace place) {
        String add = "ALTER TABLE " + place.namespaces() + " ADD COLUMN ";
        return add + "longest_window BIGINT DEFAULT 0 NOT NULL;\n" + add
                + "ledger_id VARCHAR(32) DEFAULT '' NOT NULL;\n" + add
                + "place VARCHAR(270) DEFAULT '' NOT NULL;\nUPDATE " + place.namespaces()
                + " n SET longest_window = (SELECT COALESCE(MAX(w.quarantined_until - w.leased_until), 0) FROM "
                + place.workers() + " w WHERE w.namespace = n.namespace);";
    }

    /**
     * Writes down once what the namespace is; a process that comes later with something else is refused.
     *
     * @return the ledger's id
     */
    private static String ensureNamespace(
            Conversation conversation, LedgerPlace place, LedgerSettings settings, boolean mayCreate)
            throws SQLException {
        Work<Optional<Namespace>> reading = connection -> stored(connection, place, settings.namespace());
        Optional<Namespace> stored = conversation.transaction(reading);
        if (stored.isEmpty()) {
            if (!mayCreate) {
                throw missing(place, settings);
            }
            insert(conversation, place, settings);
            stored = conversation.transaction(reading);
        } else if (stored.get().ledgerId().isEmpty() || stored.get().place().isEmpty()) {
            // its columns were added, or an operator has moved it
            conversation.transaction(connection -> identify(connection, place, settings.namespace()));
            stored = conversation.transaction(reading);
        }
        Namespace found = stored.orElseThrow(() -> settings.differs("no entry any more"));
        found.requireSame(settings);
        requireHere(found, place, settings.namespace());
        return found.ledgerId();
    }

    /** A namespace that is gone must not come back in silence, as a ledger that knows no window. */
    private static WorkerLedgerException missing(LedgerPlace place, LedgerSettings settings) {
        String namespace = settings.namespace();
        return new WorkerLedgerException(
                Reason.TABLES_MISSING,
                "namespace '" + namespace + "' is not in " + place.namespaces()
                        + ", and creating it is switched off: if it was there before, look who deleted it; if it is new, set it up"
                        + " with the command 'workers --set-up', or run:\nINSERT INTO " + place.namespaces()
                        + " (namespace, layout, scope, version) VALUES ('" + namespace + "', '"
                        + settings.layout().spec() + "', '" + settings.storedScope() + "', " + LedgerSettings.VERSION
                        + ");");
    }

    private static int identify(Connection connection, LedgerPlace place, String namespace) throws SQLException {
        return fillIn(connection, place, namespace, "ledger_id", LedgerRules.freshToken())
                + fillIn(connection, place, namespace, "place", place.name());
    }

    private static int fillIn(Connection connection, LedgerPlace place, String namespace, String column, String value)
            throws SQLException {
        String sql =
                "UPDATE " + place.namespaces() + " SET " + column + " = ? WHERE namespace = ? AND " + column + " = ''";
        try (PreparedStatement update = WorkerTable.prepare(connection, sql, value, namespace)) {
            return update.executeUpdate();
        }
    }

    /** A copy of a ledger would grant the same windows as the one that it was copied from. */
    private static void requireHere(Namespace found, LedgerPlace place, String namespace) {
        if (!found.place().equals(place.name())) {
            throw new WorkerLedgerException(
                    Reason.STORED_DIFFERENTLY,
                    "namespace '" + namespace + "' of this ledger was set up in " + VisibleText.of(found.place())
                            + ", and is found in " + VisibleText.of(place.name())
                            + ": a copy would grant the windows of the original again, so use the original; if it was renamed or"
                            + " moved as a whole, so that no process uses it there, run:\nUPDATE " + place.namespaces()
                            + " SET place = '" + place.name().replace("'", "''") + "' WHERE namespace = '" + namespace
                            + "'");
        }
    }

    /** What a namespace was set up with. */
    record Namespace(String layout, String scope, int version, String ledgerId, String place) {

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

    /** What {@link #namespace} reads. */
    static final String COLUMNS = "layout, scope, version, ledger_id, place";

    static Namespace namespace(ResultSet row) throws SQLException {
        return new Namespace(row.getString(1), row.getString(2), row.getInt(3), row.getString(4), row.getString(5));
    }

    static Optional<Namespace> stored(Connection connection, LedgerPlace place, String namespace) throws SQLException {
        String sql = "SELECT " + COLUMNS + " FROM " + place.namespaces() + " WHERE namespace = ?";
        try (PreparedStatement select = WorkerTable.prepare(connection, sql, namespace);
                ResultSet row = select.executeQuery()) {
            return row.next() ? Optional.of(namespace(row)) : Optional.empty();
        }
    }

    /** The names of all namespaces that are set up here. */
    static List<String> namespaces(Connection connection, LedgerPlace place) throws SQLException {
        String sql = "SELECT namespace FROM " + place.namespaces() + " ORDER BY namespace";
        try (PreparedStatement select = WorkerTable.prepare(connection, sql);
                ResultSet rows = select.executeQuery()) {
            List<String> names = new ArrayList<>();
            while (rows.next()) {
                names.add(rows.getString(1));
            }
            return names;
        }
    }

    private static void insert(Conversation conversation, LedgerPlace place, LedgerSettings settings)
            throws SQLException {
        String sql = "INSERT INTO " + place.namespaces()
                + " (namespace, layout, scope, version, ledger_id, place, longest_window) VALUES (?, ?, ?, ?, ?, ?, ?)";
        try {
            conversation.transaction(connection -> {
                try (PreparedStatement insert = WorkerTable.prepare(
                        connection,
                        sql,
                        settings.namespace(),
                        settings.layout().spec(),
                        settings.storedScope(),
                        LedgerSettings.VERSION,
                        LedgerRules.freshToken(),
                        place.name(),
                        settings.windowTicks())) {
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
