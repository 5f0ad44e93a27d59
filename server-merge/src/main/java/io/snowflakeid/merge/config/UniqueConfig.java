package io.snowflakeid.merge.config;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of values that are unique on each server and not in all of them together.
 *
 * @param key the columns of the unique key; the table need not declare it
 * @param none values that stand for no name, besides NULL: any number of rows may have them
 * @param onClash what to do
 * @param pattern of a new name, with {@code {name}} and {@code {alias}}, for {@link OnClash#RENAME}
 * @param side whose rows get a new name
 * @param maxLength of a new name in characters, or null for the column's
 * @param followedBy columns that hold the name as text and follow a new one
 * @param references what becomes of references to a row that was not kept, for {@link OnClash#KEEP_FIRST}; or null
 */
public record UniqueConfig(
        @Key(missing = "write " + ColumnNames.FORMS) ColumnNames key,
        List<String> none,
        @Key(otherwise = "fail") OnClash onClash,
        @Key(otherwise = PATTERN) String pattern,
        @Key(otherwise = "later") Side side,
        @Key(least = 1, greatest = LONGEST_NAME) @Nullable Integer maxLength,
        List<Follower> followedBy,
        @Nullable LeftReferences references) {

    /** What a new name is made of where nothing else is asked for. */
    public static final String PATTERN = "{name}.{alias}";

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{[^}]*}?");
    private static final int LONGEST_NAME = 65_535;

    /** Refuses patterns that cannot make a new name, and settings of another choice. */
    public UniqueConfig {
        none = List.copyOf(none);
        followedBy = List.copyOf(followedBy);
        Checks checks = new Checks()
                .unless(!key.table().contains("*"), "key", "is a pattern, but must name one table")
                .unless(
                        none.isEmpty() || key.columns().size() == 1,
                        "none",
                        "is for a key of one column, but this one has "
                                + key.columns().size())
                .unless(
                        references == null || onClash == OnClash.KEEP_FIRST,
                        "references",
                        "is for on-clash: keep-first, but on-clash is " + RecordReader.word(onClash));
        if (onClash == OnClash.RENAME) {
            patternFault(pattern).ifPresent(fault -> checks.fault("pattern", fault));
            if (maxLength != null) {
                checks.between("max-length", maxLength, 1, LONGEST_NAME);
            }
        } else {
            checks.unless(pattern.equals(PATTERN), "pattern", onlyForRename(onClash))
                    .unless(side == Side.LATER, "side", onlyForRename(onClash))
                    .unless(maxLength == null, "max-length", onlyForRename(onClash))
                    .unless(followedBy.isEmpty(), "followed-by", onlyForRename(onClash));
        }
        checks.refuseIfAny();
    }

    private static String onlyForRename(OnClash seen) {
        return "is for on-clash: rename, but on-clash is " + RecordReader.word(seen);
    }

    private static Optional<String> patternFault(String pattern) {
        List<String> placeholders =
                PLACEHOLDER.matcher(pattern).results().map(MatchResult::group).toList();
        String seen = "is " + Shown.value(pattern) + ", but must hold ";
        if (!placeholders.stream().allMatch(List.of("{name}", "{alias}")::contains)) {
            return Optional.of(seen + "no placeholders but {name} and {alias}");
        }
        if (Collections.frequency(placeholders, "{name}") != 1) {
            return Optional.of(seen + "{name} once, for the name as it was");
        }
        return placeholders.contains("{alias}")
                ? Optional.empty()
                : Optional.of(seen + "{alias}, or the new names of two servers would be the same");
    }

    /** The table with the key. */
    public String table() {
        return key.table();
    }

    /** The columns of the key. */
    public List<String> columns() {
        return key.columns();
    }

    /** How many characters of the pattern are not the name, for a server of that alias. */
    public int lengthBesidesName(String alias) {
        String besides = pattern.replace("{name}", "").replace("{alias}", alias);
        return besides.codePointCount(0, besides.length());
    }

    /** What to do with rows whose unique values clash. */
    public enum OnClash {
        FAIL,
        RENAME,
        KEEP_FIRST
    }

    /** Whose rows get a new name. */
    public enum Side {
        /** All but the first server's that has the name. */
        LATER,
        /** Everybody's. */
        ALL
    }

    /** What becomes of references to a row that was not kept. */
    public enum LeftReferences {
        /** They lead to the row that was kept in its place, as with accounts of the same person. */
        FOLLOW,
        /** The rows that refer to it stay behind too. */
        DROP
    }

    /**
     * A column that holds a name as text.
     *
     * @param names its table and the column
     * @param when an SQL condition on its table under which it does, or null for always
     */
    public record Follower(
            @Key(name = "column", missing = "write " + ColumnNames.FORMS)
            ColumnNames names,

            @Nullable String when) {

        /** Refuses a pattern, several columns, and a condition that would not mean the same in every statement. */
        public Follower {
            int columns = names.columns().size();
            new Checks()
                    .unless(columns == 1, "column", "has " + columns + " columns, but a name stands in one")
                    .unless(!names.table().contains("*"), "column", "is a pattern, but must name one table")
                    .condition("when", when)
                    .refuseIfAny();
        }

        static Follower parse(String text) {
            return new Follower(ColumnNames.parse(text), null);
        }

        /** Its table. */
        public String table() {
            return names.table();
        }

        /** The column. */
        public String column() {
            return names.columns().get(0);
        }
    }
}
