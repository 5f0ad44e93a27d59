package io.snowflakeid.merge.crossed;

import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.crossed.CrossedRows.Gem;
import io.snowflakeid.merge.crossed.CrossedRows.Item;
import io.snowflakeid.merge.crossed.CrossedRows.Player;
import io.snowflakeid.merge.crossed.ExpectedRows.Value;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.planning.MergePlanner;
import io.snowflakeid.merge.run.MergeRun;
import io.snowflakeid.merge.run.MergeVerification;
import io.snowflakeid.merge.run.RowFate;
import io.snowflakeid.merge.run.RowWhereabouts;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.SqlScript;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Carries out one choice of policies and tells what is not as promised. */
final class CrossedMerge {

    private static final MergeProgress.Listener NOBODY = progress -> {};

    private final GameServers servers;
    private final Path folder;
    private final Policies policies;
    private final CrossedRows rows;
    private final ExpectedRows expected;
    private final String yaml;
    private final int share;
    private int asked;
    private final List<String> problems = new ArrayList<>();

    /** Rows of the target by their tags: column and value. */
    private final Map<String, Map<String, String>> players = new LinkedHashMap<>();

    private final Map<String, Map<String, String>> items = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> gems = new LinkedHashMap<>();

    private CrossedMerge(GameServers servers, Path folder, Policies policies, int share) {
        this.share = share;
        this.servers = servers;
        this.folder = folder;
        this.policies = policies;
        rows = new CrossedRows(policies);
        expected = new ExpectedRows(rows, policies);
        yaml = policies.yaml(rows.limit());
        asked = Math.floorMod(policies.toString().hashCode(), share);
    }

    /**
     * Merges on servers that are empty; the answer is empty if all is right.
     *
     * @param share of how many rows one is asked where it is; which one, depends on the policies
     */
    static List<String> problems(GameServers servers, Path folder, Policies policies, int share) {
        CrossedMerge merge = new CrossedMerge(servers, folder, policies, share);
        try {
            merge.mergeAndLook();
        } catch (Exception e) {
            merge.problems.add("ended with " + e);
        }
        return merge.problems;
    }

    /** Each pair of choices that can be met together in a merge. */
    static List<Policies> pairsThatMerge() {
        return Covering.pairs(
                Policies.all().stream()
                        .filter(policies -> ExpectedRows.refusal(policies).isEmpty())
                        .toList(),
                1);
    }

    /** For each class and each reason to refuse a merge, one that is refused. */
    static List<Policies> pairsThatAreRefused() {
        Map<String, Policies> refused = new LinkedHashMap<>();
        for (Policies policies : Policies.all()) {
            ExpectedRows.refusal(policies).ifPresent(code -> refused.putIfAbsent(code + policies.parent(), policies));
        }
        return List.copyOf(refused.values());
    }

    private void mergeAndLook() throws Exception {
        servers.filled((connection, server) -> SqlScript.run(connection, rows.script(server + 1)));
        PlanFile plan = plan();
        Set<String> errors = new TreeSet<>();
        plan.plan().findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .forEach(finding -> errors.add(finding.code().name()));
        Optional<String> refusal = ExpectedRows.refusal(policies);
        if (refusal.isPresent() ? !errors.contains(refusal.get()) : !errors.isEmpty()) {
            problems.add("plan says " + errors + ", not " + refusal + ": " + errorTexts(plan));
        }
        if (!errors.isEmpty() || refusal.isPresent()) {
            return;
        }
        MergeRun.carryOut(plan, servers.password(), NOBODY);
        problems.addAll(
                MergeVerification.verify(plan, servers.password(), 1, NOBODY).faults());
        readTarget();
        comparePlayers();
        compareItems();
        compareGems();
        askWhere(plan);
    }

    private PlanFile plan() throws Exception {
        StringBuilder text = new StringBuilder("server: { url: '" + servers.url() + "', user: " + servers.user()
                + " }\nexecution: { writers: 1, chunk-rows: 100 }\nsources:\n");
        servers.sources().forEach((alias, database) -> text.append("  " + alias + ": " + database + "\n"));
        Path file = folder.resolve("merge.yaml");
        Files.writeString(file, text + "target: " + servers.target() + "\n" + yaml);
        return MergePlanner.plan(ConfigReader.read(file), servers.password(), folder.resolve("plan.json"), NOBODY);
    }

    private static List<String> errorTexts(PlanFile plan) {
        return plan.plan().findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .map(finding -> finding.code() + " " + finding.subject() + ": " + finding.message())
                .toList();
    }

    // ------------------------------------------------------------------------------------------------------- target

    private void readTarget() throws SQLException {
        read("player", players);
        read("item", items);
        read("gem", gems);
    }

