package io.snowflakeid.merge.planning.definitions;

import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.SqlToken;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.planning.definitions.Differences.Subject;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The differences between a table and the main server's table of that name. */
record TableDifferences(Table main, Table other, Differences differences) {

    void find() {
        for (Column column : main.columns()) {
            other.find(column.name()).ifPresentOrElse(there -> compare(column, there), () -> missing(column));
        }
        other.columns().stream()
                .filter(column -> main.find(column.name()).isEmpty())
                .forEach(this::extra);
        compareTables();
        differences.compareParts(TableParts.of(main, other), TableParts.of(other, main));
    }

    // ------------------------------------------------------------------------------------------------------ columns

    /** A warning here; the plan makes it an error where it can give the rows no value. */
    private void missing(Column column) {
        String value = column.defaultValue();
        differences.onlyInMain(
                Severity.WARNING,
                of(column, FindingCode.SCHEMA_COLUMN_MISSING, "column " + column.name()),
                "; its rows get " + (value == null ? "NULL" : "the default " + (value.isEmpty() ? "''" : value)));
    }

    private Subject of(Column column, FindingCode code, String what) {
        return new Subject(code, main.name() + "." + column.name(), what);
    }

    private void extra(Column column) {
        Subject subject = of(column, FindingCode.SCHEMA_COLUMN_EXTRA, "column " + column.name());
        if (column.generated() == null) {
            differences.onlyInOther(
                    Severity.ERROR,
                    subject,
                    ", so its values have no place in the target; add it in " + differences.main()
                            + ", or accept that they are lost");
        } else {
            differences.onlyInOther(Severity.WARNING, subject, "; it is computed, and the target does without it");
        }
    }

    private void compare(Column column, Column there) {
        compareTypes(column, there);
        differences.compare(
                of(column, FindingCode.SCHEMA_COLUMN_NULLABLE, "NULL"),
                column.nullable() ? "allowed" : "forbidden",
                there.nullable() ? "allowed" : "forbidden",
                column.nullable() ? null : "a row with NULL would be rejected; make the columns the same");
        differences.compare(
                of(column, FindingCode.SCHEMA_COLUMN_GENERATED, "the expression of the column"),
                folded(column.generated()),
                folded(there.generated()),
                column.generated() == null ? null : "the target computes other values; make the columns the same");
        differences.compare(
                of(column, FindingCode.SCHEMA_COLUMN_DEFAULT, "the default"),
                column.autoIncrement() ? "AUTO_INCREMENT" : column.defaultValue(),
                there.autoIncrement() ? "AUTO_INCREMENT" : there.defaultValue(),
                null);
    }

    private static @Nullable String folded(@Nullable String expression) {
        return expression == null ? null : SqlToken.folded(expression);
    }

    private void compareTypes(Column column, Column there) {
        String change = "; change the column in " + differences.main() + " (accept does not let this pass)";
        differences.compare(
                of(column, FindingCode.SCHEMA_COLUMN_TYPE, "the type"),
                column.type(),
                there.type(),
                TypeWidth.holdsAll(column, there) ? null : "values may be cut, rounded or rejected" + change);
        differences.compare(
                of(column, FindingCode.SCHEMA_COLUMN_CHARSET, "the character set"),
                column.charset(),
                there.charset(),
                TypeWidth.holdsAllCharacters(column, there) ? null : "characters may be lost, or texts cut" + change);
        boolean unique = main.keys().stream()
                .anyMatch(key -> key.unique() && key.columns().stream().anyMatch(column.name()::equalsIgnoreCase));
        differences.compare(
                of(column, FindingCode.SCHEMA_COLUMN_COLLATION, "the collation"),
                column.collation(),
                compareAlike(column, there) ? column.collation() : there.collation(),
                unique ? "different texts of a unique key may become equal; make the collations the same" : null);
    }

    /** A collation of utf8mb3 compares as that of utf8mb4 does. */
    private static boolean compareAlike(Column column, Column there) {
        String one = String.valueOf(column.collation()).replaceFirst("^utf8mb3_", "utf8mb4_");
        return one.equals(String.valueOf(there.collation()).replaceFirst("^utf8mb3_", "utf8mb4_"));
    }

    // ------------------------------------------------------------------------------------------------------- tables

    private void compareTables() {
        differences.compare(
                of(FindingCode.SCHEMA_COLUMN_ORDER, "the order of columns"),
                order(main, other),
                order(other, main),
                null);
        differences.compare(
                of(FindingCode.SCHEMA_COLUMN_COLLATION, "the default collation"),
                main.collation(),
                other.collation(),
                null);
        differences.compare(
                Severity.WARNING,
                of(FindingCode.SCHEMA_ENGINE, "the engine"),
                main.engine(),
                other.engine(),
                "; the target's is InnoDB");
        boolean mayReject = String.valueOf(main.partitioning()).matches("(?is)PARTITION\\s+BY\\s+(RANGE|LIST).*");
        differences.compare(
                of(FindingCode.SCHEMA_PARTITIONS, "the partitioning"),
                main.partitioning(),
                other.partitioning(),
                mayReject ? "a row that fits no partition is rejected; make them the same, or accept this" : null);
    }

    private Subject of(FindingCode code, String what) {
        return new Subject(code, main.name(), what);
    }

    private static String order(Table table, Table another) {
        return table.columns().stream()
                .map(column -> column.name().toLowerCase(Locale.ROOT))
                .filter(name -> another.find(name).isPresent())
                .collect(Collectors.joining(", "));
    }
}
