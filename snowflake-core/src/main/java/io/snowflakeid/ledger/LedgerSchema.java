package io.snowflakeid.ledger;

import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.LedgerSettings;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** What must be there before a worker is granted: the two tables, and the namespace with its layout and scope. */
final class LedgerSchema {

    private LedgerSchema() {}

    static LedgerPlace place(LedgerConnection own) throws SQLException {
        return own.transaction(connection -> LedgerPlace.of(connection, own.dialect()));
    }

    /** Makes sure that both tables are there, in the form of this version. */
    static void ensureTables(LedgerConnection own, LedgerPlace place, boolean mayCreate) throws SQLException {
        if (isThere(own, place.namespaces(), "opens_at, longest_window, ledger_id, place, group_members")
                && isThere(own, place.workers(), "quarantined_until")) {
            return;
        }
        String script = own.dialect().script(place);
        if (!mayCreate) {
            throw new WorkerLedgerException(
                    Reason.TABLES_MISSING,
                    "the ledger's tables are missing in " + place.name() + ", and creating them is switched off; run:\n"
                            + script);
        }
        try {
            create(own, script);
        } catch (SQLException e) {
            throw new WorkerLedgerException(
                    Reason.TABLES_MISSING,
                    "the ledger's tables are missing, and could not be created (" + VisibleText.inOneLine(e)
                            + "); let someone who may run:\n" + script,
                    e);
        }
    }

    private static boolean isThere(LedgerConnection own, String table, String columns) throws SQLException {
        try {
            own.transaction(connection -> LedgerConnection.all(
                    connection, "SELECT " + columns + " FROM " + table + " WHERE 1 = 0", row -> table));
            return true;
        } catch (SQLException e) {
            if (SqlFault.isMissingColumn(e)) {
                throw new WorkerLedgerException(
                        Reason.STORED_DIFFERENTLY,
                        "the ledger's tables are those of another version (" + VisibleText.inOneLine(e)
                                + "): use the version that made them, or another schema for new ones",
                        e);
            }
            if (!SqlFault.isMissingTable(e)) {
                throw e;
            }
            return false;
        }
    }

    /** PostgreSQL fails where another process creates the same table: then it is there. */
    private static void create(LedgerConnection own, String script) throws SQLException {
        for (String statement : SqlDialect.statements(script)) {
            try {
                run(own, statement);
            } catch (SQLException e) {
                run(own, statement);
            }
        }
    }

    private static void run(LedgerConnection own, String statement) throws SQLException {
        own.transaction(connection -> {
            try (PreparedStatement create = connection.prepareStatement(statement)) {
                return create.execute();
            }
        });
    }

    /** A namespace that is gone must not come back in silence, as a ledger that knows no window. */
    static WorkerLedgerException missing(LedgerPlace place, LedgerSettings settings) {
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

    /** A copy of a ledger would grant the same windows as the one that it was copied from. */
    static void requireHere(String stored, LedgerPlace place, String namespace) {
        if (!stored.equals(place.name())) {
            throw new WorkerLedgerException(
                    Reason.STORED_DIFFERENTLY,
                    "namespace '" + namespace + "' of this ledger was set up in " + VisibleText.of(stored)
                            + ", and is found in " + VisibleText.of(place.name())
                            + ": a copy would grant the windows of the original again, so use the original; if it was renamed or"
                            + " moved as a whole, so that no process uses it there, run:\nUPDATE " + place.namespaces()
                            + " SET place = '" + place.name().replace("'", "''") + "' WHERE namespace = '" + namespace
                            + "'");
        }
    }
}
