package io.snowflakeid.merge.checker;

import io.snowflakeid.merge.checker.Audit.Rename;
import io.snowflakeid.merge.checker.Database.Row;
import io.snowflakeid.merge.checker.Database.Table;
import io.snowflakeid.merge.checker.MergeFacts.Clash;
import io.snowflakeid.merge.checker.MergeFacts.Lost;
import io.snowflakeid.merge.checker.MergeFacts.NameFact;
import io.snowflakeid.merge.checker.MergeFacts.ReferenceFact;
import io.snowflakeid.merge.checker.MergeFacts.RowsOf;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Checks whether a merge is right, without a line of the code that made it: it reads sources, target and the target's audit tables into
 * memory, and knows from {@link MergeFacts} what was asked for.
 *
 * <p>Every row that a source gives must be in the target exactly once, every column equal after ids are moved and names changed as the
 * audit says, and nothing else. Then, without the audit, every reference must lead to a row with the same content as in the source.
 * Keys, counters, triggers, views and constraints must be those of the main source.
 */
public final class IndependentChecker {

    private static final int SAMPLES = 5;

    private final Connection connection;
    private final List<String> aliases;
    private final List<String> databases;
    private final String name;
    private final Database main;
    private final Database target;
    private final MergeFacts facts;
    private final Audit audit;
    private final List<String> problems = new ArrayList<>();

