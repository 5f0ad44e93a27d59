package io.snowflakeid.merge.checker;

import io.snowflakeid.merge.checker.Audit.IdColumn;
import io.snowflakeid.merge.checker.Audit.Rename;
import io.snowflakeid.merge.checker.MergeFacts.Clash;
import io.snowflakeid.merge.checker.MergeFacts.Columns;
import io.snowflakeid.merge.checker.MergeFacts.Lost;
import io.snowflakeid.merge.checker.MergeFacts.NameFact;
import io.snowflakeid.merge.checker.MergeFacts.ReferenceFact;
import io.snowflakeid.merge.checker.MergeFacts.RowsOf;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** The rows that the target must have, made from those of the sources: which stay behind, and what becomes of the others' values. */
final class Sources {

    private final RowReader reader;
    private final List<String> databases;
    private final String target;
    private final MergeFacts facts;
    private final Audit audit;
    private final Map<String, Shape> shapes;
    private final List<String> problems;

    private final Set<Columns> parents = new HashSet<>();
    /** All keys of rows that something refers to. */
    private final Set<RowKey> existing = new HashSet<>();
    /** Those of rows that stay behind. */
    private final Set<RowKey> leftOut = new HashSet<>();
    /** Those of rows whose key an earlier source's row has. */
    private final Set<RowKey> outdone = new HashSet<>();
    /** Rows that another row was preferred to, by their own key. */
    private final Set<RowKey> losers = new HashSet<>();
    /** For a row in whose place another is kept: that one. */
    private final Map<RowKey, RowKey> replacements = new HashMap<>();
    /** Who has to have a new name; nobody else has one. */
    final Set<Rename> expectedRenames = new HashSet<>();

    /** What a row of a source has in some columns. */
    record RowKey(Columns of, int source, String value) {}

    /** A row of a source, which is counted from 1. */
    @FunctionalInterface
    interface SourceSink {
        void row(int source, byte[][] row) throws SQLException;
    }

    @FunctionalInterface
    interface Sink {
        /** A row as its source has it, and as the target must have it. */
        void row(int source, byte[][] row, byte[][] expected) throws SQLException;
    }

    Sources(
            RowReader reader,
            List<String> databases,
            String target,
            MergeFacts facts,
            Audit audit,
            Map<String, Shape> shapes,
            List<String> problems)
            throws SQLException {
        this.reader = reader;
        this.databases = databases;
        this.target = target;
        this.facts = facts;
        this.audit = audit;
        this.shapes = shapes;
        this.problems = problems;
        for (Shape shape : shapes.values()) {
            shape.links.forEach(link -> parents.add(link.fact().to()));
        }
        for (Shape shape : referredTo()) {
            each(shape, shape.expressions, (source, row) -> existing.addAll(keys(shape, source, row)));
        }
        // who stays behind may take others along, and may leave a place to others
        for (int before = -1; before != leftOut.size() + outdone.size(); ) {
            before = leftOut.size() + outdone.size();
            findLosers();
            findLeftOut();
        }
    }

    private Shape shape(String table) {
        return Objects.requireNonNull(shapes.get(table), () -> "no table " + table + " but " + shapes.keySet());
    }

    private List<Shape> referredTo() {
        return parents.stream()
                .map(Columns::table)
                .distinct()
                .sorted()
                .map(this::shape)
                .toList();
    }

    /** The row's key under each set of columns that something refers to. */
    private List<RowKey> keys(Shape shape, int source, byte[][] row) {
        return parents.stream()
                .filter(parent -> parent.table().equals(shape.name))
                .map(parent -> new RowKey(parent, source, RowReader.key(row, shape.positions(parent.names()))))
                .toList();
    }

    private static RowKey ownKey(Shape shape, int source, byte[][] row) {
        List<String> key = shape.table.key();
        return new RowKey(new Columns(shape.name, key), source, RowReader.key(row, shape.positions(key)));
    }

    /** All rows of all sources, with the values of expressions. */
    void each(Shape shape, List<String> expressions, SourceSink sink) throws SQLException {
        for (int i = 0; i < databases.size(); i++) {
            int source = i + 1;
            reader.each(databases.get(i), shape.table, expressions, row -> sink.row(source, row));
        }
    }

