package io.snowflakeid.merge.catalog;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The definitions of one database, as read from its catalog.
 *
 * @param tables the base tables, sorted by name
 * @param triggers the triggers in the order of their creation
 * @param views the views, sorted by name
 * @param others descriptions of the objects that a merge does not copy, for example events
 * @param audit the names of the audit tables and audit views of an earlier merge
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

    /** The name prefix of all audit tables. */
    public static final String AUDIT_PREFIX = "snowflake_merge_";

    /** A trigger, and the SQL mode in which the server executes the trigger, which is null on H2. */
    public record Trigger(
            String name,
            String table,
            String create,
            @Nullable String sqlMode) {}

    public record View(String name, String create) {}
}