    private IndependentChecker(Connection connection, Map<String, String> sources, String name, MergeFacts facts)
            throws SQLException {
        this.connection = connection;
        aliases = List.copyOf(sources.keySet());
        databases = List.copyOf(sources.values());
        this.name = name;
        this.facts = facts;
        main = new Database(connection, databases.get(0));
        target = new Database(connection, name);
        if (!target.isH2()) {
            // texts of all columns come in one character set
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET character_set_results = utf8mb4");
            }
        }
        audit = new Audit(target, name);
    }

    /** What is wrong with a merge; nothing if it is right. The first source is the main one. */
    public static List<String> problems(
            Connection connection, Map<String, String> sources, String target, MergeFacts facts) throws SQLException {
        return new IndependentChecker(connection, sources, target, facts).check();
    }

    private List<String> check() throws SQLException {
        for (int source = 1; source <= aliases.size(); source++) {
            String alias = aliases.get(source - 1);
            String number = audit.numbers.get(alias);
            if (!Integer.toString(source).equals(number)) {
                problems.add(
                        "snowflake_merge_source says number " + number + " for " + alias + ", it is source " + source);
            }
        }
        if (!target.tables.keySet().equals(main.tables.keySet())) {
            problems.add("the target's tables are " + target.tables.keySet() + ", not " + main.tables.keySet());
            return problems;
        }
        List<ReferenceFact> references = references();
        ExpectedRows expected = new ExpectedRows(read(references), facts, references, audit);
        Set<Rename> renamed = audit.renames.keySet();
        checkRenames("a name that clashes was not changed: ", expected.renames, renamed);
        checkRenames("a name that clashes with no other was changed: ", renamed, expected.renames);
        for (Table table : main.tables.values()) {
            checkRows(table, expected);
        }
        problems.addAll(expected.wrongOrphans);
        references.forEach(fact -> checkReference(fact, expected));
        facts.names().forEach(fact -> checkNames(fact, expected.rows.get(fact.table())));
        if (!target.isH2()) {
            problems.addAll(Structure.problems(connection, databases.get(0), name));
        }
        return problems;
    }

    /** Those that were said, and those that are declared and were not said. */
    private List<ReferenceFact> references() throws SQLException {
        List<ReferenceFact> references = new ArrayList<>(facts.references());
        for (ReferenceFact declared : main.foreignKeys()) {
            if (facts.references().stream()
                    .noneMatch(fact -> fact.from().equals(declared.from())
                            && fact.to().table().equals(declared.to().table()))) {
                references.add(declared);
            }
        }
        return references;
    }

    /** The rows of all sources and, as those of source 0, of the target. */
    private Map<String, List<Row>> read(List<ReferenceFact> references) throws SQLException {
        Map<String, List<Row>> rows = new LinkedHashMap<>();
        for (Table table : main.tables.values()) {
            Map<String, String> expressions = expressions(table.name(), references);
            List<Row> all = new ArrayList<>();
            for (int source = 1; source <= databases.size(); source++) {
                all.addAll(new Database(connection, databases.get(source - 1)).rows(table, source, expressions));
            }
            all.addAll(target.rows(table, 0, expressions));
            rows.put(table.name(), all);
        }
        return rows;
    }

    /** The conditions that rows of a table are asked for, and the weights of their names. */
    private Map<String, String> expressions(String table, List<ReferenceFact> references) throws SQLException {
        Stream<String> conditions = Stream.of(
                        Stream.of(facts.filter(table)),
                        references.stream()
                                .filter(fact -> fact.from().table().equals(table))
                                .map(ReferenceFact::when),
                        facts.names().stream().flatMap(fact -> fact.columns(table).values().stream()))
                .flatMap(all -> all);
        Map<String, String> expressions = new LinkedHashMap<>();
        conditions
                .filter(condition -> !condition.isEmpty())
                .forEach(condition -> expressions.put(condition, "CASE WHEN (" + condition + ") THEN 1 ELSE 0 END"));
        for (NameFact fact : facts.names()) {
            if (fact.table().equals(table)) {
                expressions.put(ExpectedRows.WEIGHT + fact.column(), target.weight(table, fact.column()));
            }
        }
        return expressions;
    }

    private void checkRenames(String problem, Set<Rename> renames, Set<Rename> others) {
        renames.stream()
                .filter(rename -> !others.contains(rename))
                .map(rename -> problem + rename)
                .sorted()
                .limit(SAMPLES)
                .forEach(problems::add);
    }

    private void checkRows(Table table, ExpectedRows expected) {
        // more than 0 of rows that are missing, less of rows that are too many
        Map<Map<String, String>, Integer> balance = new LinkedHashMap<>();
        Map<Map<String, String>, Integer> sourceOf = new HashMap<>();
        for (Row row : expected.rows.get(table.name())) {
            if (row.source == 0) {
                balance.merge(row.values(), -1, Integer::sum);
            } else if (expected.isKept(row)) {
                balance.merge(expected.expected(row), 1, Integer::sum);
                sourceOf.put(expected.expected(row), row.source);
            }
        }
        balance.values().removeIf(rows -> rows == 0);
        if (!balance.isEmpty()) {
            IntStream missing = balance.values().stream().mapToInt(rows -> Math.max(0, rows));
            IntStream extra = balance.values().stream().mapToInt(rows -> Math.max(0, -rows));
            problems.add(table.name() + ": " + missing.sum() + " rows are missing, " + extra.sum() + " are too many");
            balance.entrySet().stream()
                    .sorted(Comparator.comparing(row ->
                            String.valueOf(row.getKey().get(table.columns().get(0)))))
                    .map(row -> "  " + table.name()
                            + (row.getValue() > 0
                                    ? " of source " + sourceOf.get(row.getKey()) + " missing: "
                                    : " has too many: ")
                            + text(row.getKey()))
                    .limit(2 * SAMPLES)
                    .forEach(problems::add);
        }
    }

    private static String text(Map<String, String> row) {
        return row.entrySet().stream()
                .map(value -> value.getKey() + "=" + Database.decoded(value.getValue()))
                .map(text -> text.length() <= 60 ? text : text.substring(0, 60) + "…")
                .collect(Collectors.joining(", "));
    }

    /** What a row says that refers to another, and what that one says. */
    private record Pair(List<String> own, List<String> other) {}

    /**
     * Without the audit: the pairs of what the referring row and the row referred to say, besides ids, are the same in all sources
     * together and in the target.
     */
    private void checkReference(ReferenceFact fact, ExpectedRows expected) {
        String parent = fact.to().table();
        RowsOf rows = facts.rowsOf(parent);
        if (rows == RowsOf.NONE || (rows == RowsOf.FIRST && !fact.withItsRow())) {
            return;
        }
        // how many of the target are more than those of the sources
        Map<Pair, Integer> more = new HashMap<>();
        int orphans = 0;
        for (Row row : expected.rows.get(fact.from().table())) {
            if (ExpectedRows.refers(fact, row) && (row.source == 0 || expected.isKept(row))) {
                Row other = expected.parent(fact, row, rows == RowsOf.MAIN ? 0 : row.source);
                orphans += row.source == 0 && other == null ? 1 : 0;
                List<String> content = other == null ? List.of() : expected.content(expected.kept(other));
                more.merge(new Pair(expected.content(row), content), row.source == 0 ? 1 : -1, Integer::sum);
            }
        }
        String reference = fact.from().table() + fact.from().names() + " -> " + parent + ": ";
        if (orphans > 0 && fact.orphans() != Lost.KEEP) {
            problems.add(reference + orphans + " references of the target lead to no row");
        }
        int wrong = more.values().stream().mapToInt(pairs -> Math.max(0, pairs)).sum();
        if (wrong > 0) {
            problems.add(reference + wrong + " references lead to a row of other content than in the source");
        }
    }

    /** A declared key is the database's business; names may be unique without one, as the target's collation compares them. */
    private void checkNames(NameFact fact, List<Row> rows) {
        Map<String, Integer> weights = new HashMap<>();
        rows.stream()
                .filter(row -> row.source == 0
                        && fact.clash() != Clash.DROP_LATER
                        && row.get(fact.column()) != null
                        && !facts.standsForNone(fact, row.get(fact.column())))
                .forEach(row -> weights.merge(row.get(ExpectedRows.WEIGHT + fact.column()), 1, Integer::sum));
        weights.values().removeIf(count -> count == 1);
        if (!weights.isEmpty()) {
            problems.add(fact.table() + "[" + fact.column() + "]: " + weights.size() + " values occur more than once");
        }
    }
}