    private void findLosers() throws SQLException {
        losers.clear();
        replacements.clear();
        expectedRenames.clear();
        outdone.clear();
        for (NameFact fact : facts.names()) {
            findClashes(fact);
        }
        for (Shape shape : shapes.values()) {
            if (facts.table(shape.name).rows() == RowsOf.FIRST) {
                findLater(shape);
            }
        }
    }

    private record Named(int source, String name, RowKey own, List<RowKey> keys) {}

    /** Rows whose name another source's row has, in the target's collation. */
    private void findClashes(NameFact fact) throws SQLException {
        Shape shape = shape(fact.table());
        int nameAt = shape.position(fact.column());
        List<String> expressions = new ArrayList<>(shape.expressions);
        expressions.add(reader.weight(target, fact.table(), fact.column()));
        Map<String, List<Named>> byWeight = new HashMap<>();
        each(shape, expressions, (source, row) -> {
            String weight = RowReader.text(row[row.length - 1]);
            if (weight != null && passes(shape, source, row)) {
                String name = RowReader.text(row[nameAt]);
                byWeight.computeIfAbsent(weight, any -> new ArrayList<>(1))
                        .add(new Named(source, name, ownKey(shape, source, row), keys(shape, source, row)));
            }
        });
        Set<String> noNames = facts.noNames(fact.table(), fact.column());
        byWeight.values().removeIf(equal -> equal.stream().anyMatch(named -> noNames.contains(named.name())));
        for (List<Named> equal : byWeight.values()) {
            for (int i = fact.clash() == Clash.RENAME_ALL ? 0 : 1; i < equal.size() && equal.size() > 1; i++) {
                lost(fact, equal.get(0), equal.get(i));
            }
        }
    }

    private void lost(NameFact fact, Named first, Named later) {
        switch (fact.clash()) {
            case RENAME_LATER, RENAME_ALL -> {
                IdColumn column = IdColumn.of(fact.table(), fact.column());
                expectedRenames.add(new Rename(column, later.source(), later.name()));
            }
            case DROP_LATER -> losers.add(later.own());
            case FOLLOW_FIRST -> {
                losers.add(later.own());
                for (int i = 0; i < first.keys().size(); i++) {
                    replace(later.keys().get(i), first.keys().get(i));
                }
            }
        }
    }

    private void replace(RowKey old, RowKey kept) {
        replacements.put(old, kept);
        if (old.of().names().size() == 1) {
            IdColumn id = IdColumn.of(old.of().table(), old.of().names().get(0));
            long newId = audit.newId(id, kept.source(), Long.parseLong(kept.value()));
            audit.follow(id, old.source(), Long.parseLong(old.value()), newId);
        }
    }

    /** Rows whose key an earlier source's row has. */
    private void findLater(Shape shape) throws SQLException {
        List<Integer> keyAt = shape.positions(facts.table(shape.name).key());
        Set<String> taken = new HashSet<>();
        each(shape, shape.expressions, (source, row) -> {
            if (passes(shape, source, row) && !taken.add(RowReader.key(mapped(shape, source, row), keyAt))) {
                losers.add(ownKey(shape, source, row));
            }
        });
    }

    private void findLeftOut() throws SQLException {
        for (Shape shape : referredTo()) {
            boolean first = facts.table(shape.name).rows() == RowsOf.FIRST;
            each(shape, shape.expressions, (source, row) -> {
                if (!isKept(shape, source, row)) {
                    Set<RowKey> out = first && passes(shape, source, row) ? outdone : leftOut;
                    for (RowKey key : keys(shape, source, row)) {
                        if (key.value() != null && !replacements.containsKey(key)) {
                            out.add(key);
                        }
                    }
                }
            });
        }
    }

    /** The key of the row that is kept in place of this one: mostly its own. */
    RowKey kept(RowKey key) {
        return replacements.getOrDefault(key, key);
    }

