package io.snowflakeid.merge.planning.definitions;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.ForeignKey;
import io.snowflakeid.merge.catalog.Key;
import io.snowflakeid.merge.catalog.SqlToken;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.planning.definitions.Differences.Part;
import io.snowflakeid.merge.planning.definitions.Differences.Subject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The keys, foreign keys and checks of a table as they are compared with another one's: by what they are, not by their names. */
final class TableParts {

    private final Table table;
    private final Table against;
    private final Map<String, Part> parts = new LinkedHashMap<>();

    private TableParts(Table table, Table against) {
        this.table = table;
        this.against = against;
    }

    static Map<String, Part> of(Table table, Table against) {
        TableParts parts = new TableParts(table, against);
        table.keys().forEach(parts::add);
        table.foreignKeys().forEach(parts::add);
        table.checks().forEach(parts::add);
        return parts.parts;
    }

    private void add(String identity, Subject subject, boolean restricts, List<String> columns, @Nullable String text) {
        boolean lacking = columns.stream().anyMatch(name -> against.find(name).isEmpty());
        parts.put(identity, new Part(subject, restricts, lacking, text));
    }

    /** A prefix or an expression is compared by its text. */
    private void add(Key key) {
        String kind = key.primary() ? "the primary key" : key.unique() ? "the unique key" : "the key";
        String what = kind + " on " + (key.columns().isEmpty() ? "an expression" : String.join(", ", key.columns()));
        String name = Pattern.quote(SqlToken.quoted(key.name()));
        String text = key.plain() ? "" : SqlToken.folded(table.clauseOf(key).replaceFirst(name, ""));
        Subject subject = new Subject(FindingCode.SCHEMA_KEY, table.name() + "." + key.name(), what);
        add(kind + folded(key.columns()) + text, subject, key.unique() && !implied(key), key.columns(), null);
    }

    /** A key restricts nothing where fewer of its columns are unique in the other table already. */
    private boolean implied(Key key) {
        return key.plain()
                && against.keys().stream()
                        .filter(unique -> unique.unique() && unique.plain())
                        .anyMatch(unique -> unique.columns().stream()
                                .allMatch(column -> key.columns().stream().anyMatch(column::equalsIgnoreCase)));
    }

    private void add(ForeignKey key) {
        String what = "the foreign key " + String.join(", ", key.columns()) + " -> " + key.parentTable() + "."
                + String.join(", ", key.parentColumns());
        String identity = folded(key.columns()) + " -> " + key.parentTable() + folded(key.parentColumns());
        String rules = table.rulesOf(key);
        Subject subject = new Subject(FindingCode.SCHEMA_FOREIGN_KEY, table.name() + "." + key.name(), what);
        add(identity, subject, true, key.columns(), rules.isEmpty() ? null : rules);
    }

    /** MySQL and MariaDB quote all columns in a check. */
    private void add(String check) {
        String folded = check.toLowerCase(Locale.ROOT);
        List<String> columns = table.columns().stream()
                .map(Column::name)
                .filter(name -> folded.contains(SqlToken.quoted(name).toLowerCase(Locale.ROOT)))
                .toList();
        Subject subject = new Subject(FindingCode.SCHEMA_CHECK, table.name(), "CHECK " + check);
        add("CHECK " + SqlToken.folded(check), subject, !check.endsWith(" NOT ENFORCED"), columns, null);
    }

    private static List<String> folded(List<String> names) {
        return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    }
}
