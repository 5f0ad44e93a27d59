package io.snowflakeid.merge.checker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a merge was asked for, in the checker's own words: said by the test, never read from the module that is checked. Tables that
 * are not named have all rows of all sources; declared foreign keys need not be named.
 */
public final class MergeFacts {

    private final Map<String, RowsOf> rows = new LinkedHashMap<>();
    private final Map<String, List<String>> first = new LinkedHashMap<>();
    private final List<ReferenceFact> references = new ArrayList<>();
    private final List<NameFact> names = new ArrayList<>();
    private final Map<String, Set<String>> noNames = new LinkedHashMap<>();
    private final Map<String, String> filters = new LinkedHashMap<>();

    /** Which rows of a table the target has. */
    public enum RowsOf {
        ALL,
        MAIN,
        NONE,
        /** Of rows with the same key that of the first source that has one. */
        FIRST
    }

    /** What becomes of a reference that leads nowhere, or to a row that is left out. */
    public enum Lost {
        /** There must be none. */
        FAIL,
        /** The row is left out. */
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
        /** The first source's row is kept; rows that refer to the others are left out. */
        DROP_LATER
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

    /** {@code followers} are columns with their conditions. */
    record NameFact(String table, String column, Clash clash, Map<Columns, String> followers) {

        /** The columns of a table that hold the name, and under which condition. */
        Map<String, String> columns(String of) {
            Map<String, String> columns = new LinkedHashMap<>();
            if (of.equals(table)) {
                columns.put(column, "");
            }
            followers.forEach((follower, when) -> {
                if (follower.table().equals(of)) {
                    columns.put(follower.names().get(0), when);
                }
            });
            return columns;
        }
    }

    /** Tables of which the target has the main source's rows, or none. */
    public MergeFacts rows(RowsOf which, String... tables) {
        for (String table : tables) {
            rows.put(table, which);
            first.remove(table);
        }
        return this;
    }

    /** Of rows with the same key that of the first source is there. */
    public MergeFacts first(String table, String... key) {
        rows(RowsOf.FIRST, table);
        first.put(table, List.of(key));
        return this;
    }

    /** Rows that do not fulfil a condition are left out. */
    public MergeFacts where(String table, String condition) {
        filters.put(table, condition);
        return this;
    }

    /** A reference such as {@code mail.sender_id -> hero.id} or {@code a(x, y) -> b(p, q)}, and values that are none. */
    public MergeFacts reference(String arrow, long... none) {
        return referenceWhen(arrow, "", none);
    }

    /** A reference under a condition. */
    public MergeFacts referenceWhen(String arrow, String when, long... none) {
        String[] ends = arrow.split("->", -1);
        return add(Columns.of(ends[0]), Columns.of(ends[1]), when, Lost.FAIL, Lost.DROP, false, none);
    }

    /**
     * A reference, and what becomes of it where the row that it leads to is not there, or is left out, also because an earlier source's
     * is kept; otherwise it leads to that one.
     */
    public MergeFacts reference(String arrow, String when, Lost orphans, Lost leftOut, long... none) {
        String[] ends = arrow.split("->", -1);
        return add(Columns.of(ends[0]), Columns.of(ends[1]), when, orphans, leftOut, true, none);
    }

    /** A reference of one column, whatever the names are. */
    public MergeFacts referenceOf(String table, String column, String parent, String parentColumn, long... none) {
        Columns from = new Columns(table, List.of(column));
        return add(from, new Columns(parent, List.of(parentColumn)), "", Lost.FAIL, Lost.DROP, false, none);
    }

    private MergeFacts add(
            Columns from, Columns to, String when, Lost orphans, Lost leftOut, boolean withItsRow, long... none) {
        List<Long> values = Arrays.stream(none).boxed().toList();
        references.add(new ReferenceFact(from, to, when, values, orphans, leftOut, withItsRow));
        return this;
    }

    /** A name that is unique in the target; columns such as {@code duel.loser_name} follow, after a {@code :} with a condition. */
    public MergeFacts name(String column, Clash clash, String... followers) {
        Map<Columns, String> following = new LinkedHashMap<>();
        for (String follower : followers) {
            String[] parts = follower.split(":", 2);
            following.put(Columns.of(parts[0]), parts.length == 1 ? "" : parts[1].trim());
        }
        Columns named = Columns.of(column);
        names.add(new NameFact(named.table(), named.names().get(0), clash, following));
        return this;
    }

    /** Values of a column such as {@code hero.name} that stand for no name: any number of rows has them. */
    public MergeFacts noName(String column, String... values) {
        noNames.put(column, Set.of(values));
        return this;
    }

    RowsOf rowsOf(String table) {
        return rows.getOrDefault(table, RowsOf.ALL);
    }

    /** The keys of tables of which the first source's rows are kept. */
    Map<String, List<String>> first() {
        return first;
    }

    String filter(String table) {
        return filters.getOrDefault(table, "");
    }

    boolean standsForNone(NameFact fact, String value) {
        return noNames.getOrDefault(fact.table() + "." + fact.column(), Set.of())
                .contains(Database.decoded(value));
    }

    List<ReferenceFact> references() {
        return references;
    }

    List<NameFact> names() {
        return names;
    }
}
