package io.snowflakeid.merge.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What becomes of values that are unique on each server and not in all of them together. */
public record UniqueConfig(
        ColumnNames key,
        List<String> none,
        OnClash onClash,
        String pattern,
        Side side,
        @Nullable Integer maxLength,
        List<Follower> followedBy,
        @Nullable LeftReferences references) {

    private static final String PATTERN = "{name}.{alias}";
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{[^}]*}?");

    /** Refuses patterns that cannot make a new name, and settings of another choice. */
    public UniqueConfig {
        none = List.copyOf(none);
        followedBy = List.copyOf(followedBy);
        List<String> placeholders =
                PLACEHOLDER.matcher(pattern).results().map(MatchResult::group).toList();
        boolean plain = pattern.equals(PATTERN) && side == Side.LATER && maxLength == null && followedBy.isEmpty();
        new WrongSettings()
                .unless(!key.table().contains("*"), "key", "is a pattern, but must name one table")
                .unless(
                        none.isEmpty() || key.columns().size() == 1,
                        "none",
                        "is for a key of one column, but this one has "
                                + key.columns().size())
                .unless(
                        references == null || onClash == OnClash.KEEP_FIRST,
                        "references",
                        "is for on-clash: keep-first, but on-clash is " + MergeConfig.word(onClash))
                .unless(
                        plain || onClash == OnClash.RENAME,
                        "on-clash",
                        "is " + MergeConfig.word(onClash)
                                + ", but pattern, side, max-length and followed-by are for rename: leave them out")
                .unless(
                        List.of("{name}", "{alias}").containsAll(placeholders)
                                && placeholders.contains("{alias}")
                                && Collections.frequency(placeholders, "{name}") == 1,
                        "pattern",
                        "is " + ConfigLines.shown(pattern)
                                + ", but must hold {name} once, {alias}, and no other placeholder")
                .throwIfAny();
    }

    public String table() {
        return key.table();
    }

    public List<String> columns() {
        return key.columns();
    }

    /** What to do with rows whose unique values clash. */
    public enum OnClash {
        FAIL,
        RENAME,
        KEEP_FIRST
    }

    /** Whose rows get a new name. */
    public enum Side {
        LATER,
        ALL
    }

    /** What becomes of references to a row that was not kept. */
    public enum LeftReferences {
        FOLLOW,
        DROP
    }

    /** A column that holds a name as text. */
    public record Follower(
            @JsonProperty("column") ColumnNames names,
            @Nullable String when) {

        /** Refuses a pattern, several columns, and a condition that would not mean the same in every statement. */
        public Follower {
            new WrongSettings()
                    .unless(
                            names.columns().size() == 1 && !names.table().contains("*"),
                            "column",
                            "is " + names + ", but must name one column of one table")
                    .unlessCondition(when, "when")
                    .throwIfAny();
        }

        @JsonCreator
        static Follower parse(String text) {
            return new Follower(ColumnNames.parse(text), null);
        }

        public String table() {
            return names.table();
        }

        public String column() {
            return names.columns().get(0);
        }
    }
}
