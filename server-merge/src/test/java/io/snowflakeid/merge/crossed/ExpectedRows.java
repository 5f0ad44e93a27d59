package io.snowflakeid.merge.crossed;

import io.snowflakeid.merge.crossed.CrossedRows.Gem;
import io.snowflakeid.merge.crossed.CrossedRows.Item;
import io.snowflakeid.merge.crossed.CrossedRows.Player;
import io.snowflakeid.merge.crossed.Policies.ChildWhere;
import io.snowflakeid.merge.crossed.Policies.Ids;
import io.snowflakeid.merge.crossed.Policies.LeftOut;
import io.snowflakeid.merge.crossed.Policies.Orphans;
import io.snowflakeid.merge.crossed.Policies.Parent;
import io.snowflakeid.merge.crossed.Policies.When;
import io.snowflakeid.merge.crossed.Policies.Where;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the guide promises of some rows, worked out in memory, one row after the other, and in no way as the module does.
 *
 * <p>Rows and what they refer to are told by their tags; ids play no part here.
 */
final class ExpectedRows {

    /** What a column of the target holds. */
    sealed interface Value {
        /** The id of this row. */
        record IdOf(String tag) implements Value {}

        /** This very number, or NULL. */
        record Exactly(Long number) implements Value {}

        /** What refers to nobody on its server, moved as if that were there. */
        record Nobody(int server, long number) implements Value {}
    }

    private final Policies policies;
    private final CrossedRows rows;

    /** For each player the one that stands for it in the target: itself, the one that is kept in its place, or null. */
    private final Map<Player, Player> standsFor = new HashMap<>();

    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, Value> owners = new LinkedHashMap<>();
    private final Map<String, String> signatures = new LinkedHashMap<>();
    private final Map<String, Value> givers = new LinkedHashMap<>();

    ExpectedRows(CrossedRows rows, Policies policies) {
        this.rows = rows;
        this.policies = policies;
        choosePlayers();
        Map<String, String> newNames = namePlayers();
        for (Item item : rows.items()) {
            judge(item, newNames);
        }
        for (Gem gem : rows.gems()) {
            judge(gem);
        }
    }

    /** The code of the finding because of which there must be no such merge. */
    static Optional<String> refusal(Policies policies) {
        if (policies.clearsWhatCannotBe()) {
            return Optional.of("CONFIG_REFERENCE");
        }
        boolean counted = policies.parent() != Parent.SKIP;
        boolean mainOnly = policies.parent() == Parent.MAIN_ONLY;
        if (mainOnly && policies.ids() != Ids.STATIC) {
            return Optional.of("CONFIG_IDS");
        }
        if (policies.parent() == Parent.FIRST_FOLLOW && policies.ids() == Ids.STATIC) {
            return Optional.of("FOLLOW_STATIC");
        }
        if (policies.orphans() == Orphans.FAIL && counted) {
            return Optional.of("ORPHANS");
        }
        if (policies.orphans() == Orphans.KEEP && counted) {
            if (policies.ids().fresh()) {
                return Optional.of("ORPHANS_UNMAPPABLE");
            }
            if (policies.ids() == Ids.KEEP_INTERLEAVED) {
                return Optional.of("ID_CLASH");
            }
        }
        return Optional.empty();
    }

    /** Names of the players, by tag. */
    Map<String, String> names() {
        return names;
    }

    /** What items hold as their owners, by tag. */
    Map<String, Value> owners() {
        return owners;
    }

    /** What items are signed with, by tag. */
    Map<String, String> signatures() {
        return signatures;
    }

    /** What gems hold as their givers, by tag. */
    Map<String, Value> givers() {
        return givers;
    }

    /** Who is kept in place of this player; empty if nobody is, or it goes itself. */
    Optional<Player> keptInPlaceOf(Player player) {
        return Optional.ofNullable(standsFor.get(player)).filter(kept -> !kept.equals(player));
    }

    // ------------------------------------------------------------------------------------------------------ players

    private void choosePlayers() {
        List<Player> candidates = rows.players().stream().filter(this::mayGo).toList();
        for (Player player : rows.players()) {
            standsFor.put(player, candidates.contains(player) ? keptOf(player, candidates) : null);
        }
        for (Player player : rows.players()) {
            if (player.equals(standsFor.get(player))) {
                names.put(player.tag(), player.name());
            }
        }
    }

