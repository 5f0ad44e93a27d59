package io.snowflakeid.merge.checker;

import io.snowflakeid.merge.checker.Audit.IdColumn;
import io.snowflakeid.merge.checker.MergeFacts.Clash;
import io.snowflakeid.merge.checker.MergeFacts.Lost;
import io.snowflakeid.merge.checker.MergeFacts.NameFact;
import io.snowflakeid.merge.checker.MergeFacts.ReferenceFact;
import io.snowflakeid.merge.checker.MergeFacts.RowsOf;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The rows that the target must have, made from those of the sources: which stay behind, and what becomes of the others' values. */
final class Sources {

    private final RowReader reader;
    private final Map<String, String> databases;
    private final MergeFacts facts;
    private final Audit audit;
    private final Weights weights;
    private final Map<String, Shape> shapes;
    private final List<String> problems;

    /** All keys of a table that something refers to, by source. */
    private final Map<ParentKey, Map<Integer, Set<String>>> existing = new HashMap<>();
    /** Those of rows that stay behind. */
    private final Map<ParentKey, Map<Integer, Set<String>>> leftOut = new HashMap<>();
    /** Those of rows whose key an earlier source's row has. */
    private final Map<ParentKey, Map<Integer, Set<String>>> outdone = new HashMap<>();
    /** Rows that another row was preferred to, by their own key. */
    private final Map<String, Map<Integer, Set<String>>> losers = new HashMap<>();
    /** For a row in whose place another is kept: that one. */
    private final Map<ParentKey, Map<Integer, Map<String, Kept>>> replacements = new HashMap<>();

    private final Set<String> expectedRenames = new HashSet<>();

    record ParentKey(String table, List<String> columns) {}

    /** A row of a source. */
    record Kept(int source, String key) {}

    @FunctionalInterface
    interface Sink {
        /** A row as its source has it, and as the target must have it; {@code source} is counted from 1. */
        void row(int source, byte[][] row, byte[][] expected) throws SQLException;
    }

    Sources(
            RowReader reader,
            Map<String, String> databases,
            MergeFacts facts,
            Audit audit,
            Weights weights,
            Map<String, Shape> shapes,
            List<String> problems)
            throws SQLException {
        this.reader = reader;
        this.databases = databases;
        this.facts = facts;
        this.audit = audit;
        this.weights = weights;
        this.shapes = shapes;
        this.problems = problems;
        readKeys();
        // who stays behind may take others along, and may leave a place to others
        for (long before = -1; before != leftOutCount(); ) {
            before = leftOutCount();
            findLosers();
            findLeftOut();
        }
    }

    private long leftOutCount() {
        return Stream.concat(leftOut.values().stream(), outdone.values().stream())
                .flatMap(bySource -> bySource.values().stream())
                .mapToLong(Set::size)
                .sum();
    }

    private void readKeys() throws SQLException {
        for (Shape shape : shapes.values()) {
            for (Shape.Link link : shape.links()) {
                existing.put(parent(link.fact()), new HashMap<>());
            }
        }
        for (Map.Entry<ParentKey, Map<Integer, Set<String>>> keys : existing.entrySet()) {
            Shape parent = shape(keys.getKey().table());
            int[] at = parent.positions(keys.getKey().columns());
            eachOfAll(
                    parent,
                    (source, row) -> keys.getValue()
                            .computeIfAbsent(source, number -> new HashSet<>())
                            .add(RowReader.key(row, at)));
        }
    }

    static ParentKey parent(ReferenceFact fact) {
        return new ParentKey(fact.parent(), fact.parentColumns());
    }

    private Shape shape(String table) {
        return Objects.requireNonNull(shapes.get(table), () -> "no table " + table + " but " + shapes.keySet());
    }

    private interface SourceSink {
        void row(int source, byte[][] row) throws SQLException;
    }

    private void eachOfAll(Shape shape, SourceSink sink) throws SQLException {
        int number = 0;
        for (String database : databases.values()) {
            int source = ++number;
            reader.each(database, shape.table(), shape.expressions(), row -> sink.row(source, row));
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
            if (facts.table(shape.name()).rows() == RowsOf.FIRST) {
                findLater(shape);
            }
        }
    }

