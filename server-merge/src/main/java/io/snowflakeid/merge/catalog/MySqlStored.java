package io.snowflakeid.merge.catalog;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads triggers, views, and what else is stored in a database of MySQL or MariaDB. */
final class MySqlStored {

    private static final String NAME = "`[^`]*+(?:``[^`]*+)*+`";

    private final CatalogQuery catalog;
    private final Set<String> tablesAndViews;
    private final List<String> others = new ArrayList<>();

    MySqlStored(CatalogQuery catalog, Set<String> tablesAndViews) {
        this.catalog = catalog;
        this.tablesAndViews = tablesAndViews;
    }

    List<Schema.Trigger> triggers() throws SQLException {
        String sql = "SELECT TRIGGER_NAME, EVENT_OBJECT_TABLE, ACTION_TIMING, EVENT_MANIPULATION"
                + " FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = ?"
                + " ORDER BY EVENT_OBJECT_TABLE, ACTION_TIMING, EVENT_MANIPULATION, ACTION_ORDER";
        return catalog.list(sql, this::trigger).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<Schema.Trigger> trigger(ResultSet row) throws SQLException {
        String name = CatalogQuery.text(row, "TRIGGER_NAME");
        String table = CatalogQuery.text(row, "EVENT_OBJECT_TABLE");
        String timing = CatalogQuery.text(row, "ACTION_TIMING");
        String event = CatalogQuery.text(row, "EVENT_MANIPULATION");
        String head = "CREATE TRIGGER " + SqlToken.quoted(name) + " " + timing + " " + event + " ON "
                + SqlToken.quoted(table) + " FOR EACH ROW ";
        String text = catalog.showCreate("TRIGGER", name, "SQL Original Statement");
        return here("trigger " + name, body(SqlToken.of(text)))
                .map(body -> new Schema.Trigger(name, table, timing, event, head + body.strip()));
    }

    /** What is done for each row, without the trigger that it follows or precedes. */
    private static List<SqlToken> body(List<SqlToken> tokens) {
        int begin = 0;
        for (String word : List.of("EACH", "ROW")) {
            while (!tokens.get(begin).is(word)) {
                begin++;
            }
        }
        List<SqlToken> body = tokens.subList(begin + 1, tokens.size());
        List<SqlToken> words = SqlToken.withoutSpace(body);
        boolean ordered = words.get(0).is("FOLLOWS") || words.get(0).is("PRECEDES");
        return ordered ? body.subList(body.indexOf(words.get(1)) + 1, body.size()) : body;
    }

    /** Its text without the name of the database; if that is empty, the object is not carried but named. */
    private Optional<String> here(String object, List<SqlToken> tokens) {
        Optional<String> text = QualifiedNames.without(catalog.database(), tablesAndViews, tokens);
        if (text.isEmpty()) {
            others.add(object + ", where " + catalog.database() + " names the database and something else");
        }
        return text;
    }

    /** Without the definer, who may have no account any more: the user who creates a view becomes its definer. */
    List<Schema.View> views(List<String> names) throws SQLException {
        List<Schema.View> views = new ArrayList<>();
        for (String name : names) {
            String text = catalog.showCreate("VIEW", name, "Create View")
                    .replaceFirst(" DEFINER=" + NAME + "(?:@" + NAME + ")?", "");
            here("view " + name, SqlToken.of(text))
                    .map(create -> new Schema.View(name, create))
                    .ifPresent(views::add);
        }
        return views;
    }

    /** Events and routines, and the triggers and views that are not carried; to be called after those are read. */
    List<String> others() throws SQLException {
        others.addAll(catalog.list(
                "SELECT EVENT_NAME FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ?",
                row -> "event " + row.getString(1)));
        others.addAll(catalog.list(
                "SELECT LOWER(ROUTINE_TYPE), ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = ?",
                row -> row.getString(1) + " " + row.getString(2)));
        return List.copyOf(others);
    }
}
