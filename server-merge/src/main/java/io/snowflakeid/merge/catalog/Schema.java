package io.snowflakeid.merge.catalog;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The definitions of one database, as read from its catalog.
 *
 * @param tables the base tables by name, in the order of names
 * @param triggers the triggers, in the order in which they must be created
 * @param views the views, in the order of names
 * @param others the objects that a merge does not copy, in the order of names, such as {@code event x}, {@code procedure y}, {@code sequence s}
 * @param audit the names of an earlier merge's tables and views, which the other components do not contain
 */
public record Schema(
        String database,
        Map<String, Table> tables,
        List<Trigger> triggers,
        List<View> views,
        List<String> others,
        List<String> audit) {

    public Schema {
        triggers = List.copyOf(triggers);
        views = views.stream().sorted(Comparator.comparing(View::name)).toList();
        others = others.stream().sorted().toList();
        audit = audit.stream().sorted().toList();
    }

    /** The prefix of all tables that a merge creates for its own data. */
    public static final String AUDIT_PREFIX = "snowflake_merge_";

    /** A trigger, and the statement that creates the trigger in the current database. */
    public record Trigger(String name, String table, String create) {}

    /** A view, and the statement that creates the view in the current database. */
    public record View(String name, String create) {}
}
