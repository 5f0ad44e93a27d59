package io.snowflakeid.merge.schema;

import io.snowflakeid.merge.schema.SqlToken.Kind;
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
        List<Schema.Trigger> named = new ArrayList<>();
        catalog.each(
                "SELECT TRIGGER_NAME, EVENT_OBJECT_TABLE, ACTION_TIMING, EVENT_MANIPULATION FROM information_schema.TRIGGERS"
                        + " WHERE TRIGGER_SCHEMA = ? ORDER BY EVENT_OBJECT_TABLE, ACTION_TIMING, EVENT_MANIPULATION, ACTION_ORDER",
                row -> named.add(new Schema.Trigger(
                        CatalogQuery.text(row, "TRIGGER_NAME"),
                        CatalogQuery.text(row, "EVENT_OBJECT_TABLE"),
                        CatalogQuery.text(row, "ACTION_TIMING"),
                        CatalogQuery.text(row, "EVENT_MANIPULATION"),
                        "")));
        List<Schema.Trigger> triggers = new ArrayList<>();
        for (Schema.Trigger trigger : named) {
            triggers.add(new Schema.Trigger(
                    trigger.name(), trigger.table(), trigger.timing(), trigger.event(), create(trigger)));
        }
        return List.copyOf(triggers);
    }

    private String create(Schema.Trigger trigger) throws SQLException {
        return "CREATE TRIGGER " + Dialect.MYSQL.quoted(trigger.name()) + " " + trigger.timing() + " " + trigger.event()
                + " ON " + Dialect.MYSQL.quoted(trigger.table()) + " FOR EACH ROW "
                + here(body(SqlTokens.of(
                                showCreate("TRIGGER", trigger.name(), "SQL Original Statement"), Dialect.MYSQL)))
                        .strip();
    }

    /** What is done for each row, without before or behind which other trigger. */
    private static List<SqlToken> body(List<SqlToken> tokens) {
        int begin = indexOf(tokens, "ROW", indexOf(tokens, "EACH", 0)) + 1;
        int next = nextWord(tokens, begin);
        if (tokens.get(next).is("FOLLOWS") || tokens.get(next).is("PRECEDES")) {
            begin = nextWord(tokens, next + 1) + 1;
        }
        return tokens.subList(begin, tokens.size());
    }

    private static int nextWord(List<SqlToken> tokens, int from) {
        int at = from;
        while (at < tokens.size() - 1 && tokens.get(at).kind() == Kind.SPACE) {
            at++;
        }
        return at;
    }

    /** The text as it was written: the catalog's own loses quotes within names. */
    private String showCreate(String kind, String name, String column) throws SQLException {
        try (Statement statement = catalog.connection().createStatement();
                ResultSet row = statement.executeQuery("SHOW CREATE " + kind + " "
                        + Dialect.MYSQL.quoted(catalog.database()) + "." + Dialect.MYSQL.quoted(name))) {
            row.next();
            return CatalogQuery.text(row, column);
        }
    }

    private String here(List<SqlToken> tokens) {
        return QualifiedNames.without(catalog.database(), tablesAndViews, tokens);
    }

    List<Schema.View> views(List<String> names) throws SQLException {
        List<Schema.View> views = new ArrayList<>();
        for (String name : names) {
            List<SqlToken> tokens = SqlTokens.of(showCreate("VIEW", name, "Create View"), Dialect.MYSQL);
            views.add(new Schema.View(name, here(withoutDefiner(tokens))));
        }
        return ViewOrder.sorted(views, Dialect.MYSQL);
    }

    /** Whoever runs the statement becomes the definer: the former one may not exist there. */
    private static List<SqlToken> withoutDefiner(List<SqlToken> tokens) {
        int begin = indexOf(tokens, "DEFINER", 0);
        int end = indexOf(tokens, "SQL", 0);
        List<SqlToken> kept = new ArrayList<>(tokens);
        if (begin >= 0 && begin < end) {
            kept.subList(begin, end).clear();
        }
        return kept;
    }

    private static int indexOf(List<SqlToken> tokens, String word, int from) {
        for (int i = Math.max(0, from); i < tokens.size(); i++) {
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
