package io.snowflakeid.merge.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A reference from columns of one table to columns of another table. */
public record ReferenceConfig(
        ColumnNames from,
        ColumnNames to,
        @Nullable String when,
        List<Long> none,
        Orphans orphans,
        @Nullable WhenLeftOut whenLeftOut) {

    private static final Pattern ARROW =
            Pattern.compile("(" + ColumnNames.EXPRESSION + ")->(" + ColumnNames.EXPRESSION + ")");

    /** Matches a text that needs no quotes in YAML. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][\\w.$]*( -> [\\w.$]+)?");

    /** Rejects column lists of different lengths, wildcards for columns, and a wildcard for the referenced table. */
    public ReferenceConfig {
        none = List.copyOf(none);
        new WrongSettings()
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
                .unlessCondition(when, "when")
                .throwIfAny();
    }

    @JsonCreator
    static ReferenceConfig parse(String text) {
        Matcher arrow = ARROW.matcher(text);
        if (!arrow.matches()) {
            throw new IllegalArgumentException("must be such as mail.sender_id -> players.id, with " + ColumnNames.FORMS
                    + " on both sides" + ColumnNames.NOTHING_ELSE);
        }
        return new ReferenceConfig(
                ColumnNames.parse(arrow.group(1)),
                ColumnNames.parse(arrow.group(2)),
                null,
                List.of(),
                Orphans.FAIL,
                null);
    }

    /** Returns a YAML line that declares a reference in the section {@code references}. */
    public static String line(ColumnNames from, ColumnNames to, List<Long> none) {
        return none.isEmpty()
                ? "- " + yaml(from + " -> " + to)
                : "- { from: " + yaml(from.toString()) + ", to: " + yaml(to.toString()) + ", none: " + none + " }";
    }

    private static String yaml(String text) {
        return PLAIN.matcher(text).matches()
                ? text
                : "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /** Defines how a merge handles rows that refer to a missing row. */
    public enum Orphans {
        FAIL,
        DROP,
        CLEAR,
        KEEP
    }

    /** Defines how a merge handles rows that refer to a row that is not copied. */
    public enum WhenLeftOut {
        DROP,
        CLEAR
    }
}
