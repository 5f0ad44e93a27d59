package io.snowflakeid.merge.crossed;

import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.checker.MergeFacts.Clash;
import io.snowflakeid.merge.checker.MergeFacts.Lost;
import io.snowflakeid.merge.checker.MergeFacts.RowsOf;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One choice of everything that decides what becomes of a player's rows; it can be written as merge.yaml. */
record Policies(
        Parent parent,
        Ids ids,
        Orphans orphans,
        LeftOut leftOut,
        Where where,
        ChildWhere childWhere,
        Sentinel sentinel,
        When when) {

    /** What becomes of the players. */
    enum Parent {
        UNION,
        MAIN_ONLY,
        SKIP,
        FIRST_DROP,
        FIRST_FOLLOW;

        boolean keepsFirst() {
            return this == FIRST_DROP || this == FIRST_FOLLOW;
        }

        private String yaml() {
            return keepsFirst() ? "union" : yamlOf(this);
        }
    }

    /** How the players' ids lie, and what is asked for. */
    enum Ids {
        STATIC("static"),
        /** One server's after the other's. */
        KEEP_APART("keep"),
        /** In turns. */
        KEEP_INTERLEAVED("keep"),
        OFFSET("offset"),
        MAP("map"),
        /** No room for an offset, and one clash. */
        MAP_CLASHES("auto");

        private final String yaml;

        Ids(String yaml) {
            this.yaml = yaml;
        }

        boolean fresh() {
            return this == MAP || this == MAP_CLASHES;
        }
    }

    /** Rows of items that refer to nothing. */
    enum Orphans {
        /** They must not be, and are not. */
        NONE_THERE,
        /** They must not be, and are. */
        FAIL,
        DROP,
        CLEAR,
        KEEP;

        private String yaml() {
            return this == NONE_THERE ? "fail" : yamlOf(this);
        }

        private Lost lost() {
            return this == NONE_THERE ? Lost.FAIL : Lost.valueOf(name());
        }
    }

    /** Items of players that stay behind. */
    enum LeftOut {
        UNSAID,
        DROP,
        CLEAR;

        private Lost lost() {
            return this == CLEAR ? Lost.CLEAR : Lost.DROP;
        }
    }

    /** Which players go. */
    enum Where {
        ALL(""),
        ACTIVE("active = 1"),
        NOT_BANNED("id NOT IN (SELECT player FROM {source}.banned)");

        private final String sql;

        Where(String sql) {
            this.sql = sql;
        }
    }

    /** Which items go. */
    enum ChildWhere {
        ALL,
        LIGHT
    }

    /** What an item of nobody holds. */
    enum Sentinel {
        NULL,
        NULL_OR_ZERO,
        ZERO,
        NOTHING;

        boolean nullable() {
            return this == NULL || this == NULL_OR_ZERO;
        }

        boolean zero() {
            return this == ZERO || this == NULL_OR_ZERO;
        }
    }

    /** When an item's owner is a player. */
    enum When {
        ALWAYS,
        OF_KIND_1
    }

    /** A number whose digits choose one value after the other. */
    private static final class Choice {

        private int number;

        Choice(int number) {
            this.number = number;
        }

        <E> E of(E[] values) {
            E chosen = values[number % values.length];
            number /= values.length;
            return chosen;
        }
    }

    /** All that can be asked for. */
    static List<Policies> all() {
        List<Policies> all = new ArrayList<>();
        for (int number = 0; ; number++) {
            Choice choice = new Choice(number);
            Policies policies = new Policies(
                    choice.of(Parent.values()),
                    choice.of(Ids.values()),
                    choice.of(Orphans.values()),
                    choice.of(LeftOut.values()),
                    choice.of(Where.values()),
                    choice.of(ChildWhere.values()),
                    choice.of(Sentinel.values()),
                    choice.of(When.values()));
            if (choice.number > 0) {
                return all;
            }
            if (policies.canBeAskedFor()) {
                all.add(policies);
            }
        }
    }

    /** Ids of a table that is not united mean the same everywhere. */
    private boolean canBeAskedFor() {
        return switch (parent) {
            case SKIP -> ids == Ids.STATIC && where == Where.ALL;
            case MAIN_ONLY -> ids == Ids.STATIC;
            case UNION, FIRST_DROP, FIRST_FOLLOW -> true;
        };
    }

    List<Enum<?>> choices() {
        return List.of(parent, ids, orphans, leftOut, where, childWhere, sentinel, when);
    }

    private boolean clears() {
        return orphans == Orphans.CLEAR || leftOut == LeftOut.CLEAR;
    }

    /** The code of the finding because of which there must be no such merge. */
    Optional<String> refusal() {
        boolean counted = parent != Parent.SKIP;
        if (clears() && sentinel == Sentinel.NOTHING) {
            return Optional.of("CONFIG_REFERENCE");
        }
        if (orphans == Orphans.FAIL && counted) {
            return Optional.of("ORPHANS");
        }
        if (orphans == Orphans.KEEP && counted && ids.fresh()) {
            return Optional.of("ID_UNKNOWN");
        }
        return orphans == Orphans.KEEP && counted && ids == Ids.KEEP_INTERLEAVED
                ? Optional.of("ID_CLASH")
                : Optional.empty();
    }

    /** What is asked for, in the checker's words; who is banned is not active. */
    MergeFacts facts() {
        long[] none = sentinel.zero() ? new long[] {0} : new long[0];
        MergeFacts facts = new MergeFacts()
                .rows(RowsOf.NOBODY, "banned")
                .where("player", where == Where.ALL ? "" : "active = 1")
                .where("item", childWhere == ChildWhere.ALL ? "" : "weight < 100")
                .reference("item.owner -> player.id", condition(), orphans.lost(), leftOut.lost(), none)
                .reference("gem.item -> item.id")
                .reference("gem.giver -> player.id", "", Lost.CLEAR, Lost.CLEAR);
        return switch (parent) {
            case SKIP -> facts.rows(RowsOf.NOBODY, "player");
            case MAIN_ONLY -> facts.rows(RowsOf.MAIN, "player");
            case FIRST_DROP -> facts.name("player.name", Clash.DROP_LATER);
            case FIRST_FOLLOW -> facts.name("player.name", Clash.FOLLOW_FIRST);
            case UNION -> facts.name("player.name", Clash.RENAME_LATER, "item.signed");
        };
    }

    private String condition() {
        return when == When.OF_KIND_1 ? "kind = 1" : "";
    }

    /** The part of merge.yaml behind the connections; ids of players are below the limit. */
    String yaml(long limit) {
        return """
                tables:
                  player: { class: %s%s%s%s }
                  banned: { class: skip }
                %s
                references:
                  - { from: item.owner, to: player.id, orphans: %s%s%s%s }
                  - gem.item -> item.id
                  - { from: gem.giver, to: player.id, orphans: clear, when-left-out: clear }
                %s
                """.formatted(
                        parent.yaml(),
                        parent == Parent.SKIP ? "" : ", ids: " + ids.yaml,
                        ids == Ids.MAP_CLASHES ? ", id-range: 1.." + limit : "",
                        where == Where.ALL ? "" : ", where: \"" + where.sql + '"',
                        childWhere == ChildWhere.LIGHT ? "  item: { where: \"weight < 100\" }" : "",
                        orphans.yaml(),
                        leftOut == LeftOut.UNSAID ? "" : ", when-left-out: " + yamlOf(leftOut),
                        sentinel.zero() ? ", none: [0]" : "",
                        when == When.ALWAYS ? "" : ", when: \"" + condition() + '"',
                        parent == Parent.SKIP ? "" : "unique: [ { key: player.name, on-clash: " + onClash() + " } ]");
    }

    private String onClash() {
        return switch (parent) {
            case FIRST_DROP -> "keep-first, references: drop";
            case FIRST_FOLLOW -> "keep-first, references: follow";
            default -> "rename, followed-by: [ item.signed ]";
        };
    }

    private static String yamlOf(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
