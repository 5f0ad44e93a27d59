package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.result.FindingCode.SCHEMA_COLUMN_COLLATION;
import static io.snowflakeid.merge.result.FindingCode.SCHEMA_COLUMN_EXTRA;
import static io.snowflakeid.merge.result.FindingCode.SCHEMA_COLUMN_GENERATED;
import static io.snowflakeid.merge.result.FindingCode.SCHEMA_COLUMN_MISSING;
import static io.snowflakeid.merge.result.FindingCode.SCHEMA_COLUMN_NULLABLE;
import static io.snowflakeid.merge.result.FindingCode.SCHEMA_COLUMN_TYPE;
import static io.snowflakeid.merge.result.FindingCode.SCHEMA_DIFFERS;
import static io.snowflakeid.merge.result.FindingCode.SCHEMA_FOREIGN_KEY;
import static io.snowflakeid.merge.result.FindingCode.SCHEMA_KEY;
import static io.snowflakeid.merge.result.FindingCode.SCHEMA_TABLE_EXTRA;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.SqlText;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.result.FindingCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Compares the table definitions of a source with the main server's definitions, which the target uses.
 *
 * <p>An error means that the target may truncate, change, lose or reject a value. A warning means that the server stores all values correctly or
 * rejects the row. The comparison ignores the order of columns and the names of keys and constraints.
 */
