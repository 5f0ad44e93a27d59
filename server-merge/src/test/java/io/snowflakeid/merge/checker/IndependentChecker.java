package io.snowflakeid.merge.checker;

import io.snowflakeid.merge.checker.MergeFacts.Clash;
import io.snowflakeid.merge.checker.MergeFacts.Lost;
import io.snowflakeid.merge.checker.MergeFacts.NameFact;
import io.snowflakeid.merge.checker.MergeFacts.ReferenceFact;
import io.snowflakeid.merge.checker.MergeFacts.RowsOf;
import io.snowflakeid.merge.checker.RowReader.Digest;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Tells whether a merge is right, without a line of the code that made it: it reads sources, target and the target's audit tables, and
 * knows from {@link MergeFacts} what was asked for.
 *
 * <p>Every row that a source gives must be in the target exactly once, every column equal after ids are moved as the audit tells and
 * names changed as it tells, and nothing else. Then, without the audit, every reference must lead to a row with the same content as in
 * the source. Keys, counters, triggers, views and constraints must be those of the main source.
 */
public final class IndependentChecker {

    private static final int SAMPLES = 5;

    private final Connection connection;
    private final Map<String, String> sources;
    private final String target;
    private final MergeFacts facts;
    private final RowReader reader;
    private final Catalog catalog;
    private final Audit audit;
    private final Map<String, Shape> shapes = new LinkedHashMap<>();
    private final Map<Sources.ParentKey, List<Map<String, Digest>>> contents = new HashMap<>();
    private final List<String> problems = new ArrayList<>();

