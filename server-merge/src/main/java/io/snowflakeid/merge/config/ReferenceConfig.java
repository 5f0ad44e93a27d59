package io.snowflakeid.merge.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Columns that hold ids of another table. */
public record ReferenceConfig(
        @Key(missing = "write " + ColumnNames.FORMS) ColumnNames from,
        @Key(missing = "write " + ColumnNames.FORMS) ColumnNames to,
        @Nullable String when,
        List<Long> none,
        @Key(otherwise = "fail") Orphans orphans,
        @Nullable WhenLeftOut whenLeftOut) {

    private static final Pattern ARROW =
            Pattern.compile("(" + ColumnNames.EXPRESSION + ")->(" + ColumnNames.EXPRESSION + ")");

    /** What YAML reads as one word. */
    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z0-9_.$]*");

    /** Refuses sides of different length, and patterns where they have no meaning. */
    public ReferenceConfig {
        none = List.copyOf(none);
        new Checks()
                .unless(
                        from.columns().size() == to.columns().size(),
                        "to",
                        "has " + to.columns().size() + " columns, but from has "
                                + from.columns().size() + ": name as many on both sides")
                .unless(!to.table().contains("*"), "to", "is a pattern, but must name one table")
                .unless(
                        !from.columns().contains("*") && !to.columns().contains("*"),
                        "from",
                        "has a * for a column: only a table can be a pattern")
                .condition("when", when)
                .refuseIfAny();
    }

    static ReferenceConfig parse(String text) {
        Matcher arrow = ARROW.matcher(text);
        if (!arrow.matches()) {
            throw new IllegalArgumentException(
                    text.contains("->")
                            ? "must have " + ColumnNames.FORMS
                                    + " on both sides, without a database; put a name that holds a sign of these into backticks"
                            : "lacks '->': write mail.sender_id -> players.id");
        }
        return new ReferenceConfig(
                ColumnNames.parse(arrow.group(1)),
                ColumnNames.parse(arrow.group(2)),
                null,
                List.of(),
                Orphans.FAIL,
                null);
    }

    /** The referring table, or a pattern of tables. */
    public String table() {
        return from.table();
    }

    /** The referring columns. */
    public List<String> columns() {
        return from.columns();
    }

    /** The table referred to. */
    public String parentTable() {
        return to.table();
    }

    /** Its columns, in the same order. */
    public List<String> parentColumns() {
        return to.columns();
    }

    /** As it is written under {@code references}, in the shortest form. */
    public String line() {
        List<String> settings = new ArrayList<>(List.of("from: " + yaml(from), "to: " + yaml(to)));
        if (!none.isEmpty()) {
            settings.add("none: " + none);
        }
        if (when != null) {
            settings.add("when: " + inQuotes(when));
        }
        if (orphans != Orphans.FAIL) {
            settings.add("orphans: " + MergeConfig.word(orphans));
        }
        if (whenLeftOut != null) {
            settings.add("when-left-out: " + MergeConfig.word(whenLeftOut));
        }
        if (settings.size() > 2) {
            return "- { " + String.join(", ", settings) + " }";
        }
        String arrow = from + " -> " + to;
        return "- " + (isWord(from) && isWord(to) ? arrow : inQuotes(arrow));
    }

    private static String yaml(ColumnNames names) {
        return isWord(names) ? names.toString() : inQuotes(names.toString());
    }

    private static boolean isWord(ColumnNames names) {
        return WORD.matcher(names.toString()).matches();
    }

    private static String inQuotes(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /** What becomes of rows that refer to a row that is not there. */
    public enum Orphans {
        FAIL,
        DROP,
        CLEAR,
        KEEP
    }

    /** What becomes of rows that refer to a row which stays behind. */
    public enum WhenLeftOut {
        DROP,
        CLEAR
    }
}
