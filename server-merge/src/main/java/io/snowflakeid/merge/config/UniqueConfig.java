package io.snowflakeid.merge.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Collections;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Defines how a merge handles values of a unique key that occur in several sources. */
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

    /** Rejects a pattern without the required placeholders, and settings that have no effect for {@code onClash}. */
    public UniqueConfig {
        none = List.copyOf(none);
        followedBy = List.copyOf(followedBy);
        int width = key.columns().size();
        String choice = "is " + MergeConfig.word(onClash);
        boolean plain = pattern.equals(PATTERN) && side == Side.LATER && maxLength == null && followedBy.isEmpty();
        String shown = "is " + ConfigLines.shown(pattern);
        String ofRename = ", but pattern, side, max-length and followed-by are for rename: leave them out";
        String placeholders = ", but must hold {name} once, {alias}, and no other placeholder";
        String ofKeepFirst = "is for on-clash: keep-first, but on-clash " + choice;
        new WrongSettings()
                .unless(!key.table().contains("*"), "key", "is a pattern, but must name one table")
                .unless(none.isEmpty() || width == 1, "none", "is for a key of one column, but this one has " + width)
                .unless(references == null || onClash == OnClash.KEEP_FIRST, "references", ofKeepFirst)
                .unless(plain || onClash == OnClash.RENAME, "on-clash", choice + ofRename)
                .unless(makesNames(pattern), "pattern", shown + placeholders)
                .throwIfAny();
    }

    private static boolean makesNames(String pattern) {
        List<String> placeholders =
                PLACEHOLDER.matcher(pattern).results().map(MatchResult::group).toList();
        return List.of("{name}", "{alias}").containsAll(placeholders)
                && placeholders.contains("{alias}")
                && Collections.frequency(placeholders, "{name}") == 1;
    }

    public String table() {
        return key.table();
    }

    public List<String> columns() {
        return key.columns();
    }

    public enum OnClash {
        FAIL,
        RENAME,
        KEEP_FIRST
    }

    public enum Side {
        LATER,
        ALL
    }

    /** Defines how a merge handles references to a row that keep-first does not copy. */
    public enum LeftReferences {
        FOLLOW,
        DROP
    }

    public record Follower(
            @JsonProperty("column") ColumnNames names,
            @Nullable String when) {

        /** Rejects several columns, a wildcard in the table name, and a nondeterministic SQL condition. */
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
