package io.snowflakeid.merge.planning.definitions;

import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.ForeignKey;
import io.snowflakeid.merge.catalog.Key;
import io.snowflakeid.merge.catalog.SqlToken;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.planning.definitions.Differences.Subject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The differences between the keys, foreign keys and checks of a table and those of the main server's; names are not compared. */
final class KeyDifferences {

    private final Table main;
    private final Table other;
    private final Differences differences;

    KeyDifferences(Table main, Table other, Differences differences) {
        this.main = main;
        this.other = other;
        this.differences = differences;
    }

    void find() {
        compareParts(FindingCode.SCHEMA_KEY, keys(main, other), keys(other, main));
        compareParts(FindingCode.SCHEMA_FOREIGN_KEY, foreignKeys(main), foreignKeys(other));
        compareParts(FindingCode.SCHEMA_CHECK, checks(main), checks(other));
    }

    /**
     * A key or constraint.
     *
     * @param restricts whether it may reject a row
     * @param columns that it names
     * @param rules what may differ without an effect on the rows that are merged, or null
     */
    private record Part(
            String path,
            String what,
            boolean restricts,
            List<String> columns,
            @Nullable String rules) {}

    /** The keys of the maps identify the parts without their names. */
    private void compareParts(FindingCode code, Map<String, Part> inMain, Map<String, Part> inOther) {
        inMain.forEach((identity, part) -> {
            Part there = inOther.get(identity);
            Subject subject = new Subject(code, part.path(), part.what());
            if (there != null) {
                Subject rules = new Subject(code, part.path(), "the rule of " + part.what());
                differences.compare(rules, part.rules(), there.rules(), null);
            } else if (part.columns().stream().anyMatch(name -> other.find(name).isEmpty())) {
                String nextStep = ", which lacks a column of it; what its rows get there is compared too";
                differences.onlyInMain(Severity.WARNING, subject, nextStep);
            } else if (part.restricts()) {
                String nextStep = ": rows that break it would be rejected; add it in " + differences.other()
                        + ", or accept this if no row breaks it";
                differences.onlyInMain(Severity.ERROR, subject, nextStep);
            } else {
                differences.onlyInMain(Severity.WARNING, subject, "; the target gets it");
            }
        });
        inOther.forEach((identity, part) -> {
            if (!inMain.containsKey(identity)) {
                Subject subject = new Subject(code, part.path(), part.what());
                String nextStep =
                        code == FindingCode.SCHEMA_FOREIGN_KEY ? ": name the reference in the configuration" : "";
                differences.onlyInOther(Severity.WARNING, subject, "; the target does not get it" + nextStep);
            }
        });
    }

    /** A key restricts nothing where fewer of its columns are unique in the other table already. */
    private static Map<String, Part> keys(Table table, Table against) {
        Map<String, Part> parts = new LinkedHashMap<>();
        for (Key key : table.keys()) {
            String kind = key.primary() ? "the primary key" : key.unique() ? "the unique key" : "the key";
            String what =
                    kind + " on " + (key.columns().isEmpty() ? "an expression" : String.join(", ", key.columns()));
            // a prefix or an expression is compared by its text
            String text = key.plain() ? "" : clause(table.definition().indexes(), key.name());
            parts.put(
                    kind + folded(key.columns()) + text,
                    new Part(
                            table.name() + "." + key.name(),
                            what,
                            key.unique() && !implied(key, against),
                            key.columns(),
                            null));
        }
        return parts;
    }

    private static boolean implied(Key key, Table against) {
        return key.plain()
                && against.keys().stream()
                        .filter(unique -> unique.unique() && unique.plain())
                        .anyMatch(unique -> unique.columns().stream()
                                .allMatch(column -> key.columns().stream().anyMatch(column::equalsIgnoreCase)));
    }

    private static Map<String, Part> foreignKeys(Table table) {
        Map<String, Part> parts = new LinkedHashMap<>();
        for (ForeignKey key : table.foreignKeys()) {
            String what = "the foreign key " + String.join(", ", key.columns()) + " -> " + key.parentTable() + "."
                    + String.join(", ", key.parentColumns());
            String clause = clause(table.definition().foreignKeys(), key.name());
            String rules = clause.substring(clause.lastIndexOf(')') + 1).strip();
            parts.put(
                    folded(key.columns()) + " -> " + key.parentTable() + folded(key.parentColumns()),
                    new Part(
                            table.name() + "." + key.name(),
                            what,
                            true,
                            key.columns(),
                            rules.isEmpty() ? null : rules));
        }
        return parts;
    }

    /** MySQL and MariaDB quote all columns in a check. */
    private static Map<String, Part> checks(Table table) {
        Map<String, Part> parts = new LinkedHashMap<>();
        for (String check : table.checks()) {
            String folded = check.toLowerCase(Locale.ROOT);
            List<String> columns = table.columns().stream()
                    .map(Column::name)
                    .filter(name -> folded.contains(SqlToken.quoted(name).toLowerCase(Locale.ROOT)))
                    .toList();
            boolean enforced = !check.endsWith(" NOT ENFORCED");
            parts.put(
                    String.valueOf(Differences.withoutCharsets(check)),
                    new Part(table.name(), "CHECK " + check, enforced, columns, null));
        }
        return parts;
    }

    /** The clause that adds a key or constraint, without its name. */
    private static String clause(List<Table.Part> parts, String name) {
        return parts.stream()
                .filter(part -> part.name().equals(name))
                .findFirst()
                .map(part -> part.clause().replaceFirst(Pattern.quote(SqlToken.quoted(name)), ""))
                .orElse("");
    }

    private static List<String> folded(List<String> names) {
        return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    }
}
