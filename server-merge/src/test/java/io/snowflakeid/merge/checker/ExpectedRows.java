package io.snowflakeid.merge.checker;

import io.snowflakeid.merge.checker.Audit.Rename;
import io.snowflakeid.merge.checker.Database.Row;
import io.snowflakeid.merge.checker.Database.Table;
import io.snowflakeid.merge.checker.MergeFacts.Clash;
import io.snowflakeid.merge.checker.MergeFacts.Columns;
import io.snowflakeid.merge.checker.MergeFacts.Lost;
import io.snowflakeid.merge.checker.MergeFacts.NameFact;
import io.snowflakeid.merge.checker.MergeFacts.ReferenceFact;
import io.snowflakeid.merge.checker.MergeFacts.RowsOf;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Which rows of the sources the target must have, and with which values. Rows of the target itself are those of source 0. */
final class ExpectedRows {

    /** The name of the expression with the weight of a column. */
    static final String WEIGHT = "weight of ";

    final Map<String, List<Row>> rows;
    /** All that must have a new name. */
    final Set<Rename> renames = new HashSet<>();
    /** References of the sources that lead nowhere and must not. */
    final Set<String> wrongOrphans = new TreeSet<>();

    private final MergeFacts facts;
    private final Map<String, List<ReferenceFact>> references;
    private final Set<Columns> parents = new HashSet<>();
    private final Audit audit;
    private final Map<Key, Row> byKey = new HashMap<>();
    private final Set<Row> losers = new HashSet<>();
    private final Set<Row> leftOut = new HashSet<>();
    /** Rows whose key an earlier source's row has. */
    private final Set<Row> outdone = new HashSet<>();

    private final Map<Row, Row> replacements = new HashMap<>();

    /** What a row has in the columns of a parent. */
    private record Key(Columns columns, int source, List<String> values) {}

    ExpectedRows(Map<String, List<Row>> rows, MergeFacts facts, List<ReferenceFact> references, Audit audit) {
        this.rows = rows;
        this.facts = facts;
        this.references = references.stream()
                .collect(Collectors.groupingBy(fact -> fact.from().table()));
        this.audit = audit;
        references.forEach(fact -> parents.add(fact.to()));
        for (Columns parent : parents) {
            rows.get(parent.table())
                    .forEach(row -> byKey.putIfAbsent(new Key(parent, row.source, row.get(parent.names())), row));
        }
        // a row that is left out may take others along, and may leave a place to others
        for (int before = -1; before != leftOut.size() + outdone.size(); ) {
            before = leftOut.size() + outdone.size();
            findLosers();
            rows.values().forEach(all -> all.forEach(this::findLeftOut));
        }
    }

    /** Those that rows of a table have. */
    List<ReferenceFact> references(String table) {
        return references.getOrDefault(table, List.of());
    }

    private void findLosers() {
        losers.clear();
        replacements.clear();
        renames.clear();
        facts.names().forEach(this::findClashes);
        facts.first().forEach((table, key) -> {
            Set<List<String>> taken = new HashSet<>();
            for (Row row : rows.get(table)) {
                if (passes(row)) {
                    Map<String, String> values = expected(row);
                    if (!taken.add(key.stream().map(values::get).toList())) {
                        losers.add(row);
                    }
                }
            }
        });
    }

    /** Rows whose name another source's row has, in the target's collation. */
    private void findClashes(NameFact fact) {
        Map<String, List<Row>> byWeight = new LinkedHashMap<>();
        for (Row row : rows.get(fact.table())) {
            String weight = row.get(WEIGHT + fact.column());
            if (weight != null && passes(row)) {
                byWeight.computeIfAbsent(weight, any -> new ArrayList<>(1)).add(row);
            }
        }
        byWeight.values()
                .removeIf(equal -> equal.size() < 2
                        || equal.stream().anyMatch(row -> facts.standsForNone(fact, row.get(fact.column()))));
        for (List<Row> equal : byWeight.values()) {
            for (Row row : fact.clash() == Clash.RENAME_ALL ? equal : equal.subList(1, equal.size())) {
                if (fact.clash() == Clash.RENAME_ALL || fact.clash() == Clash.RENAME_LATER) {
                    Columns column = Audit.column(fact.table(), fact.column());
                    renames.add(new Rename(column, row.source, row.get(fact.column())));
                } else {
                    losers.add(row);
                }
                if (fact.clash() == Clash.FOLLOW_FIRST) {
                    replace(row, equal.get(0));
                }
            }
        }
    }

    private void replace(Row old, Row kept) {
        replacements.put(old, kept);
        for (Columns parent : parents) {
            String column = parent.names().get(0);
            Columns id = Audit.column(parent.table(), column);
            if (parent.table().equals(old.table.name()) && parent.names().size() == 1 && audit.isIdColumn(id)) {
                audit.follow(id, old.source, old.get(column), audit.newId(id, kept.source, kept.get(column)));
            }
        }
    }

    private void findLeftOut(Row row) {
        if (row.source > 0 && !isKept(row) && !replacements.containsKey(row)) {
            (facts.first().containsKey(row.table.name()) && passes(row) ? outdone : leftOut).add(row);
        }
    }

