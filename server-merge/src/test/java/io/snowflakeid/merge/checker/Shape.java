package io.snowflakeid.merge.checker;

import io.snowflakeid.merge.checker.Audit.IdColumn;
import io.snowflakeid.merge.checker.MergeFacts.Follower;
import io.snowflakeid.merge.checker.MergeFacts.NameFact;
import io.snowflakeid.merge.checker.MergeFacts.ReferenceFact;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A table as the checker reads it: its written columns in order, then the expressions that tell which references and names hold. */
final class Shape {

    final String name;
    final Catalog.Table table;
    final List<String> columns;
    final List<String> expressions = new ArrayList<>();
    final List<Link> links = new ArrayList<>();
    final List<Naming> namings = new ArrayList<>();
    /** The columns with ids of this table itself, by where they are. */
    final Map<Integer, IdColumn> ownIds = new HashMap<>();
    /** Where the columns are that hold no ids. */
    final List<Integer> content;

    private final int filterAt;

    /**
     * A reference of this table: its columns are {@code at}, its condition {@code whenAt} unless that is -1, and {@code ids} are the
     * columns whose ids these are.
     */
    record Link(ReferenceFact fact, List<Integer> at, int whenAt, List<IdColumn> ids) {

        /** Whether this row refers to another. */
        boolean applies(byte[][] row) {
            return at.stream().allMatch(i -> holdsId(row, i));
        }

        /** Whether this one of its columns holds an id: also one of two columns, the other of which is null. */
        boolean holdsId(byte[][] row, int column) {
            return holds(row, whenAt)
                    && row[column] != null
                    && fact.none().stream().noneMatch(none -> none.toString().equals(RowReader.text(row[column])));
        }

        String key(byte[][] row) {
            return RowReader.key(row, at);
        }
    }

    /** A column that holds a name which may have changed, under a condition unless {@code whenAt} is -1. */
    record Naming(int at, int whenAt, NameFact fact) {}

    Shape(Catalog.Table table, MergeFacts facts, List<ReferenceFact> references, Audit audit) {
        this.table = table;
        name = table.name();
        columns = table.written();
        Set<Integer> referring = new HashSet<>();
        for (ReferenceFact fact : references) {
            if (fact.from().table().equals(name)) {
                List<Integer> at = positions(fact.from().names());
                links.add(new Link(fact, at, condition(fact.when()), roots(fact, references)));
                referring.addAll(fact.when().isEmpty() ? at : List.of());
            }
        }
        for (int i = 0; i < columns.size(); i++) {
            IdColumn id = IdColumn.of(name, columns.get(i));
            if (audit.isIdColumn(id) && !referring.contains(i)) {
                ownIds.put(i, id);
            }
        }
        for (NameFact fact : facts.names()) {
            if (fact.table().equals(name)) {
                namings.add(new Naming(columns.indexOf(fact.column()), -1, fact));
            }
            for (Follower follower : fact.followers()) {
                if (follower.table().equals(name)) {
                    namings.add(new Naming(columns.indexOf(follower.column()), condition(follower.when()), fact));
                }
            }
        }
        filterAt = condition(facts.filter(name));
        content = new ArrayList<>(RowReader.range(columns.size()));
        links.forEach(link -> content.removeAll(link.at()));
        content.removeAll(ownIds.keySet());
    }

    private static List<IdColumn> roots(ReferenceFact fact, List<ReferenceFact> references) {
        return fact.to().names().stream()
                .map(column -> root(fact.to().table(), column, references, 0))
                .toList();
    }

    /** The column whose ids a column holds, in the end: a key of references is followed up. */
    private static IdColumn root(String table, String column, List<ReferenceFact> references, int depth) {
        for (ReferenceFact fact : references) {
            int at = fact.from().names().indexOf(column);
            if (depth < 10
                    && fact.from().table().equals(table)
                    && at >= 0
                    && fact.when().isEmpty()) {
                return root(fact.to().table(), fact.to().names().get(at), references, depth + 1);
            }
        }
        return IdColumn.of(table, column);
    }

    /** Where the value of a condition is, -1 if there is none. */
    private int condition(String condition) {
        if (condition.isEmpty()) {
            return -1;
        }
        expressions.add("CASE WHEN (" + condition + ") THEN 1 ELSE 0 END");
        return columns.size() + expressions.size() - 1;
    }

    static boolean holds(byte[][] row, int conditionAt) {
        return conditionAt < 0 || "1".equals(RowReader.text(row[conditionAt]));
    }

    boolean passesFilter(byte[][] row) {
        return holds(row, filterAt);
    }

    /** Where columns are in a row. */
    List<Integer> positions(List<String> wanted) {
        return wanted.stream().map(this::position).toList();
    }

    int position(String column) {
        int at = columns.indexOf(column);
        if (at < 0) {
            throw new IllegalArgumentException("table " + name + " has no column " + column + " but " + columns);
        }
        return at;
    }
}
