package io.snowflakeid.merge.schema;

import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.schema.Column.Kind;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** In what the columns of a table differ. */
final class ColumnDifferences {

    private static final String NOT_ACCEPTED = "; accept does not let this pass";

    private final Table main;
    private final Table other;
    private final Differences differences;

    ColumnDifferences(Table main, Table other, Differences differences) {
        this.main = main;
        this.other = other;
        this.differences = differences;
    }

    void find() {
        for (Column column : main.columns()) {
            other.find(column.name())
                    .ifPresentOrElse(counterpart -> compare(column, counterpart), () -> missing(column));
        }
        other.columns().stream()
                .filter(column -> main.find(column.name()).isEmpty())
                .forEach(this::extra);
        compareOrder();
    }

    private String path(Column column) {
        return main.name() + "." + column.name();
    }

    private void missing(Column column) {
        String message = "column " + column.name() + " is not in " + differences.other();
        boolean filled = column.nullable()
                || column.defaultValue() != null
                || column.generated() != null
                || column.autoIncrement();
        if (filled) {
            differences.warning(
                    FindingCodes.SCHEMA_COLUMN_MISSING, path(column), message + "; its rows get " + whatFills(column));
        } else {
            differences.error(
                    FindingCodes.SCHEMA_COLUMN_MISSING,
                    path(column),
                    message + ", and takes no NULL and has no default: its rows would be refused; add it there");
        }
    }

    private static String whatFills(Column column) {
        if (column.generated() != null) {
            return "what is computed";
        }
        if (column.autoIncrement()) {
            return "the next numbers";
        }
        String value = column.defaultValue();
        return value == null ? "NULL" : "the default " + (value.isEmpty() ? "''" : value);
    }

    private void extra(Column column) {
        String message = "column " + column.name() + " is not in " + differences.main();
        if (column.generated() == null) {
            differences.error(
                    FindingCodes.SCHEMA_COLUMN_EXTRA,
                    path(column),
                    message
                            + ", so its values have no place in the target; add it there, or accept that they are lost");
        } else {
            differences.warning(
                    FindingCodes.SCHEMA_COLUMN_EXTRA,
                    path(column),
                    message + "; it is computed, and the target does without it");
        }
    }

    private void compare(Column inMain, Column inOther) {
        compareTypes(inMain, inOther);
        compareNullability(inMain, inOther);
        compareTexts(inMain, inOther);
        if (inMain.generated() != null || inOther.generated() != null) {
            compareGenerated(inMain, inOther);
        } else {
            compareDefaults(inMain, inOther);
        }
    }

    private void compareTypes(Column inMain, Column inOther) {
        if (inMain.type().equalsIgnoreCase(inOther.type())) {
            return;
        }
        String message = differences.both("the type", inMain.type(), inOther.type());
        if (TypeWidth.takesAll(inMain, inOther)) {
            differences.warning(
                    FindingCodes.SCHEMA_COLUMN_TYPE,
                    path(inMain),
                    message + "; the former takes every value of the latter");
        } else {
            differences.error(
                    FindingCodes.SCHEMA_COLUMN_TYPE,
                    path(inMain),
                    message + ": the former does not take every value of the latter; change column " + inMain.name()
                            + " in " + differences.main() + NOT_ACCEPTED);
        }
    }

    private void compareNullability(Column inMain, Column inOther) {
        if (inMain.nullable() == inOther.nullable()) {
            return;
        }
        if (inMain.nullable()) {
            differences.warning(
                    FindingCodes.SCHEMA_COLUMN_NULLABLE,
                    path(inMain),
                    "column " + inMain.name() + " takes NULL in " + differences.main() + ", and not in "
                            + differences.other());
        } else {
            differences.error(
                    FindingCodes.SCHEMA_COLUMN_NULLABLE,
                    path(inMain),
                    "column " + inMain.name() + " takes no NULL in " + differences.main() + ", and does in "
                            + differences.other() + ": a row with NULL would be refused; make them the same");
        }
    }

