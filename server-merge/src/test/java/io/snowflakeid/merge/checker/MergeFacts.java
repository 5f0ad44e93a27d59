package io.snowflakeid.merge.checker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a merge was asked for, in the checker's own words: told by the test, never read from the module that is checked. Tables that
 * are not named have all rows of all sources; declared foreign keys need not be named.
 */
public final class MergeFacts {

    private final Map<String, TableFact> tables = new LinkedHashMap<>();
    private final List<ReferenceFact> references = new ArrayList<>();
    private final List<NameFact> names = new ArrayList<>();
    private final Map<String, Set<String>> noNames = new LinkedHashMap<>();
    private final Map<String, String> filters = new LinkedHashMap<>();

    /** Which rows of a table the target has. */
    public enum RowsOf {
        ALL,
        MAIN,
        NOBODY,
        /** Of rows with the same key that of the first source that has one. */
        FIRST
    }

    /** What becomes of a reference that leads nowhere, or to a row which stays behind. */
    public enum Lost {
        /** There must be none. */
        FAIL,
        /** The row stays behind. */
        DROP,
        /** NULL, or the first value that stands for none where the column takes no NULL. */
        CLEAR,
        /** It is moved as if the row were there. */
        KEEP
    }

    /** What becomes of names that several sources have. */
    public enum Clash {
        /** All but the first source's get a new one. */
        RENAME_LATER,
        RENAME_ALL,
        /** The first source's row is kept, and references to the others lead to it. */
        FOLLOW_FIRST,
        /** The first source's row is kept; rows that refer to the others stay behind. */
        DROP_LATER
    }

    record TableFact(RowsOf rows, List<String> key) {
        static final TableFact ALL = new TableFact(RowsOf.ALL, List.of());
    }

    record ReferenceFact(
            String table,
            List<String> columns,
            String parent,
            List<String> parentColumns,
            String when,
            List<Long> none,
            Lost orphans,
            Lost leftOut,
            boolean withItsRow) {}

    record NameFact(String table, String column, Clash clash, List<Follower> followers) {}

    record Follower(String table, String column, String when) {}

    /** Tables of which the target has the main source's rows, or none. */
    public MergeFacts rows(RowsOf rows, String... names) {
        for (String name : names) {
            tables.put(name, new TableFact(rows, List.of()));
        }
        return this;
    }

    /** Of rows with the same key that of the first source is there. */
    public MergeFacts first(String table, String... key) {
        tables.put(table, new TableFact(RowsOf.FIRST, List.of(key)));
        return this;
    }

    /** Rows that do not fulfil a condition stay behind. */
    public MergeFacts where(String table, String condition) {
        filters.put(table, condition);
        return this;
    }

    /** A reference, in place of what was told of these columns before, such as {@code mail.sender_id -> hero.id} or {@code a(x, y) -> b(p, q)}, and values that are none. */
    public MergeFacts reference(String arrow, long... none) {
        return referenceWhen(arrow, "", none);
    }

    /** The same, under a condition. */
    public MergeFacts referenceWhen(String arrow, String when, long... none) {
        return reference(arrow, when, Lost.FAIL, Lost.DROP, false, none);
    }

    /**
     * The same with what becomes of it where the row that it leads to is not there, or stays behind, also because an earlier source's
     * is kept; otherwise it leads to that one.
     */
    public MergeFacts reference(String arrow, String when, Lost orphans, Lost leftOut, long... none) {
        return reference(arrow, when, orphans, leftOut, true, none);
    }

    /** A reference of one column, whatever the names are. */
    public MergeFacts referenceOf(String table, String column, String parent, String parentColumn, long... none) {
        references.add(new ReferenceFact(
                table,
                List.of(column),
                parent,
                List.of(parentColumn),
                "",
                Arrays.stream(none).boxed().toList(),
                Lost.FAIL,
                Lost.DROP,
                false));
        return this;
    }

    private MergeFacts reference(
            String arrow, String when, Lost orphans, Lost leftOut, boolean withItsRow, long... none) {
        String[] ends = arrow.split("\\s*->\\s*", -1);
        List<Long> values = Arrays.stream(none).boxed().toList();
        ReferenceFact fact = new ReferenceFact(
                table(ends[0]),
                columns(ends[0]),
                table(ends[1]),
                columns(ends[1]),
                when,
                values,
                orphans,
                leftOut,
                withItsRow);
        references.removeIf(before -> before.table().equals(fact.table())
                && before.columns().equals(fact.columns())
                && before.when().equals(when));
        references.add(fact);
        return this;
    }

    /** A name that is unique in the target; columns such as {@code duel.loser_name} follow, after a {@code :} with a condition. */
    public MergeFacts name(String column, Clash clash, String... followers) {
        List<Follower> following = Arrays.stream(followers)
                .map(text -> text.split("\\s*:\\s*", 2))
                .map(parts ->
                        new Follower(table(parts[0]), columns(parts[0]).get(0), parts.length == 1 ? "" : parts[1]))
                .toList();
        names.removeIf(before ->
                before.table().equals(table(column)) && columns(column).contains(before.column()));
        names.add(new NameFact(table(column), columns(column).get(0), clash, following));
        return this;
    }

    /** Values of a column such as {@code hero.name} that stand for no name: any number of rows has them. */
    public MergeFacts noName(String column, String... values) {
        noNames.put(column, Set.of(values));
        return this;
    }

    private static String table(String end) {
        return end.split("[.(]", 2)[0].trim();
    }

    private static List<String> columns(String end) {
        return Arrays.stream(end.split("[.(]", 2)[1].replace(")", "").split(",", -1))
                .map(String::trim)
                .toList();
    }

    TableFact table(CharSequence name) {
        return tables.getOrDefault(name.toString(), TableFact.ALL);
    }

    String filter(String table) {
        return filters.getOrDefault(table, "");
    }

    Set<String> noNames(String table, String column) {
        return noNames.getOrDefault(table + "." + column, Set.of());
    }

    List<ReferenceFact> references() {
        return references;
    }

    List<NameFact> names() {
        return names;
    }
}