record SchemaDifferences(
        Findings findings, String main, String other, BiFunction<Table, Column, Optional<String>> valueFor) {

    private static final int SHOWN = 200;

    /** Compares the copied tables of each source with the main server's tables. */
    static void look(Draft draft) {
        for (int i = 1; i < draft.schemas.size(); i++) {
            String main = draft.plan.source(1).alias();
            String other = draft.plan.source(i + 1).alias();
            new SchemaDifferences(draft.findings, main, other, new Tables(draft)::valueFor)
                    .between(copied(draft, draft.main()), copied(draft, draft.schemas.get(i)));
        }
    }

    private static Map<String, Table> copied(Draft draft, Schema schema) {
        Map<String, Table> tables = new TreeMap<>(schema.tables());
        tables.keySet().removeIf(name -> draft.configOf(name).tableClass() != TableClass.UNION);
        return tables;
    }

    /** A part of a table definition, such as a column or a key, with the finding code for each kind of difference. */
    private record Part(
            String path,
            String what,
            @Nullable String value,
            FindingCode missing,
            FindingCode extra,
            FindingCode differs) {}

    /** Reports the differences between the tables of two sources. */
    void between(Map<String, Table> mine, Map<String, Table> theirs) {
        Map<String, Part> there = parts(theirs, mine);
        parts(mine, theirs).forEach((name, part) -> {
            Part another = there.remove(name);
            if (another == null) {
                String why = part.value() == null || part.value().isEmpty() ? "" : ", " + part.value();
                add(part.missing(), part, " is in " + main + " and not in " + other + why);
            } else if (!Objects.equals(part.value(), another.value())) {
                String values =
                        shown(part.value()) + " in " + main + ", and " + shown(another.value()) + " in " + other;
                add(part.differs(), part, " is " + values);
            }
        });
        there.values().forEach(part -> add(part.extra(), part, " is in " + other + " and not in " + main));
    }

    private void add(FindingCode code, Part part, String difference) {
        String what = (part.what() + difference).replaceAll("\\s+", " ");
        findings.add(code, other + "." + part.path(), what);
    }

    private static String shown(@Nullable String value) {
        String shown = value == null ? "none" : value.isEmpty() ? "''" : value;
        return shown.length() <= SHOWN ? shown : shown.substring(0, SHOWN) + "...";
    }

    private Map<String, Part> parts(Map<String, Table> tables, Map<String, Table> against) {
        Map<String, Part> parts = new LinkedHashMap<>();
        tables.forEach((name, table) -> {
            String what = "table " + name;
            parts.put(what, new Part(name, what, null, SCHEMA_DIFFERS, SCHEMA_TABLE_EXTRA, SCHEMA_DIFFERS));
            Table there = against.get(name);
            if (there != null) {
                for (Column column : table.columns()) {
                    parts.put(folded(name + ".column " + column.name()), part(table, column, there));
                    there.find(column.name())
                            .ifPresent(another -> attributes(table, column, another)
                                    .forEach(part -> parts.put(folded(part.path() + "." + part.what()), part)));
                }
                constraints(table, there).forEach((key, part) -> parts.put(name + "." + key, part));
            }
        });
        return parts;
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private Part part(Table table, Column column, Table there) {
        String path = table.name() + "." + column.name();
        boolean hasValue = valueFor.apply(table, column).isPresent();
        String otherwise = (hasValue
                        ? "so its rows get the default %s"
                        : "and a merge has no value for its rows (the default is %s; computed, counted and key columns get none)")
                .formatted(shown(column.defaultValue()));
        return new Part(
                path,
                "column " + column.name(),
                there.find(column.name()).isPresent() ? null : otherwise,
                hasValue ? SCHEMA_DIFFERS : SCHEMA_COLUMN_MISSING,
                column.generated() == null ? SCHEMA_COLUMN_EXTRA : SCHEMA_DIFFERS,
                SCHEMA_DIFFERS);
    }

    private static List<Part> attributes(Table table, Column column, Column there) {
        String path = table.name() + "." + column.name();
        boolean unique = table.keys().stream()
                .anyMatch(key -> key.unique() && key.columns().stream().anyMatch(column.name()::equalsIgnoreCase));
        boolean narrows = !TypeWidth.holdsAll(column, there);
        boolean loses = !TypeWidth.holdsAllCharacters(column, there);
        String nullable = column.nullable() ? "allowed" : "forbidden";
        String otherwise = column.autoIncrement() ? "AUTO_INCREMENT" : column.defaultValue();
        return List.of(
                attribute(path, "the type", column.type(), narrows, SCHEMA_COLUMN_TYPE),
                attribute(path, "the character set", column.charset(), loses, SCHEMA_COLUMN_TYPE),
                attribute(path, "the collation", collation(column), unique, SCHEMA_COLUMN_COLLATION),
                attribute(path, "NULL", nullable, !column.nullable(), SCHEMA_COLUMN_NULLABLE),
                attribute(
                        path,
                        "the expression",
                        column.generated(),
                        column.generated() != null,
                        SCHEMA_COLUMN_GENERATED),
                attribute(path, "the default", otherwise, false, SCHEMA_DIFFERS));
    }

    private static Part attribute(
            String path, String what, @Nullable String value, boolean matters, FindingCode differs) {
        return new Part(path, what, value, SCHEMA_DIFFERS, SCHEMA_DIFFERS, matters ? differs : SCHEMA_DIFFERS);
    }

    /** Returns a collation's name without {@code mb3} or {@code mb4}, because utf8mb3 and utf8mb4 compare texts in the same way. */
    private static @Nullable String collation(Column column) {
        String collation = column.collation();
        return collation == null ? null : collation.replaceFirst("^utf8mb[34]_", "utf8_");
    }

    /**
     * Returns the keys and constraints of a table by their description. A missing unique or foreign key is an error only if the table has all
     * columns of the key.
     */
    private static Map<String, Part> constraints(Table table, Table against) {
        Map<String, Part> parts = new LinkedHashMap<>();
        table.keys().forEach(key -> {
            String kind = key.primary() ? "the primary key" : key.unique() ? "the unique key" : "the key";
            String what =
                    kind + " on " + (key.columns().isEmpty() ? "an expression" : String.join(", ", key.columns()));
            String clause = key.plain() ? "" : table.clauseOf(key).replace(SqlText.quoted(key.name()), "");
            FindingCode missing = key.unique() && against.hasAll(key.columns()) ? SCHEMA_KEY : SCHEMA_DIFFERS;
            parts.put(folded(what) + clause, constraint(table.name() + "." + key.name(), what, null, missing));
        });
        table.foreignKeys().forEach(key -> {
            String what = "the foreign key " + String.join(", ", key.columns()) + " -> " + key.parentTable() + "."
                    + String.join(", ", key.parentColumns());
            FindingCode missing = against.hasAll(key.columns()) ? SCHEMA_FOREIGN_KEY : SCHEMA_DIFFERS;
            parts.put(folded(what), constraint(table.name() + "." + key.name(), what, key.rules(), missing));
        });
        table.checks().stream()
                .map(check -> constraint(table.name(), "CHECK " + check, null, SCHEMA_DIFFERS))
                .forEach(part -> parts.put(part.what(), part));
        parts.put("partitioning", constraint(table.name(), "the partitioning", table.partitioning(), SCHEMA_DIFFERS));
        return parts;
    }

    private static Part constraint(String path, String what, @Nullable String value, FindingCode missing) {
        return new Part(path, what, value, missing, SCHEMA_DIFFERS, SCHEMA_DIFFERS);
    }
}
