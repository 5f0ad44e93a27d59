package io.snowflakeid.merge.checker;

import io.snowflakeid.merge.checker.Audit.Rename;
import io.snowflakeid.merge.checker.MergeFacts.Clash;
import io.snowflakeid.merge.checker.MergeFacts.Columns;
import io.snowflakeid.merge.checker.MergeFacts.Lost;
import io.snowflakeid.merge.checker.MergeFacts.NameFact;
import io.snowflakeid.merge.checker.MergeFacts.ReferenceFact;
import io.snowflakeid.merge.checker.MergeFacts.RowsOf;
import io.snowflakeid.merge.checker.RowReader.Digest;
import io.snowflakeid.merge.checker.Sources.RowKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
    private final List<String> databases;
    private final String target;
    private final MergeFacts facts;
    private final RowReader reader;
    private final Audit audit;
    private final Map<String, Shape> shapes = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();
    private final Set<Columns> read = new HashSet<>();
    /** What rows say that references lead to: the target's, as those of source 0, and those of sources. */
    private final Map<RowKey, Digest> contents = new HashMap<>();

    private IndependentChecker(Connection connection, List<String> databases, String target, MergeFacts facts)
            throws SQLException {
        this.connection = connection;
        this.databases = databases;
        this.target = target;
        this.facts = facts;
        reader = new RowReader(connection);
        if (!reader.isH2()) {
            // texts of all columns come in one character set
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET character_set_results = utf8mb4");
            }
        }
        audit = new Audit(reader, target);
        Catalog main = new Catalog(connection, databases.get(0));
        List<ReferenceFact> references = references(main, facts);
        for (Catalog.Table table : main.tables.values()) {
            shapes.put(table.name(), new Shape(table, facts, references, audit));
        }
    }

    /** What is wrong with a merge; nothing if it is right. The first source is the main one. */
    public static List<String> problems(
            Connection connection, Map<String, String> sources, String target, MergeFacts facts) throws SQLException {
        return new IndependentChecker(connection, List.copyOf(sources.values()), target, facts)
                .check(List.copyOf(sources.keySet()));
    }

    /** Those that were told, and those that are declared and were not told. */
    private static List<ReferenceFact> references(Catalog catalog, MergeFacts facts) {
        List<ReferenceFact> references = new ArrayList<>(facts.references());
        for (ReferenceFact declared : catalog.foreignKeys) {
            boolean told = references.stream()
                    .anyMatch(fact -> fact.from().equals(declared.from())
                            && fact.to().table().equals(declared.to().table()));
            if (!told) {
                references.add(declared);
            }
        }
        return references;
    }

    private List<String> check(List<String> aliases) throws SQLException {
        for (String alias : aliases) {
            String number = audit.numbers.get(alias);
            int place = aliases.indexOf(alias) + 1;
            if (!Integer.toString(place).equals(number)) {
                problems.add(
                        "snowflake_merge_source tells number " + number + " for " + alias + ", it is source " + place);
            }
        }
        Set<String> tables = new Catalog(connection, target).tables.keySet();
        if (!tables.equals(shapes.keySet())) {
            problems.add("the target's tables are " + tables + ", not " + shapes.keySet());
            return problems;
        }
        Sources expected = new Sources(reader, databases, target, facts, audit, shapes, problems);
        Set<Rename> told = audit.renames.keySet();
        checkRenames("a name that clashes was not changed: ", expected.expectedRenames, told);
        checkRenames("a name that clashes with nobody's was changed: ", told, expected.expectedRenames);
        for (Shape shape : shapes.values()) {
            checkRows(shape, expected);
        }
        for (Shape shape : shapes.values()) {
            for (Shape.Link link : shape.links) {
                checkReference(shape, link, expected);
            }
        }
        for (NameFact fact : facts.names()) {
            checkNames(fact);
        }
        if (!reader.isH2()) {
            problems.addAll(Structure.problems(connection, databases.get(0), target));
        }
        return problems;
    }

    private void checkRenames(String problem, Set<Rename> renames, Set<Rename> others) {
        renames.stream()
                .filter(rename -> !others.contains(rename))
                .map(rename -> problem + rename)
                .sorted()
                .limit(SAMPLES)
                .forEach(problems::add);
    }

    private void checkRows(Shape shape, Sources expected) throws SQLException {
        List<Integer> all = RowReader.range(shape.columns.size());
        // more than 0 of rows that are missing, less of rows that are too many
        Map<Digest, Integer> balance = new HashMap<>();
        expected.expected(
                shape, (source, row, wanted) -> balance.merge(RowReader.digest(wanted, all), 1, Integer::sum));
        reader.each(target, shape.table, List.of(), row -> balance.merge(RowReader.digest(row, all), -1, Integer::sum));
        balance.values().removeIf(rows -> rows == 0);
        if (!balance.isEmpty()) {
            int missing = balance.values().stream()
                    .mapToInt(rows -> Math.max(0, rows))
                    .sum();
            int extra = balance.values().stream()
                    .mapToInt(rows -> Math.max(0, -rows))
                    .sum();
            problems.add(shape.name + ": " + missing + " rows are missing, " + extra + " are too many");
            describe(shape, expected, balance);
        }
    }

    /** Reads both again to tell what the rows are; a missing and an extra one with the same key are one that was changed. */
    private void describe(Shape shape, Sources expected, Map<Digest, Integer> balance) throws SQLException {
        List<Integer> all = RowReader.range(shape.columns.size());
        List<Integer> keyAt = shape.positions(shape.table.key());
        Map<String, byte[][]> found = new LinkedHashMap<>();
        reader.each(target, shape.table, List.of(), row -> {
            Digest digest = RowReader.digest(row, all);
            if (balance.getOrDefault(digest, 0) < 0 && found.size() < 10_000) {
                found.put(keyAt.isEmpty() ? digest.toString() : RowReader.key(row, keyAt), row);
            }
        });
        List<String> samples = new ArrayList<>();
        expected.expected(shape, (source, row, wanted) -> {
            if (balance.getOrDefault(RowReader.digest(wanted, all), 0) > 0 && samples.size() < SAMPLES) {
                byte[][] instead = keyAt.isEmpty() ? null : found.remove(RowReader.key(wanted, keyAt));
                samples.add("  " + shape.name + " of source " + source + " missing: " + text(shape, wanted)
                        + (instead == null ? "" : ", instead there is " + differences(shape, wanted, instead)));
            }
        });
        problems.addAll(samples);
        found.values().stream()
                .limit(SAMPLES)
                .forEach(row -> problems.add("  " + shape.name + " has too many: " + text(shape, row)));
    }

    private static String text(Shape shape, byte[][] row) {
        String text = RowReader.range(shape.columns.size()).stream()
                .map(at -> value(shape, row, at))
                .collect(Collectors.joining(", "));
        return text.length() <= 250 ? text : text.substring(0, 250) + "…";
    }

    private static String value(Shape shape, byte[][] row, int at) {
        String value = RowReader.text(row[at]);
        return shape.columns.get(at) + "="
                + (value == null || value.length() <= 60 ? value : value.substring(0, 60) + "…");
    }

    private static List<String> differences(Shape shape, byte[][] wanted, byte[][] found) {
        return RowReader.range(shape.columns.size()).stream()
                .filter(at -> !Arrays.equals(wanted[at], found[at]))
                .map(at -> value(shape, found, at) + " (not " + RowReader.text(wanted[at]) + ")")
                .toList();
    }

    /** What a row says that refers to another, and what that one says. */
    private record Pair(Digest own, Digest other) {}

    /**
     * Without the audit: the pairs of what the referring row and the row referred to say, besides ids, are the same in all sources
     * together and in the target.
     */
    private void checkReference(Shape shape, Shape.Link link, Sources expected) throws SQLException {
        ReferenceFact fact = link.fact();
        Columns parent = fact.to();
        RowsOf rows = facts.table(parent.table()).rows();
        if (rows == RowsOf.NOBODY || (rows == RowsOf.FIRST && !fact.withItsRow())) {
            return;
        }
        readContents(parent, expected);
        Map<Pair, Integer> wanted = new HashMap<>();
        expected.expected(shape, (source, row, mapped) -> {
            if (link.applies(row)) {
                RowKey key = expected.kept(new RowKey(parent, source, link.key(row)));
                RowKey other = rows == RowsOf.MAIN ? new RowKey(parent, 0, key.value()) : key;
                wanted.merge(new Pair(expected.content(shape, source, row), contents.get(other)), 1, Integer::sum);
            }
        });
        Map<Pair, Integer> found = new HashMap<>();
        reader.each(target, shape.table, shape.expressions, row -> {
            if (link.applies(row)) {
                Digest other = contents.get(new RowKey(parent, 0, link.key(row)));
                found.merge(new Pair(RowReader.digest(row, shape.content), other), 1, Integer::sum);
            }
        });
        String reference = shape.name + fact.from().names() + " -> " + parent.table() + ": ";
        int orphans = found.entrySet().stream()
                .filter(pair -> pair.getKey().other() == null && fact.orphans() != Lost.KEEP)
                .mapToInt(Map.Entry::getValue)
                .sum();
        if (orphans > 0) {
            problems.add(reference + orphans + " references of the target lead to no row");
        }
        int wrong = found.entrySet().stream()
                .mapToInt(pair -> Math.max(0, pair.getValue() - wanted.getOrDefault(pair.getKey(), 0)))
                .sum();
        if (wrong > 0) {
            problems.add(reference + wrong + " references lead to a row of other content than in the source");
        }
    }

    private void readContents(Columns parent, Sources expected) throws SQLException {
        if (!read.add(parent)) {
            return;
        }
        Shape shape = Objects.requireNonNull(shapes.get(parent.table()));
        List<Integer> keyAt = shape.positions(parent.names());
        reader.each(target, shape.table, shape.expressions, row -> {
            RowKey key = new RowKey(parent, 0, RowReader.key(row, keyAt));
            contents.put(key, RowReader.digest(row, shape.content));
        });
        if (facts.table(parent.table()).rows() != RowsOf.MAIN) {
            expected.each(shape, shape.expressions, (source, row) -> {
                RowKey key = new RowKey(parent, source, RowReader.key(row, keyAt));
                contents.put(key, expected.content(shape, source, row));
            });
        }
    }

    /** Keys that are declared are the database's business; names may be unique without one, as the target's collation compares them. */
    private void checkNames(NameFact fact) throws SQLException {
        if (fact.clash() == Clash.DROP_LATER) {
            return;
        }
        String column = reader.quoted(fact.column());
        String named = facts.noNames(fact.table(), fact.column()).stream()
                .map(value -> reader.isH2() ? value : value.replace("\\", "\\\\"))
                .map(value -> " AND MIN(" + column + ") <> '" + value.replace("'", "''") + "'")
                .collect(Collectors.joining());
        String query = "SELECT COUNT(*) FROM (SELECT 1 FROM " + reader.quoted(target, fact.table()) + " WHERE " + column
                + " IS NOT NULL GROUP BY " + column + " HAVING COUNT(*) > 1" + named + ") more_than_one";
        String values = reader.texts(query).get(0).get(0);
        if (!values.equals("0")) {
            problems.add(fact.table() + "[" + fact.column() + "]: " + values + " values occur more than once");
        }
    }
}