    /** Rows whose name another source's row has, in the target's collation. */
    private void findClashes(NameFact fact) throws SQLException {
        Shape shape = shape(fact.table());
        int nameAt = shape.positions(List.of(fact.column()))[0];
        int[] keyAt = shape.positions(shape.table().anyKey());
        Map<String, List<Named>> byWeight = new HashMap<>();
        List<String> expressions = new ArrayList<>(shape.expressions());
        expressions.add(weights.of(fact.table(), fact.column()));
        int number = 0;
        for (String database : databases.values()) {
            int source = ++number;
            reader.each(database, shape.table(), expressions, row -> {
                String weight = RowReader.text(row[row.length - 1]);
                if (weight != null && isKept(shape, source, row, false)) {
                    String name = RowReader.text(row[nameAt]);
                    byWeight.computeIfAbsent(weight, w -> new ArrayList<>(1))
                            .add(new Named(source, name, RowReader.key(row, keyAt), keysOf(shape, row)));
                }
            });
        }
        Set<String> noNames = facts.noNames(fact.table(), fact.column());
        byWeight.values().removeIf(equal -> equal.stream().anyMatch(named -> noNames.contains(named.name())));
        for (List<Named> equal : byWeight.values()) {
            for (int i = fact.clash() == Clash.RENAME_ALL ? 0 : 1; i < equal.size() && equal.size() > 1; i++) {
                lost(fact, shape, equal.get(0), equal.get(i));
            }
        }
    }

    private record Named(int source, String name, String key, Map<ParentKey, String> keys) {}

    /** The row's key under each set of columns that something refers to. */
    private Map<ParentKey, String> keysOf(Shape shape, byte[][] row) {
        Map<ParentKey, String> keys = new HashMap<>();
        for (ParentKey key : existing.keySet()) {
            if (key.table().equals(shape.name())) {
                keys.put(key, RowReader.key(row, shape.positions(key.columns())));
            }
        }
        return keys;
    }

    private void lost(NameFact fact, Shape shape, Named first, Named later) {
        switch (fact.clash()) {
            case RENAME_LATER, RENAME_ALL ->
                expectedRenames.add(renameKey(fact.table(), fact.column(), later.source(), later.name()));
            case DROP_LATER -> lose(shape, later.source(), later.key());
            case FOLLOW_FIRST -> {
                lose(shape, later.source(), later.key());
                later.keys().forEach((key, value) -> replace(key, later.source(), value, first));
            }
        }
    }

    private void replace(ParentKey parent, int source, String oldKey, Named first) {
        String kept = Objects.requireNonNull(first.keys().get(parent));
        replacements
                .computeIfAbsent(parent, key -> new HashMap<>())
                .computeIfAbsent(source, number -> new HashMap<>())
                .put(oldKey, new Kept(first.source(), kept));
        if (parent.columns().size() == 1) {
            IdColumn id = IdColumn.of(parent.table(), parent.columns().get(0));
            long newId = audit.newId(id, first.source(), Long.parseLong(kept));
            audit.follow(id, source, Long.parseLong(oldKey), newId);
        }
    }

    private void lose(Shape shape, int source, String key) {
        losers.computeIfAbsent(shape.name(), table -> new HashMap<>())
                .computeIfAbsent(source, number -> new HashSet<>())
                .add(key);
    }

    static String renameKey(String table, String column, int source, String name) {
        return table.toLowerCase(Locale.ROOT) + "." + column.toLowerCase(Locale.ROOT) + " of source " + source + ": "
                + name;
    }

    /** Rows whose key an earlier source's row has. */
    private void findLater(Shape shape) throws SQLException {
        int[] keyAt = shape.positions(facts.table(shape.name()).key());
        int[] ownKeyAt = shape.positions(shape.table().anyKey());
        Set<String> taken = new HashSet<>();
        eachOfAll(shape, (source, row) -> {
            if (isKept(shape, source, row, false) && !taken.add(RowReader.key(mapped(shape, source, row), keyAt))) {
                lose(shape, source, RowReader.key(row, ownKeyAt));
            }
        });
    }

    private void findLeftOut() throws SQLException {
        Map<String, List<ParentKey>> byTable = new TreeMap<>();
        existing.keySet()
                .forEach(key -> byTable.computeIfAbsent(key.table(), table -> new ArrayList<>())
                        .add(key));
        for (Map.Entry<String, List<ParentKey>> parent : byTable.entrySet()) {
            Shape shape = shape(parent.getKey());
            if (leavesNobodyOut(shape)) {
                continue;
            }
            eachOfAll(shape, (source, row) -> {
                if (!isKept(shape, source, row, true)) {
                    boolean first = facts.table(shape.name()).rows() == RowsOf.FIRST;
                    var out = first && isKept(shape, source, row, false) ? outdone : leftOut;
                    for (ParentKey key : parent.getValue()) {
                        String value = RowReader.key(row, shape.positions(key.columns()));
                        if (value != null && replacement(key, source, value) == null) {
                            out.computeIfAbsent(key, k -> new HashMap<>())
                                    .computeIfAbsent(source, number -> new HashSet<>())
                                    .add(value);
                        }
                    }
                }
            });
        }
    }

