package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GameSize;
import io.snowflakeid.merge.testdata.GuidGameServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an operator gets who writes the connections, copies every line that is suggested, and plans again until none is. */
class GuidGameSuggestionsIT {

    private static final int MOST_ROUNDS = 6;

    @TempDir
    private Path folder;

    /** What the last round knows, and how many it took. */
    private record Copied(Map<String, List<Long>> references, int rounds, PlannedServers plan) {}

    private Copied copyAll(GameServers servers) throws Exception {
        String yaml = "";
        for (int round = 1; round <= MOST_ROUNDS; round++) {
            PlannedServers planned = PlannedServers.of(servers, folder, yaml);
            assertThat(planned.findings("CONFIG_REFERENCE")).isEmpty();
            List<Finding> missing = planned.findings("REFERENCE_MISSING");
            if (missing.isEmpty()) {
                return new Copied(references(planned), round, planned);
            }
            yaml = (yaml.isEmpty() ? "references:\n" : yaml)
                    + missing.stream()
                            .map(finding -> "  " + finding.message().replaceFirst("(?s)^.*references: ", "") + "\n")
                            .collect(Collectors.joining());
        }
        throw new AssertionError("lines are suggested after " + MOST_ROUNDS + " rounds");
    }

    private static Map<String, List<Long>> references(PlannedServers planned) {
        return planned.plan().references().stream()
                .collect(Collectors.toMap(ReferencePlan::name, ReferencePlan::none, (one, other) -> one, TreeMap::new));
    }

    /** Numbers of kinds, as many as there are houses: no value says that these are not the houses' ids. */
    private static final List<String> BY_COINCIDENCE =
            List.of("auctionhouse.houseid -> houses.id", "currency.currency_id -> houses.id");

    @Test
    void everyReferenceIsSuggestedWithItsConditionAndWhatStandsForNone() throws Exception {
        Copied copied = copied(true);
        assertThat(missed(copied)).isEmpty();
        assertThat(unknown(copied))
                .contains(
                        "account_data.accountId: 300 different values, 1 to 300",
                        "mail.sender where no reference is listed: 465 different values, 2 to 24955")
                .noneMatch(line -> line.startsWith("mail.receiver"));
    }

    /** Ids up to the greatest are in every greater table: what names and kinds do not tell, is at least named. */
    @Test
    @Tag("long")
    void whereNoIdIsMissingHardlyAnythingIsSilent() throws Exception {
        Copied copied = copied(false);
        assertThat(missed(copied)).containsExactly("avatar_inventory.bag -> item_instance.guid");
        assertThat(unknown(copied))
                .anyMatch(line -> line.startsWith("avatar_inventory.bag: ")
                        && line.endsWith(", all of them ids of item_instance.guid"));
    }

    private Copied copied(boolean gaps) throws Exception {
        GameSize size = GameSize.players(500);
        try (GameServers servers = GameServers.onAny(3)
                .filled((connection, server) -> GuidGameServer.fill(connection, server, size, gaps))) {
            Copied copied = copyAll(servers);
            Map<String, List<Long>> truth = GuidGameServer.references();
            assertThat(truth).hasSizeGreaterThan(100);
            Set<String> wrong = new TreeSet<>(copied.references().keySet());
            wrong.removeAll(truth.keySet());
            assertThat(wrong).isSubsetOf(BY_COINCIDENCE);
            assertThat(copied.rounds()).isEqualTo(2);
            copied.references()
                    .forEach(
                            (name, none) -> assertThat(none).as(name).containsAll(truth.getOrDefault(name, List.of())));
            assertThat(PlannedServers.of(servers, folder, GuidGameServer.mergeYaml())
                            .findings("REFERENCE_MISSING"))
                    .extracting(Finding::subject)
                    .isSubsetOf(BY_COINCIDENCE);
            return copied;
        }
    }

    private static Set<String> missed(Copied copied) {
        Set<String> missed = new TreeSet<>(GuidGameServer.references().keySet());
        missed.removeAll(copied.references().keySet());
        return missed;
    }

    private static List<String> unknown(Copied copied) {
        return copied.plan().findings("ID_UNKNOWN").get(0).samples();
    }
}
