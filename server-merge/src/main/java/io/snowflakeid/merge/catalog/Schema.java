package io.snowflakeid.merge.catalog;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * One database as its catalog describes it.
 *
 * @param tables base tables by name, in the order of names
 * @param triggers in the order in which they must be created
 * @param views in the order of names
 * @param others objects that a merge does not carry, in the order of names: {@code event x}, {@code procedure y}, {@code sequence
 *     s}
 * @param audit names of the tables and views of an earlier merge, which are not among {@code tables} and {@code views}
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

    /** The beginning of the names of a merge's own tables. */
    public static final String AUDIT_PREFIX = "snowflake_merge_";

    /** A trigger and the statement that creates it in the current database. */
    public record Trigger(String name, String table, String create) {}

    /** A view and the statement that creates it in the current database, once the views that it reads exist. */
    public record View(String name, String create) {}
}
