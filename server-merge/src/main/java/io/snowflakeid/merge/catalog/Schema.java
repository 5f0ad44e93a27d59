package io.snowflakeid.merge.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * One database as its catalog describes it.
 *
 * @param database its name
 * @param tables base tables by name, in the order of names
 * @param triggers its triggers, in the order in which they must be created
 * @param views its views, which the constructor sorts so that each can be created after those that it reads
 * @param others what a merge does not carry, in the order of names: {@code event x}, {@code procedure y}, {@code sequence s}
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
        views = sorted(views);
        others = others.stream().sorted().toList();
        audit = audit.stream().sorted().toList();
    }

    /** What the names of a merge's own tables begin with. */
    public static final String AUDIT_PREFIX = "snowflake_merge_";

    /** A trigger and the statement that creates it in the current database. */
    public record Trigger(String name, String table, String create) {}

    /** A view and the statement that creates it in the current database. */
    public record View(String name, String create) {

        /** By its text; behind a dot, or after AS, a name is that of a column. */
        private boolean reads(View other) {
            String quoted = Pattern.quote(SqlText.quoted(other.name)) + "|"
                    + Pattern.quote("\"" + other.name.replace("\"", "\"\"") + "\"");
            String relation = "(?<!\\.)(?<!(?i: as ))(?:" + quoted + ")";
            return !other.equals(this)
                    && Pattern.compile(relation).matcher(create).find();
        }
    }

    private static List<View> sorted(List<View> views) {
        TreeMap<String, View> left = new TreeMap<>();
        views.forEach(view -> left.put(view.name(), view));
        List<View> sorted = new ArrayList<>();
        while (!left.isEmpty()) {
            View next = left.values().stream()
                    .filter(view -> left.values().stream().noneMatch(view::reads))
                    .findFirst()
                    .orElseGet(() -> left.firstEntry().getValue());
            sorted.add(next);
            left.remove(next.name());
        }
        return List.copyOf(sorted);
    }
}