    private boolean leavesNobodyOut(Shape shape) {
        return facts.table(shape.name()).rows() == RowsOf.ALL
                && facts.filter(shape.name()).isEmpty()
                && !losers.containsKey(shape.name())
                && shape.links().stream()
                        .allMatch(link -> link.fact().orphans() != Lost.DROP
                                && (link.leftOut() != Lost.DROP
                                        || !(leftOut.containsKey(parent(link.fact()))
                                                || outdone.containsKey(parent(link.fact())))));
    }

    Kept replacement(ParentKey key, int source, String value) {
        return replacements
                .getOrDefault(key, Map.of())
                .getOrDefault(source, Map.of())
                .get(value);
    }

    private boolean isKept(Shape shape, int source, byte[][] row, boolean alsoAgainstOthers) {
        RowsOf rows = facts.table(shape.name()).rows();
        if (rows == RowsOf.NOBODY || (rows == RowsOf.MAIN && source != 1)) {
            return false;
        }
        if (!shape.passesFilter(row)) {
            return false;
        }
        for (Shape.Link link : shape.links()) {
            if (link.applies(row) && fate(link, source, row) == Lost.DROP) {
                return false;
            }
        }
        Set<String> lost = losers.getOrDefault(shape.name(), Map.of()).getOrDefault(source, Set.of());
        return !alsoAgainstOthers
                || lost.isEmpty()
                || !lost.contains(
                        RowReader.key(row, shape.positions(shape.table().anyKey())));
    }

    /** What becomes of a reference that a row has: {@link Lost#KEEP} where it leads to a row of the target. */
    private Lost fate(Shape.Link link, int source, byte[][] row) {
        ParentKey parent = parent(link.fact());
        String key = link.key(row);
        RowsOf rows = facts.table(parent.table()).rows();
        if (rows == RowsOf.NOBODY) {
            return link.leftOut();
        }
        // what others refer to in a table of the main source's rows is the main source's
        int owner = rows == RowsOf.MAIN ? 1 : source;
        if (!has(existing, parent, owner, key)) {
            return link.fact().orphans();
        }
        boolean staysBehind =
                has(leftOut, parent, owner, key) || (link.fact().withItsRow() && has(outdone, parent, owner, key));
        return staysBehind ? link.leftOut() : Lost.KEEP;
    }

    private static boolean has(
            Map<ParentKey, Map<Integer, Set<String>>> keys, ParentKey parent, int source, String key) {
        return keys.getOrDefault(parent, Map.of())
                .getOrDefault(source, Set.of())
                .contains(key);
    }

    private byte[][] mapped(Shape shape, int source, byte[][] row) {
        byte[][] mapped = new byte[shape.columns().size()][];
        System.arraycopy(row, 0, mapped, 0, mapped.length);
        for (Shape.OwnId own : shape.ownIds()) {
            mapped[own.at()] = newId(own.id(), source, row[own.at()]);
        }
        for (Shape.Link link : shape.links()) {
            map(shape, link, source, row, mapped);
        }
        rename(shape, source, row, mapped);
        return mapped;
    }

    private void rename(Shape shape, int source, byte[][] row, byte[][] renamed) {
        for (Shape.Naming naming : shape.namings()) {
            String name = RowReader.text(row[naming.at()]);
            if (name != null && (naming.whenAt() < 0 || RowReader.isTrue(row[naming.whenAt()]))) {
                NameFact fact = naming.fact();
                renamed[naming.at()] = RowReader.bytes(audit.newName(fact.table(), fact.column(), source, name));
            }
        }
    }

    /** What a row of a source says besides ids, by the names that the target has. */
    RowReader.Digest content(Shape shape, int source, byte[][] row, int[] contentAt) {
        byte[][] renamed = row.clone();
        rename(shape, source, row, renamed);
        return RowReader.digest(renamed, contentAt);
    }

    private void map(Shape shape, Shape.Link link, int source, byte[][] row, byte[][] mapped) {
        Lost fate = link.applies(row) ? fate(link, source, row) : Lost.KEEP;
        if (fate == Lost.FAIL) {
            problem("source " + source + ": " + shape.name() + link.fact().columns() + " = " + link.key(row)
                    + " leads to no row of " + link.fact().parent());
        }
        for (int i = 0; i < link.width(); i++) {
            int at = link.columnAt(i);
            if (!link.holdsId(row, i)) {
                continue;
            }
            boolean nullable = shape.table().column(shape.columns().get(at)).nullable();
            mapped[at] = fate == Lost.CLEAR
                    ? (nullable ? null : link.none())
                    : newId(link.ids().get(i), source, row[at]);
        }
    }

    private void problem(String problem) {
        if (!problems.contains(problem)) {
            problems.add(problem);
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
        eachOfAll(shape, (source, row) -> {
            if (isKept(shape, source, row, true)) {
                sink.row(source, row, mapped(shape, source, row));
            }
        });
    }

    /** Who has to have a new name; nobody else has one. */
    Set<String> expectedRenames() {
        return expectedRenames;
    }
}
