package io.snowflakeid.merge.schema;

import io.snowflakeid.merge.schema.SqlTokens.Dialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Reads triggers, views, and what else is stored in a database of MySQL or MariaDB. */
final class MySqlStored {

    private final CatalogQuery catalog;
    private final Set<String> tablesAndViews;

    MySqlStored(CatalogQuery catalog, Set<String> tablesAndViews) {
        this.catalog = catalog;
        this.tablesAndViews = tablesAndViews;
    }

    List<Schema.Trigger> triggers() throws SQLException {
        List<Schema.Trigger> triggers = new ArrayList<>();
        catalog.each(
                "SELECT TRIGGER_NAME, EVENT_MANIPULATION, EVENT_OBJECT_TABLE, ACTION_TIMING, ACTION_STATEMENT"
                        + " FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = ?"
                        + " ORDER BY EVENT_OBJECT_TABLE, ACTION_TIMING, EVENT_MANIPULATION, ACTION_ORDER",
                row -> triggers.add(trigger(row)));
        return List.copyOf(triggers);
    }

    private Schema.Trigger trigger(ResultSet row) throws SQLException {
        String name = CatalogQuery.text(row, "TRIGGER_NAME");
        String table = CatalogQuery.text(row, "EVENT_OBJECT_TABLE");
        String timing = CatalogQuery.text(row, "ACTION_TIMING");
        String event = CatalogQuery.text(row, "EVENT_MANIPULATION");
        String create = "CREATE TRIGGER " + Dialect.MYSQL.quoted(name) + " " + timing + " " + event + " ON "
                + Dialect.MYSQL.quoted(table) + " FOR EACH ROW "
                + here(SqlTokens.of(CatalogQuery.text(row, "ACTION_STATEMENT"), Dialect.MYSQL));
        return new Schema.Trigger(name, table, timing, event, create);
    }

    private String here(List<SqlToken> tokens) {
        return QualifiedNames.without(catalog.database(), tablesAndViews, tokens);
    }

    List<Schema.View> views(List<String> names) throws SQLException {
        List<Schema.View> views = new ArrayList<>();
        for (String name : names) {
            try (Statement statement = catalog.connection().createStatement();
                    ResultSet row = statement.executeQuery("SHOW CREATE VIEW "
                            + Dialect.MYSQL.quoted(catalog.database()) + "." + Dialect.MYSQL.quoted(name))) {
                row.next();
                List<SqlToken> tokens = SqlTokens.of(CatalogQuery.text(row, "Create View"), Dialect.MYSQL);
                views.add(new Schema.View(name, here(withoutDefiner(tokens))));
            }
        }
        return ViewOrder.sorted(views, Dialect.MYSQL);
    }

    /** Whoever runs the statement becomes the definer: the former one may not exist there. */
    private static List<SqlToken> withoutDefiner(List<SqlToken> tokens) {
        int begin = indexOf(tokens, "DEFINER");
        int end = indexOf(tokens, "SQL");
        List<SqlToken> kept = new ArrayList<>(tokens);
        if (begin >= 0 && begin < end) {
            kept.subList(begin, end).clear();
        }
        return kept;
    }

    private static int indexOf(List<SqlToken> tokens, String word) {
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).is(word)) {
                return i;
            }
        }
        return -1;
    }

    /** Events and routines. */
    List<String> others() throws SQLException {
        List<String> others = new ArrayList<>();
        catalog.each(
                "SELECT EVENT_NAME FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ?",
                row -> others.add("event " + CatalogQuery.text(row, "EVENT_NAME")));
        catalog.each(
                "SELECT ROUTINE_TYPE, ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = ?",
                row -> others.add(CatalogQuery.text(row, "ROUTINE_TYPE").toLowerCase(Locale.ROOT) + " "
                        + CatalogQuery.text(row, "ROUTINE_NAME")));
        return others;
    }
}