    private IndependentChecker(Connection connection, Map<String, String> sources, String target, MergeFacts facts)
            throws SQLException {
        this.connection = connection;
        this.sources = sources;
        this.target = target;
        this.facts = facts;
        if (!connection.getMetaData().getDatabaseProductName().equals("H2")) {
            // texts of all columns come in one character set
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET character_set_results = utf8mb4");
            }
        }
        catalog = new Catalog(connection, sources.values().iterator().next());
        reader = new RowReader(connection, catalog.isH2());
        audit = new Audit(connection, reader.quoted("").substring(1), target);
        List<ReferenceFact> references = references(catalog, facts);
        for (Catalog.Table table : catalog.tables().values()) {
            shapes.put(table.name(), new Shape(table, facts, references, audit));
        }
    }

    /** What is wrong with a merge; nothing if it is right. The first source is the main one. */
    public static List<String> problems(
            Connection connection, Map<String, String> sources, String target, MergeFacts facts) throws SQLException {
        return new IndependentChecker(connection, sources, target, facts).check();
    }

    /** Those that were told, and those that are declared and were not told. */
    static List<ReferenceFact> references(Catalog catalog, MergeFacts facts) {
        List<ReferenceFact> references = new ArrayList<>(facts.references());
        for (ReferenceFact declared : catalog.foreignKeys()) {
            boolean told = references.stream()
                    .anyMatch(fact -> fact.table().equals(declared.table())
                            && fact.columns().equals(declared.columns())
                            && fact.parent().equals(declared.parent()));
            if (!told) {
                references.add(declared);
            }
        }
        return references;
    }

    private List<String> check() throws SQLException {
        int number = 0;
        for (String alias : sources.keySet()) {
            audit.number(alias, problems, ++number);
        }
        Catalog merged = new Catalog(connection, target);
        if (!merged.tables().keySet().equals(shapes.keySet())) {
            problems.add("the target's tables are " + merged.tables().keySet() + ", not " + shapes.keySet());
            return problems;
        }
        Weights weights = new Weights(connection, target, reader, catalog.isH2());
        Sources expected = new Sources(reader, sources, facts, audit, weights, shapes, problems);
        checkRenames(expected);
        for (Shape shape : shapes.values()) {
            checkRows(shape, expected);
        }
        checkReferences(expected);
        checkUniqueKeys(merged);
        if (!catalog.isH2()) {
            problems.addAll(
                    new Structure(connection, sources.values().iterator().next(), target).problems());
        }
        return problems;
    }

    private void checkRenames(Sources expected) {
        Set<String> told = new TreeSet<>();
        audit.renames()
                .forEach((rename, newName) -> told.add(
                        Sources.renameKey(rename.table(), rename.column(), rename.source(), rename.oldName())));
        Set<String> lost = new TreeSet<>(expected.expectedRenames());
        lost.removeAll(told);
        Set<String> needless = new TreeSet<>(told);
        needless.removeAll(expected.expectedRenames());
        lost.stream().limit(SAMPLES).forEach(rename -> problems.add("a name that clashes was not changed: " + rename));
        needless.stream()
                .limit(SAMPLES)
                .forEach(rename -> problems.add("a name that clashes with nobody's was changed: " + rename));
    }

    private void checkRows(Shape shape, Sources expected) throws SQLException {
        Map<Digest, Integer> missing = new HashMap<>();
        int[] all = RowReader.range(shape.columns().size());
        expected.expected(
                shape, (source, row, wanted) -> missing.merge(RowReader.digest(wanted, all), 1, Integer::sum));
        Map<Digest, Integer> extra = new HashMap<>();
        reader.each(target, shape.table(), List.of(), row -> {
            Digest digest = RowReader.digest(row, all);
            Integer left = missing.get(digest);
            if (left == null) {
                extra.merge(digest, 1, Integer::sum);
            } else if (left == 1) {
                missing.remove(digest);
            } else {
                missing.put(digest, left - 1);
            }
        });
        if (!missing.isEmpty() || !extra.isEmpty()) {
            describe(shape, expected, missing, extra);
        }
    }

    /** Reads both again to tell what the rows are; a missing and an extra one with the same key are one that was changed. */
    private void describe(Shape shape, Sources expected, Map<Digest, Integer> missing, Map<Digest, Integer> extra)
            throws SQLException {
        int[] all = RowReader.range(shape.columns().size());
        int[] keyAt = shape.positions(shape.table().anyKey());
        Map<String, byte[][]> found = new LinkedHashMap<>();
        reader.each(target, shape.table(), List.of(), row -> {
            Digest digest = RowReader.digest(row, all);
            if (extra.containsKey(digest) && found.size() < 10_000) {
                found.put(keyAt.length == 0 ? digest.toString() : RowReader.key(row, keyAt), row);
            }
        });
        problems.add(shape.name() + ": " + count(missing) + " rows are missing, " + count(extra) + " are too many");
        List<String> samples = new ArrayList<>();
        expected.expected(shape, (source, row, wanted) -> {
            if (missing.containsKey(RowReader.digest(wanted, all)) && samples.size() < SAMPLES) {
                byte[][] instead = keyAt.length == 0 ? null : found.remove(RowReader.key(wanted, keyAt));
                samples.add("  " + shape.name() + " of source " + source + " missing: " + text(shape, wanted)
                        + (instead == null ? "" : ", instead there is " + differences(shape, wanted, instead)));
            }
        });
        found.values().stream()
                .limit(SAMPLES)
                .forEach(row -> samples.add("  " + shape.name() + " has too many: " + text(shape, row)));
        problems.addAll(samples);
    }

    private static int count(Map<Digest, Integer> rows) {
        return rows.values().stream().mapToInt(Integer::intValue).sum();
    }

    private static String text(Shape shape, byte[][] row) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < shape.columns().size() && text.length() < 200; i++) {
            text.append(text.isEmpty() ? "" : ", ").append(value(shape, row, i));
        }
        return text.toString();
    }

    private static String value(Shape shape, byte[][] row, int at) {
        String value = RowReader.text(row[at]);
        return shape.columns().get(at) + "="
                + (value == null || value.length() <= 60 ? value : value.substring(0, 60) + "…");
    }

    private static String differences(Shape shape, byte[][] wanted, byte[][] found) {
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < shape.columns().size(); i++) {
            if (!java.util.Arrays.equals(wanted[i], found[i])) {
                differences.add(value(shape, found, i) + " (not " + RowReader.text(wanted[i]) + ")");
            }
        }
        return differences.toString();
    }

    /**
     * Without the audit: of each reference, the pairs of what the referring row and the row referred to say, besides ids, are the
     * same in all sources together and in the target.
     */
    private void checkReferences(Sources expected) throws SQLException {
        for (Shape shape : shapes.values()) {
            if (!shape.links().isEmpty()) {
                checkReferences(shape, expected);
            }
        }
    }

    private void checkReferences(Shape shape, Sources expected) throws SQLException {
        List<Shape.Link> links =
                shape.links().stream().filter(link -> comparable(link.fact())).toList();
        int[] contentAt = shape.content();
        Map<String, Integer> pairs = new HashMap<>();
        for (Shape.Link link : links) {
            Sources.ParentKey parent = Sources.parent(link.fact());
            if (!contents.containsKey(parent)) {
                contents.put(parent, contents(link.fact(), expected));
            }
        }
        expected.expected(shape, (source, row, wanted) -> {
            for (int i = 0; i < links.size(); i++) {
                Shape.Link link = links.get(i);
                if (link.applies(row)) {
                    Sources.ParentKey parent = Sources.parent(link.fact());
                    Sources.Kept kept = expected.replacement(parent, source, link.key(row));
                    Digest content = kept == null
                            ? contents.get(parent).get(source).get(link.key(row))
                            : contents.get(parent).get(kept.source()).get(kept.key());
                    Digest own = expected.content(shape, source, row, contentAt);
                    pairs.merge(i + " " + own + " " + content, 1, Integer::sum);
                }
            }
        });
        int[] wrong = new int[links.size()];
        int[] orphans = new int[links.size()];
        reader.each(target, shape.table(), shape.expressions(), row -> {
            for (int i = 0; i < links.size(); i++) {
                Shape.Link link = links.get(i);
                if (link.applies(row)) {
                    Digest content =
                            contents.get(Sources.parent(link.fact())).get(0).get(link.key(row));
                    orphans[i] += content == null && link.fact().orphans() != Lost.KEEP ? 1 : 0;
                    String pair = i + " " + RowReader.digest(row, contentAt) + " " + content;
                    Integer left = pairs.get(pair);
                    wrong[i] += left == null || left == 0 ? 1 : 0;
                    pairs.computeIfPresent(pair, (key, count) -> count - 1);
                }
            }
        });
        for (int i = 0; i < links.size(); i++) {
            String reference = shape.name() + links.get(i).fact().columns() + " -> "
                    + links.get(i).fact().parent();
            if (orphans[i] > 0) {
                problems.add(reference + ": " + orphans[i] + " references of the target lead to no row");
            }
            if (wrong[i] > 0) {
                problems.add(
                        reference + ": " + wrong[i] + " references lead to a row of other content than in the source");
            }
        }
    }

    private boolean comparable(ReferenceFact fact) {
        RowsOf rows = facts.table(fact.parent()).rows();
        return (rows != RowsOf.FIRST || fact.withItsRow()) && rows != RowsOf.NOBODY;
    }

    /** What the rows that a reference leads to say, by key: first the target's, then each source's. */
    private List<Map<String, Digest>> contents(ReferenceFact fact, Sources expected) throws SQLException {
        Shape parent = shapes.get(fact.parent());
        int[] keyAt = parent.positions(fact.parentColumns());
        int[] contentAt = parent.content();
        List<Map<String, Digest>> all = new ArrayList<>();
        List<String> databases = new ArrayList<>(List.of(target));
        databases.addAll(sources.values());
        boolean sameEverywhere = facts.table(fact.parent()).rows() == RowsOf.MAIN;
        for (int i = 0; i < databases.size(); i++) {
            int source = i;
            Map<String, Digest> byKey = new HashMap<>();
            reader.each(
                    sameEverywhere ? target : databases.get(i),
                    parent.table(),
                    parent.expressions(),
                    row -> byKey.put(
                            RowReader.key(row, keyAt),
                            sameEverywhere || source == 0
                                    ? RowReader.digest(row, contentAt)
                                    : expected.content(parent, source, row, contentAt)));
            all.add(byKey);
        }
        return all;
    }

    /** Declared ones and those of names; the target's collation decides what is equal. */
    private void checkUniqueKeys(Catalog merged) throws SQLException {
        for (Catalog.Table table : merged.tables().values()) {
            Set<List<String>> keys = new TreeSet<>((a, b) -> a.toString().compareTo(b.toString()));
            keys.addAll(table.uniqueKeys());
            for (NameFact fact : facts.names()) {
                if (fact.table().equals(table.name()) && fact.clash() != Clash.DROP_LATER) {
                    keys.add(List.of(fact.column()));
                }
            }
            for (List<String> key : keys) {
                checkUniqueKey(table, key);
            }
        }
    }

    private void checkUniqueKey(Catalog.Table table, List<String> key) throws SQLException {
        String columns = key.stream().map(reader::quoted).collect(Collectors.joining(", "));
        String notNull = key.stream()
                .map(column -> reader.quoted(column) + " IS NOT NULL")
                .collect(Collectors.joining(" AND "));
        // values that stand for no name are those of one column
        String names = facts.noNames(table.name(), key.get(0)).stream()
                .map(value -> catalog.isH2() ? value : value.replace("\\", "\\\\"))
                .map(value -> " AND MIN(" + columns + ") <> '" + value.replace("'", "''") + "'")
                .collect(Collectors.joining());
        String query = "SELECT COUNT(*) FROM (SELECT 1 FROM " + reader.quoted(target, table.name()) + " WHERE "
                + notNull + " GROUP BY " + columns + " HAVING COUNT(*) > 1" + names + ") more_than_one";
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            found.next();
            if (found.getLong(1) > 0) {
                problems.add(table.name() + key + ": " + found.getLong(1) + " values occur more than once");
            }
        }
    }
}