    private boolean isKept(Shape shape, int source, byte[][] row) {
        return passes(shape, source, row) && !losers.contains(ownKey(shape, source, row));
    }

    /** Whether a row comes to the target unless another is preferred to it. */
    private boolean passes(Shape shape, int source, byte[][] row) {
        RowsOf rows = facts.table(shape.name).rows();
        return rows != RowsOf.NOBODY
                && (rows != RowsOf.MAIN || source == 1)
                && shape.passesFilter(row)
                && shape.links.stream().noneMatch(link -> link.applies(row) && fate(link, source, row) == Lost.DROP);
    }

    /** What becomes of a reference that a row has: {@link Lost#KEEP} where it leads to a row of the target. */
    private Lost fate(Shape.Link link, int source, byte[][] row) {
        ReferenceFact fact = link.fact();
        RowsOf rows = facts.table(fact.to().table()).rows();
        if (rows == RowsOf.NOBODY) {
            return fact.leftOut();
        }
        // what others refer to in a table of the main source's rows is the main source's
        RowKey key = new RowKey(fact.to(), rows == RowsOf.MAIN ? 1 : source, link.key(row));
        if (!existing.contains(key)) {
            return fact.orphans();
        }
        boolean staysBehind = leftOut.contains(key) || (fact.withItsRow() && outdone.contains(key));
        return staysBehind ? fact.leftOut() : Lost.KEEP;
    }

    private byte[][] mapped(Shape shape, int source, byte[][] row) {
        byte[][] mapped = Arrays.copyOf(row, shape.columns.size());
        shape.ownIds.forEach((at, id) -> mapped[at] = newId(id, source, row[at]));
        for (Shape.Link link : shape.links) {
            map(shape, link, source, row, mapped);
        }
        rename(shape, source, row, mapped);
        return mapped;
    }

    private void rename(Shape shape, int source, byte[][] row, byte[][] renamed) {
        for (Shape.Naming naming : shape.namings) {
            String name = RowReader.text(row[naming.at()]);
            if (name != null && Shape.holds(row, naming.whenAt())) {
                IdColumn column =
                        IdColumn.of(naming.fact().table(), naming.fact().column());
                Rename rename = new Rename(column, source, name);
                renamed[naming.at()] = RowReader.bytes(audit.renames.getOrDefault(rename, name));
            }
        }
    }

    /** What a row of a source says besides ids, by the names that the target has. */
    RowReader.Digest content(Shape shape, int source, byte[][] row) {
        byte[][] renamed = row.clone();
        rename(shape, source, row, renamed);
        return RowReader.digest(renamed, shape.content);
    }

    private void map(Shape shape, Shape.Link link, int source, byte[][] row, byte[][] mapped) {
        ReferenceFact fact = link.fact();
        Lost fate = link.applies(row) ? fate(link, source, row) : Lost.KEEP;
        String problem = "source " + source + ": " + shape.name + fact.from().names() + " = " + link.key(row)
                + " leads to no row of " + fact.to().table();
        if (fate == Lost.FAIL && !problems.contains(problem)) {
            problems.add(problem);
        }
        for (int i = 0; i < link.at().size(); i++) {
            int at = link.at().get(i);
            if (!link.holdsId(row, at)) {
                continue;
            }
            if (fate != Lost.CLEAR) {
                mapped[at] = newId(link.ids().get(i), source, row[at]);
            } else {
                boolean nullable = shape.table.column(shape.columns.get(at)).nullable();
                mapped[at] =
                        nullable ? null : RowReader.bytes(fact.none().get(0).toString());
            }
        }
    }

    private byte[] newId(IdColumn id, int source, byte[] oldId) {
        if (oldId == null || !audit.isIdColumn(id)) {
            return oldId;
        }
        return RowReader.bytes(Long.toString(audit.newId(id, source, Long.parseLong(RowReader.text(oldId)))));
    }

    /** The rows that the target must have of a table, each once. */
    void expected(Shape shape, Sink sink) throws SQLException {
        each(shape, shape.expressions, (source, row) -> {
            if (isKept(shape, source, row)) {
                sink.row(source, row, mapped(shape, source, row));
            }
        });
    }
}