    private void read(String table, Map<String, Map<String, String>> byTag) throws SQLException {
        try (Connection connection = servers.connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT * FROM " + servers.target() + "." + table)) {
            while (found.next()) {
                Map<String, String> row = new LinkedHashMap<>();
                for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                    row.put(
                            found.getMetaData().getColumnLabel(i).toLowerCase(java.util.Locale.ROOT),
                            found.getString(i));
                }
                if (byTag.put(row.get("tag"), row) != null) {
                    problems.add("target has two rows " + row.get("tag"));
                }
            }
        }
    }

    private void sameTags(String table, Set<String> seen, Set<String> wanted) {
        Set<String> missing = new TreeSet<>(wanted);
        missing.removeAll(seen);
        Set<String> tooMany = new TreeSet<>(seen);
        tooMany.removeAll(wanted);
        if (!missing.isEmpty() || !tooMany.isEmpty()) {
            problems.add(table + ": target lacks " + missing + " and should not have " + tooMany);
        }
    }

    private void comparePlayers() {
        sameTags("player", players.keySet(), expected.names().keySet());
        Set<String> ids = new HashSet<>();
        for (Player player : rows.players()) {
            Map<String, String> row = players.get(player.tag());
            if (row != null) {
                same(player.tag() + ".name", row.get("name"), expected.names().get(player.tag()));
                same(player.tag() + ".seen", row.get("seen"), text(player.seen()));
                lookAtId(player, Long.parseLong(row.get("id")));
                ids.add(row.get("id"));
            }
        }
        if (policies.sentinel().zero() && ids.contains("0")) {
            problems.add("a player has the id that stands for none");
        }
    }

    /** The later sources' are moved, unless they stay, or nobody else has them. */
    private void lookAtId(Player player, long id) {
        boolean shared = rows.players().stream()
                .anyMatch(other -> other.server() < player.server() && other.id() == player.id());
        boolean moves = player.server() > 1
                && switch (policies.ids()) {
                    case STATIC, KEEP_APART, KEEP_INTERLEAVED -> false;
                    case OFFSET, MAP -> true;
                    case MAP_CLASHES -> shared;
                };
        if (moves == (id == player.id())) {
            problems.add(player.tag() + " has id " + id + ", and had " + player.id());
        }
    }

    private void compareItems() {
        sameTags("item", items.keySet(), expected.owners().keySet());
        for (Item item : rows.items()) {
            Map<String, String> row = items.get(item.tag());
            if (row != null && expected.owners().containsKey(item.tag())) {
                same(item.tag() + ".owner", row.get("owner"), expected.owners().get(item.tag()));
                same(
                        item.tag() + ".signed",
                        row.get("signed"),
                        expected.signatures().get(item.tag()));
                same(item.tag() + ".kind", row.get("kind"), text(item.kind()));
            }
        }
    }

    private void compareGems() {
        sameTags("gem", gems.keySet(), expected.givers().keySet());
        for (Gem gem : rows.gems()) {
            Map<String, String> row = gems.get(gem.tag());
            if (row != null && expected.givers().containsKey(gem.tag())) {
                same(gem.tag() + ".giver", row.get("giver"), expected.givers().get(gem.tag()));
                Map<String, String> item = items.get(gem.tag().replace('g', 'i'));
                same(gem.tag() + ".item", row.get("item"), item == null ? "a row that is there" : item.get("id"));
            }
        }
    }

    private void same(String what, String seen, Value wanted) {
        if (wanted instanceof Value.IdOf id) {
            String said = "the id of " + id.tag();
            same(what, seen, players.getOrDefault(id.tag(), Map.of("id", said)).get("id"));
        } else if (wanted instanceof Value.Nobody nobody) {
            same(what, seen, text(nobody.number() + distance(nobody.server())));
        } else {
            same(what, seen, text(((Value.Exactly) wanted).number()));
        }
    }

    private void same(String what, String seen, String wanted) {
        if (!Objects.equals(seen, wanted)) {
            problems.add(what + " is " + seen + ", not " + wanted);
        }
    }

    private static String text(Object value) {
        return value == null ? null : value.toString();
    }

    /** How far a server's ids were moved, as one of its players shows. */
    private long distance(int server) {
        return rows.players().stream()
                .filter(player -> player.server() == server && players.containsKey(player.tag()))
                .findFirst()
                .map(player -> Long.parseLong(players.get(player.tag()).get("id")) - player.id())
                .orElse(0L);
    }

    // -------------------------------------------------------------------------------------------------------- where

    private void askWhere(PlanFile plan) throws SQLException {
        for (Player player : rows.players()) {
            String instead = expected.keptInPlaceOf(player)
                    .map(kept -> "s" + kept.server() + ".player (id = " + kept.id() + ")")
                    .orElse(null);
            ask(plan, player.server(), "player", player.id(), players.get(player.tag()), instead);
        }
        for (Item item : rows.items()) {
            ask(plan, item.server(), "item", item.id(), items.get(item.tag()), null);
        }
        for (Gem gem : rows.gems()) {
            ask(plan, gem.server(), "gem", gem.id(), gems.get(gem.tag()), null);
        }
    }

    private void ask(PlanFile plan, int server, String table, long id, Map<String, String> row, String instead)
            throws SQLException {
        if (asked++ % share != 0) {
            return;
        }
        RowFate fate = RowWhereabouts.find(plan, servers.password(), "s" + server, table, List.of(String.valueOf(id)));
        String what = "where s" + server + " " + table + " " + id + " says '" + fate.message() + "'";
        if (fate.inTarget() != (row != null)) {
            problems.add(what + ", but it " + (row == null ? "stays behind" : "is there"));
        } else if (row == null) {
            if (fate.reasons().isEmpty()) {
                problems.add(what + " without a reason");
            }
            if (instead != null && !fate.message().contains("gives way to " + instead)) {
                problems.add(what + ", but it gave way to " + instead);
            }
        } else {
            fate.values()
                    .forEach((column, value) -> same(
                            what + " of " + column, value, text(row.get(column)) == null ? "null" : row.get(column)));
        }
    }
}