    private boolean mayGo(Player player) {
        boolean copied =
                switch (policies.parent()) {
                    case SKIP -> false;
                    case MAIN_ONLY -> player.server() == 1;
                    default -> true;
                };
        return copied && (policies.where() == Where.ALL || player.active());
    }

    private Player keptOf(Player player, List<Player> candidates) {
        if (policies.parent().keepsFirst()) {
            return candidates.stream()
                    .filter(other -> other.name().equals(player.name()))
                    .min(Comparator.comparing(Player::server))
                    .orElseThrow();
        }
        return player;
    }

    /** By server and old name, the new ones. */
    private Map<String, String> namePlayers() {
        Map<String, String> renamed = new HashMap<>();
        Map<String, Integer> first = new HashMap<>();
        for (Player player : rows.players()) {
            if (names.containsKey(player.tag()) && first.putIfAbsent(player.name(), player.server()) != null) {
                String name = player.name() + ".s" + player.server();
                names.put(player.tag(), name);
                renamed.put(player.server() + player.name(), name);
            }
        }
        return renamed;
    }

    // --------------------------------------------------------------------------------------------------- references

    private void judge(Item item, Map<String, String> newNames) {
        if (policies.childWhere() == ChildWhere.LIGHT && item.weight() >= 100) {
            return;
        }
        boolean refers = item.owner() != null
                && !(policies.sentinel().zero() && item.owner() == 0)
                && (policies.when() == When.ALWAYS || item.kind() == 1);
        Value empty = new Value.Exactly(policies.sentinel().nullable() ? null : Long.valueOf(0));
        Optional<Value> owner = refers
                ? follow(item.server(), item.owner(), policies.orphans(), policies.leftOut(), empty)
                : Optional.of(new Value.Exactly(item.owner()));
        owner.ifPresent(value -> {
            owners.put(item.tag(), value);
            signatures.put(item.tag(), newNames.getOrDefault(item.server() + item.signed(), item.signed()));
        });
    }

    private void judge(Gem gem) {
        if (owners.containsKey(gem.tag().replace('g', 'i'))) {
            Value nobody = new Value.Exactly(null);
            givers.put(
                    gem.tag(),
                    gem.giver() == null
                            ? nobody
                            : follow(gem.server(), gem.giver(), Orphans.CLEAR, LeftOut.CLEAR, nobody)
                                    .orElseThrow());
        }
    }

    /** What a reference becomes; empty if its row stays behind. */
    private Optional<Value> follow(int server, long id, Orphans orphans, LeftOut leftOut, Value empty) {
        if (policies.parent() == Parent.SKIP) {
            return leftBehind(leftOut, empty);
        }
        Optional<Player> parent = rows.players().stream()
                .filter(player -> player.id() == id && player.server() == ownerOf(server))
                .findFirst();
        if (parent.isEmpty()) {
            return switch (orphans) {
                case DROP -> Optional.empty();
                case CLEAR -> Optional.of(empty);
                default -> Optional.of(new Value.Nobody(server, id));
            };
        }
        Player there = standsFor.get(parent.get());
        Optional<Player> brought = there == null ? broughtByAnother(id) : Optional.empty();
        if (brought.isPresent()) {
            return Optional.of(new Value.IdOf(brought.get().tag()));
        }
        boolean itself = parent.get().equals(there);
        boolean gone = there == null || (!itself && policies.parent() == Parent.FIRST_DROP);
        return gone ? leftBehind(leftOut, empty) : Optional.of(new Value.IdOf(there.tag()));
    }

    /** Where ids mean the same everywhere, a row that another server brings is as good, unless a line says otherwise. */
    private Optional<Player> broughtByAnother(long id) {
        boolean ownAlone = policies.parent() == Parent.MAIN_ONLY || policies.parent() == Parent.FIRST_DROP;
        return policies.ids() != Ids.STATIC || ownAlone
                ? Optional.empty()
                : rows.players().stream()
                        .filter(player -> player.id() == id && names.containsKey(player.tag()))
                        .findFirst();
    }

    /** What other servers' rows refer to in a table of the main server's is the main server's. */
    private int ownerOf(int server) {
        return policies.parent() == Parent.MAIN_ONLY ? 1 : server;
    }

    private static Optional<Value> leftBehind(LeftOut leftOut, Value empty) {
        return leftOut == LeftOut.CLEAR ? Optional.of(empty) : Optional.empty();
    }
}
