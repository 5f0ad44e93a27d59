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

    /** Columns of a table, written {@code mail.sender_id} or {@code a(x, y)}. */
    record Columns(String table, List<String> names) {
        static Columns of(String text) {
            String[] parts = text.split("[.(]", 2);
            String[] names = parts[1].replace(")", "").split(",", -1);
            return new Columns(
                    parts[0].trim(), Arrays.stream(names).map(String::trim).toList());
        }
    }

    record ReferenceFact(
            Columns from, Columns to, String when, List<Long> none, Lost orphans, Lost leftOut, boolean withItsRow) {}

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
        Columns from = new Columns(table, List.of(column));
        return add(from, new Columns(parent, List.of(parentColumn)), "", Lost.FAIL, Lost.DROP, false, none);
    }

    private MergeFacts reference(
            String arrow, String when, Lost orphans, Lost leftOut, boolean withItsRow, long... none) {
        String[] ends = arrow.split("->", -1);
        return add(Columns.of(ends[0]), Columns.of(ends[1]), when, orphans, leftOut, withItsRow, none);
    }

    private MergeFacts add(
            Columns from, Columns to, String when, Lost orphans, Lost leftOut, boolean withItsRow, long... none) {
        references.removeIf(
                before -> before.from().equals(from) && before.when().equals(when));
        List<Long> values = Arrays.stream(none).boxed().toList();
        references.add(new ReferenceFact(from, to, when, values, orphans, leftOut, withItsRow));
        return this;
    }

    /** A name that is unique in the target; columns such as {@code duel.loser_name} follow, after a {@code :} with a condition. */
    public MergeFacts name(String column, Clash clash, String... followers) {
        List<Follower> following = new ArrayList<>();
        for (String follower : followers) {
            String[] parts = follower.split(":", 2);
            Columns columns = Columns.of(parts[0]);
            String when = parts.length == 1 ? "" : parts[1].trim();
            following.add(new Follower(columns.table(), columns.names().get(0), when));
        }
        Columns named = Columns.of(column);
        String name = named.names().get(0);
        names.removeIf(before ->
                before.table().equals(named.table()) && before.column().equals(name));
        names.add(new NameFact(named.table(), name, clash, following));
        return this;
    }

    /** Values of a column such as {@code hero.name} that stand for no name: any number of rows has them. */
    public MergeFacts noName(String column, String... values) {
        noNames.put(column, Set.of(values));
        return this;
    }

    TableFact table(String name) {
        return tables.getOrDefault(name, TableFact.ALL);
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