    private void compareTexts(Column inMain, Column inOther) {
        String mainCharset = inMain.charset();
        String otherCharset = inOther.charset();
        if (mainCharset != null && otherCharset != null && !TextRules.sameCharset(mainCharset, otherCharset)) {
            compareCharsets(inMain, mainCharset, inOther, otherCharset);
        }
        if (inMain.kind() == Kind.TEXT
                && inOther.kind() == Kind.TEXT
                && !TextRules.sameOrder(inMain.collation(), inOther.collation())) {
            boolean decides =
                    main.keys().stream().anyMatch(key -> key.unique() && Differences.names(key, inMain.name()));
            differences.add(
                    decides ? Severity.ERROR : Severity.WARNING,
                    FindingCodes.SCHEMA_COLUMN_COLLATION,
                    path(inMain),
                    differences.both("the collation", inMain.collation(), inOther.collation())
                            + (decides
                                    ? ": what differs in the latter may be equal in the former, where a unique key"
                                            + " has it; make them the same"
                                    : "; texts are compared and sorted by the former in the target"));
        }
    }

    private void compareCharsets(Column inMain, String mainCharset, Column inOther, String otherCharset) {
        String message = differences.both("the character set", mainCharset, otherCharset);
        if (!TextRules.takesAll(mainCharset, otherCharset)) {
            differences.error(
                    FindingCodes.SCHEMA_COLUMN_CHARSET,
                    path(inMain),
                    message + ": the former lacks characters of the latter; convert the column in " + differences.main()
                            + NOT_ACCEPTED);
        } else if (inMain.type().equalsIgnoreCase(inOther.type()) && !TypeWidth.takesAll(inMain, inOther)) {
            differences.error(
                    FindingCodes.SCHEMA_COLUMN_CHARSET,
                    path(inMain),
                    message + ": a long text takes more bytes in the former than the type has; take a longer type in "
                            + differences.main() + NOT_ACCEPTED);
        } else {
            differences.warning(
                    FindingCodes.SCHEMA_COLUMN_CHARSET,
                    path(inMain),
                    message + "; the former has all characters of the latter");
        }
    }

    private void compareGenerated(Column inMain, Column inOther) {
        String mainText = inMain.generated();
        String otherText = inOther.generated();
        if (Objects.equals(TextRules.expression(mainText), TextRules.expression(otherText))) {
            return;
        }
        String message = differences.both("the expression that computes it", mainText, otherText);
        if (mainText == null) {
            differences.warning(
                    FindingCodes.SCHEMA_COLUMN_GENERATED,
                    path(inMain),
                    message + "; its values are copied, and no longer computed");
        } else {
            differences.error(
                    FindingCodes.SCHEMA_COLUMN_GENERATED,
                    path(inMain),
                    message + ": the target computes other values than the rows have; make them the same");
        }
    }

    private void compareDefaults(Column inMain, Column inOther) {
        @Nullable String mainValue = whatIsGiven(inMain);
        @Nullable String otherValue = whatIsGiven(inOther);
        if (!Objects.equals(mainValue, otherValue)) {
            differences.warning(
                    FindingCodes.SCHEMA_COLUMN_DEFAULT,
                    path(inMain),
                    differences.both("the default", mainValue, otherValue) + "; the target's is the former");
        }
    }

    private static @Nullable String whatIsGiven(Column column) {
        return column.autoIncrement() ? "AUTO_INCREMENT" : column.defaultValue();
    }

    private void compareOrder() {
        List<String> mainOrder = common(main, other);
        List<String> otherOrder = common(other, main);
        if (!mainOrder.equals(otherOrder)) {
            differences.warning(
                    FindingCodes.SCHEMA_COLUMN_ORDER,
                    main.name(),
                    differences.both(
                                    "the order of columns", String.join(", ", mainOrder), String.join(", ", otherOrder))
                            + "; the target's is the former, and values go by the names");
        }
    }

    private static List<String> common(Table one, Table another) {
        return one.columns().stream()
                .filter(column -> another.find(column.name()).isPresent())
                .map(column -> Differences.folded(column.name()))
                .toList();
    }
}
