package io.snowflakeid.merge.catalog;

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
        List<Schema.Trigger> named = catalog.list(
                "SELECT TRIGGER_NAME, EVENT_OBJECT_TABLE, ACTION_TIMING, EVENT_MANIPULATION FROM information_schema.TRIGGERS"
                        + " WHERE TRIGGER_SCHEMA = ? ORDER BY EVENT_OBJECT_TABLE, ACTION_TIMING, EVENT_MANIPULATION, ACTION_ORDER",
                row -> new Schema.Trigger(
                        CatalogQuery.text(row, "TRIGGER_NAME"),
                        CatalogQuery.text(row, "EVENT_OBJECT_TABLE"),
                        CatalogQuery.text(row, "ACTION_TIMING"),
                        CatalogQuery.text(row, "EVENT_MANIPULATION"),
                        ""));
        List<Schema.Trigger> triggers = new ArrayList<>();
        for (Schema.Trigger trigger : named) {
            String text = catalog.showCreate("TRIGGER", trigger.name(), "SQL Original Statement");
            String head = "CREATE TRIGGER " + SqlToken.quoted(trigger.name()) + " " + trigger.timing() + " "
                    + trigger.event() + " ON " + SqlToken.quoted(trigger.table()) + " FOR EACH ROW ";
            here("trigger " + trigger.name(), body(SqlToken.of(text)))
                    .map(body -> new Schema.Trigger(
                            trigger.name(), trigger.table(), trigger.timing(), trigger.event(), head + body.strip()))
                    .ifPresent(triggers::add);
        }
        return List.copyOf(triggers);
    }

    /** What is done for each row, without the trigger that it follows or precedes. */
    private static List<SqlToken> body(List<SqlToken> tokens) {
        int begin = 0;
        while (!tokens.get(begin).is("EACH")) {
            begin++;
        }
        while (!tokens.get(begin).is("ROW")) {
            begin++;
        }
        List<SqlToken> body = tokens.subList(begin + 1, tokens.size());
        SqlToken first = SqlToken.withoutSpace(body).get(0);
        if (!first.is("FOLLOWS") && !first.is("PRECEDES")) {
            return body;
        }
        SqlToken another = SqlToken.withoutSpace(body).get(1);
        return body.subList(body.indexOf(another) + 1, body.size());
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