    /** Whether the target must have a row of a source. */
    boolean isKept(Row row) {
        return passes(row) && !losers.contains(row);
    }

    /** Whether a row comes to the target unless another is preferred to it. */
    private boolean passes(Row row) {
        String table = row.table.name();
        RowsOf kind = facts.rowsOf(table);
        return row.source > 0
                && kind != RowsOf.NONE
                && (kind != RowsOf.MAIN || row.source == 1)
                && row.holds(facts.filter(table))
                && references(table).stream().noneMatch(fact -> refers(fact, row) && outcome(fact, row) == Lost.DROP);
    }

    /** Whether a row refers to another by all columns of a reference. */
    static boolean refers(ReferenceFact fact, Row row) {
        return fact.from().names().stream().allMatch(column -> holdsId(fact, row, column));
    }

    /** Whether one column of a reference holds an id: also one of two columns, the other of which is null. */
    private static boolean holdsId(ReferenceFact fact, Row row, String column) {
        String value = row.get(column);
        return row.holds(fact.when())
                && value != null
                && fact.none().stream().noneMatch(none -> value.equals(none.toString()));
    }

    /** The row that is referred to, or the one that is kept in its place; null if there is none. */
    Row parent(ReferenceFact fact, Row row, int source) {
        return byKey.get(new Key(fact.to(), source, row.get(fact.from().names())));
    }

    Row kept(Row row) {
        return replacements.getOrDefault(row, row);
    }

    /** What becomes of a reference that a row has: {@link Lost#KEEP} where it leads to a row of the target. */
    private Lost outcome(ReferenceFact fact, Row row) {
        RowsOf kind = facts.rowsOf(fact.to().table());
        if (kind == RowsOf.NONE) {
            return fact.leftOut();
        }
        // an id in a table that has the main source's rows alone is the main source's
        Row parent = parent(fact, row, kind == RowsOf.MAIN ? 1 : row.source);
        if (parent == null) {
            return fact.orphans();
        }
        return leftOut.contains(parent) || (fact.withItsRow() && outdone.contains(parent)) ? fact.leftOut() : Lost.KEEP;
    }

    /** The values that the target must have for a row of a source. */
    Map<String, String> expected(Row row) {
        Table table = row.table;
        Map<String, String> values = renamed(row);
        Set<String> referring = new HashSet<>();
        references(table.name()).stream()
                .filter(fact -> fact.when().isEmpty())
                .forEach(fact -> referring.addAll(fact.from().names()));
        for (String column : table.columns()) {
            if (!referring.contains(column)) {
                values.put(column, newId(Audit.column(table.name(), column), row, values.get(column)));
            }
        }
        for (ReferenceFact fact : references(table.name())) {
            Lost outcome = refers(fact, row) ? outcome(fact, row) : Lost.KEEP;
            if (outcome == Lost.FAIL) {
                wrongOrphans.add("source " + row.source + ": " + table.name()
                        + fact.from().names() + " = " + row.get(fact.from().names()) + " leads to no row of "
                        + fact.to().table());
            }
            for (int i = 0; i < fact.from().names().size(); i++) {
                String column = fact.from().names().get(i);
                if (holdsId(fact, row, column)) {
                    Columns id = root(fact.to().table(), fact.to().names().get(i), 0);
                    values.put(
                            column,
                            outcome != Lost.CLEAR
                                    ? newId(id, row, row.get(column))
                                    : table.nullable().contains(column)
                                            ? null
                                            : fact.none().get(0).toString());
                }
            }
        }
        return values;
    }

    private String newId(Columns id, Row row, String value) {
        return value == null || !audit.isIdColumn(id) ? value : Long.toString(audit.newId(id, row.source, value));
    }

    /** The column whose ids a column holds, in the end: a key of references is followed up. */
    private Columns root(String table, String column, int depth) {
        for (ReferenceFact fact : references(table)) {
            int at = fact.from().names().indexOf(column);
            if (depth < 10 && at >= 0 && fact.when().isEmpty()) {
                return root(fact.to().table(), fact.to().names().get(at), depth + 1);
            }
        }
        return Audit.column(table, column);
    }

    private Map<String, String> renamed(Row row) {
        Map<String, String> values = row.values();
        if (row.source > 0) {
            facts.names()
                    .forEach(fact -> fact.columns(row.table.name()).forEach((column, when) -> {
                        if (row.holds(when)) {
                            Rename rename =
                                    new Rename(Audit.column(fact.table(), fact.column()), row.source, row.get(column));
                            values.computeIfPresent(column, (any, name) -> audit.renames.getOrDefault(rename, name));
                        }
                    }));
        }
        return values;
    }

    /** What a row says besides ids, by the names that the target has. */
    List<String> content(Row row) {
        Map<String, String> values = renamed(row);
        references(row.table.name())
                .forEach(fact -> values.keySet().removeAll(fact.from().names()));
        values.keySet().removeIf(column -> audit.isIdColumn(Audit.column(row.table.name(), column)));
        return new ArrayList<>(values.values());
    }
}
