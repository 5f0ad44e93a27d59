package io.snowflakeid.merge.crossed;

import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.checker.MergeFacts.Clash;
import io.snowflakeid.merge.checker.MergeFacts.Lost;
import io.snowflakeid.merge.checker.MergeFacts.RowsOf;
import java.util.ArrayList;
import java.util.List;
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
        UNION("union"),
        MAIN_ONLY("main-only"),
        SKIP("skip"),
        FIRST_DROP("union"),
        FIRST_FOLLOW("union");

        private final String yaml;

        Parent(String yaml) {
            this.yaml = yaml;
        }

        boolean keepsFirst() {
            return this == FIRST_DROP || this == FIRST_FOLLOW;
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
        NULL(true, false),
        NULL_OR_ZERO(true, true),
        ZERO(false, true),
        NOTHING(false, false);

        private final boolean nullable;
        private final boolean zero;

        Sentinel(boolean nullable, boolean zero) {
            this.nullable = nullable;
            this.zero = zero;
        }

        boolean nullable() {
            return nullable;
        }

        boolean zero() {
            return zero;
        }
    }

    /** When an item's owner is a player. */
    enum When {
        ALWAYS(""),
        OF_KIND_1("kind = 1");

        private final String condition;

        When(String condition) {
            this.condition = condition;
        }
    }

    /** All that can be asked for. */
    static List<Policies> all() {
        List<Policies> all = new ArrayList<>();
        for (Parent parent : Parent.values()) {
            for (Ids ids : Ids.values()) {
                if (canBeAskedFor(parent, ids)) {
                    for (Orphans orphans : Orphans.values()) {
                        for (LeftOut leftOut : LeftOut.values()) {
                            addAll(all, parent, ids, orphans, leftOut);
                        }
                    }
                }
            }
        }
        return all;
    }

    /** The command itself replaces clashing ids only where nothing is asked for, which for other classes means static. */
    private static boolean canBeAskedFor(Parent parent, Ids ids) {
        return switch (parent) {
            case SKIP -> ids == Ids.STATIC;
            case MAIN_ONLY -> ids != Ids.MAP_CLASHES;
            case UNION, FIRST_DROP, FIRST_FOLLOW -> true;
        };
    }

    private static void addAll(List<Policies> all, Parent parent, Ids ids, Orphans orphans, LeftOut leftOut) {
        for (Where where : Where.values()) {
            if (parent == Parent.SKIP && where != Where.ALL) {
                continue;
            }
            for (ChildWhere childWhere : ChildWhere.values()) {
                for (Sentinel sentinel : Sentinel.values()) {
                    for (When when : When.values()) {
                        all.add(new Policies(parent, ids, orphans, leftOut, where, childWhere, sentinel, when));
                    }
                }
            }
        }
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
        if (parent == Parent.MAIN_ONLY && ids != Ids.STATIC) {
            return Optional.of("CONFIG_IDS");
        }
        if (parent == Parent.FIRST_FOLLOW && ids == Ids.STATIC) {
            return Optional.of("FOLLOW_STATIC");
        }
        if (orphans == Orphans.FAIL && counted) {
            return Optional.of("ORPHANS");
        }
        if (orphans == Orphans.KEEP && counted && ids.fresh()) {
            return Optional.of("ORPHANS_UNMAPPABLE");
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
                .reference("item.owner -> player.id", when.condition, orphans.lost(), leftOut.lost(), none)
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

    /** The part of merge.yaml behind the connections; ids of players are below the limit. */
    String yaml(long limit) {
        StringBuilder yaml = new StringBuilder("tables:\n  player: { class: " + parent.yaml);
        if (parent != Parent.SKIP) {
            yaml.append(", ids: ").append(ids.yaml);
        }
        if (ids == Ids.MAP_CLASHES) {
            yaml.append(", id-range: 1..").append(limit);
        }
        if (where != Where.ALL) {
            yaml.append(", where: \"").append(where.sql).append('"');
        }
        yaml.append(" }\n  banned: { class: skip }\n");
        if (childWhere == ChildWhere.LIGHT) {
            yaml.append("  item: { where: \"weight < 100\" }\n");
        }
        yaml.append("references:\n  - { from: item.owner, to: player.id, orphans: ")
                .append(orphans.yaml());
        if (leftOut != LeftOut.UNSAID) {
            yaml.append(", when-left-out: ").append(yamlOf(leftOut));
        }
        if (sentinel.zero()) {
            yaml.append(", none: [0]");
        }
        if (when == When.OF_KIND_1) {
            yaml.append(", when: \"kind = 1\"");
        }
        yaml.append(" }\n  - gem.item -> item.id\n");
        yaml.append("  - { from: gem.giver, to: player.id, orphans: clear, when-left-out: clear }\n");
        if (parent != Parent.SKIP) {
            yaml.append("unique:\n  - { key: player.name, on-clash: ").append(onClash());
        }
        return yaml.toString();
    }

    private String onClash() {
        return switch (parent) {
            case FIRST_DROP -> "keep-first, references: drop }\n";
            case FIRST_FOLLOW -> "keep-first, references: follow }\n";
            default -> "rename, followed-by: [ item.signed ] }\n";
        };
    }

    private static String yamlOf(Enum<?> choice) {
        return choice.name().toLowerCase(java.util.Locale.ROOT);
    }
}
