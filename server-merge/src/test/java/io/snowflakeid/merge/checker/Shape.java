package io.snowflakeid.merge.checker;

import io.snowflakeid.merge.checker.Audit.IdColumn;
import io.snowflakeid.merge.checker.MergeFacts.Follower;
import io.snowflakeid.merge.checker.MergeFacts.Lost;
import io.snowflakeid.merge.checker.MergeFacts.NameFact;
import io.snowflakeid.merge.checker.MergeFacts.ReferenceFact;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** A table as the checker reads it: its written columns in order, then the expressions that tell which references and names hold. */
final class Shape {

    private final Catalog.Table table;
    private final List<String> columns;
    private final List<String> expressions = new ArrayList<>();
    private final List<Link> links = new ArrayList<>();
    private final List<Naming> namings = new ArrayList<>();
    private final List<OwnId> ownIds = new ArrayList<>();
    private final int filterAt;

    /** A reference of this table. */
    static final class Link {
        private final ReferenceFact fact;
        private final int[] at;
        private final int whenAt;
        private final List<IdColumn> ids;

        /** Columns lie {@code at}, the condition at {@code whenAt} unless -1; {@code ids} are the columns whose ids these are. */
        Link(ReferenceFact fact, int[] at, int whenAt, List<IdColumn> ids) {
            this.fact = fact;
            this.at = at.clone();
            this.whenAt = whenAt;
            this.ids = ids;
        }

        ReferenceFact fact() {
            return fact;
        }

        int columnAt(int i) {
            return at[i];
        }

        int width() {
            return at.length;
        }

        boolean unconditional() {
            return whenAt < 0;
        }

        List<IdColumn> ids() {
            return ids;
        }

        /** Whether this row refers to another. */
        boolean applies(byte[][] row) {
            for (int i = 0; i < at.length; i++) {
                if (!holdsId(row, i)) {
                    return false;
                }
            }
            return true;
        }

        /** Whether its column of that number holds an id: also one of two columns, the other of which is null. */
        boolean holdsId(byte[][] row, int i) {
            return (whenAt < 0 || RowReader.isTrue(row[whenAt]))
                    && row[at[i]] != null
                    && !isNone(RowReader.text(row[at[i]]));
        }

        private boolean isNone(String value) {
            return !fact.none().isEmpty() && fact.none().stream().anyMatch(none -> value.equals(Long.toString(none)));
        }

        String key(byte[][] row) {
            return RowReader.key(row, at);
        }

        Lost leftOut() {
            return fact.leftOut();
        }

        byte[] none() {
            return RowReader.bytes(Long.toString(fact.none().get(0)));
        }
    }

    /** A column that holds a name which may have changed, under a condition unless {@code whenAt} is -1. */
    record Naming(int at, int whenAt, NameFact fact, boolean own) {}

    /** A column with ids of this table itself. */
    record OwnId(int at, IdColumn id) {}

    Shape(Catalog.Table table, MergeFacts facts, List<ReferenceFact> references, Audit audit) {
        this.table = table;
        columns = table.written();
        Set<Integer> referring = new TreeSet<>();
        for (ReferenceFact fact : references) {
            if (fact.table().equals(table.name())) {
                Link link = link(fact, references);
                links.add(link);
                for (int i = 0; link.unconditional() && i < link.width(); i++) {
                    referring.add(link.columnAt(i));
                }
            }
        }
        for (int i = 0; i < columns.size(); i++) {
            IdColumn id = IdColumn.of(table.name(), columns.get(i));
            if (audit.isIdColumn(id) && !referring.contains(i)) {
                ownIds.add(new OwnId(i, id));
            }
        }
        for (NameFact fact : facts.names()) {
            if (fact.table().equals(table.name())) {
                namings.add(new Naming(columns.indexOf(fact.column()), -1, fact, true));
            }
            for (Follower follower : fact.followers()) {
                if (follower.table().equals(table.name())) {
                    namings.add(
                            new Naming(columns.indexOf(follower.column()), condition(follower.when()), fact, false));
                }
            }
        }
        filterAt = condition(facts.filter(table.name()));
    }

    private Link link(ReferenceFact fact, List<ReferenceFact> references) {
        List<IdColumn> ids = new ArrayList<>();
        for (int i = 0; i < fact.columns().size(); i++) {
            ids.add(root(fact.parent(), fact.parentColumns().get(i), references, 0));
        }
        return new Link(fact, positions(fact.columns()), condition(fact.when()), ids);
    }

    /** The column whose ids a column holds, in the end: a key of references is followed up. */
    private static IdColumn root(String table, String column, List<ReferenceFact> references, int depth) {
        for (ReferenceFact fact : references) {
            int at = fact.columns().indexOf(column);
            if (depth < 10
                    && fact.table().equals(table)
                    && at >= 0
                    && fact.when().isEmpty()) {
                return root(fact.parent(), fact.parentColumns().get(at), references, depth + 1);
            }
        }
        return IdColumn.of(table, column);
    }

    private int condition(String condition) {
        if (condition.isEmpty()) {
            return -1;
        }
        expressions.add(RowReader.holds(condition));
        return columns.size() + expressions.size() - 1;
    }

    /** Where columns are in a row. */
    int[] positions(List<String> wanted) {
        int[] at = new int[wanted.size()];
        for (int i = 0; i < at.length; i++) {
            at[i] = columns.indexOf(wanted.get(i));
            if (at[i] < 0) {
                throw new IllegalArgumentException(
                        "table " + table.name() + " has no column " + wanted.get(i) + " but " + columns);
            }
        }
        return at;
    }

    /** Where the columns are that hold no ids. */
    int[] content() {
        Set<Integer> at = new TreeSet<>();
        for (int i = 0; i < columns.size(); i++) {
            at.add(i);
        }
        links.forEach(link -> {
            for (int i = 0; i < link.width(); i++) {
                at.remove(link.columnAt(i));
            }
        });
        ownIds.forEach(own -> at.remove(own.at()));
        return at.stream().mapToInt(Integer::intValue).toArray();
    }

    boolean passesFilter(byte[][] row) {
        return filterAt < 0 || RowReader.isTrue(row[filterAt]);
    }

    String name() {
        return table.name();
    }

    Catalog.Table table() {
        return table;
    }

    List<String> columns() {
        return columns;
    }

    List<String> expressions() {
        return expressions;
    }

    List<Link> links() {
        return links;
    }

    List<Naming> namings() {
        return namings;
    }

    List<OwnId> ownIds() {
        return ownIds;
    }
}
