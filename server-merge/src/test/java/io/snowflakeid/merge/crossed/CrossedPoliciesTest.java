package io.snowflakeid.merge.crossed;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.RowFate;
import io.snowflakeid.merge.checker.IndependentChecker;
import io.snowflakeid.merge.copy.MergeRun;
import io.snowflakeid.merge.merges.SmallGame;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.SqlScript;
import io.snowflakeid.merge.verify.MergeVerification;
import io.snowflakeid.merge.where.RowTrace;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of rows under policies that meet: each pair of them, before the independent checker. */
class CrossedPoliciesTest {

    private static final MergeProgress.Listener NOBODY = progress -> {};

    /** Of so many rows one is asked where it is. */
    private static final int SHARE = 8;

    /** So many are looked at for each that is chosen. */
    private static final int TRIES = 300;

    @TempDir
    private Path folder;

    /** Each pair of choices that can be met together in a merge. */
    static List<Policies> pairs() {
        List<Policies> all = Policies.all().stream()
                .filter(policies -> policies.refusal().isEmpty())
                .toList();
        Set<Set<Enum<?>>> missing = new HashSet<>();
        all.forEach(policies -> missing.addAll(pairsOf(policies)));
        Random random = new Random(1);
        List<Policies> chosen = new ArrayList<>();
        while (!missing.isEmpty()) {
            // of a few, the one that holds most of the pairs that are missing
            Policies best = random.ints(TRIES, 0, all.size())
                    .mapToObj(all::get)
                    .max(Comparator.comparingLong(policies ->
                            pairsOf(policies).stream().filter(missing::contains).count()))
                    .orElseThrow();
            if (missing.removeAll(pairsOf(best))) {
                chosen.add(best);
            }
        }
        return chosen;
    }

    private static Set<Set<Enum<?>>> pairsOf(Policies policies) {
        Set<Set<Enum<?>>> pairs = new HashSet<>();
        for (Enum<?> one : policies.choices()) {
            for (Enum<?> other : policies.choices()) {
                if (one != other) {
                    pairs.add(Set.of(one, other));
                }
            }
        }
        return pairs;
    }

    /** For each class and each reason to refuse a merge, one that is refused. */
    static Collection<Policies> refused() {
        Map<String, Policies> refused = new LinkedHashMap<>();
        for (Policies policies : Policies.all()) {
            policies.refusal().ifPresent(code -> refused.putIfAbsent(code + policies.parent(), policies));
        }
        return refused.values();
    }

    @Test
    void enoughIsCrossed() {
        assertThat(pairs()).hasSizeGreaterThan(30);
        assertThat(refused()).hasSizeGreaterThan(5);
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatCannotBeDoneRightIsRefusedByThePlan(Policies policies) throws Exception {
        try (GameServers servers = GameServers.onH2(CrossedRows.SERVERS)) {
            assertThat(errors(plan(servers, policies)))
                    .contains(policies.refusal().orElseThrow());
        }
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void rowsGoWhereTheGuideSaysThatTheyGo(Policies policies) throws Exception {
        try (GameServers servers = GameServers.onH2(CrossedRows.SERVERS);
                Connection connection = servers.connect()) {
            PlanFile plan = plan(servers, policies);
            assertThat(errors(plan)).isEmpty();
            MergeRun.carryOut(plan, servers.password(), NOBODY);
            assertThat(MergeVerification.verify(plan, servers.password(), 1, NOBODY)
                            .faults())
                    .isEmpty();
            assertThat(IndependentChecker.problems(connection, servers.sources(), servers.target(), policies.facts()))
                    .isEmpty();
            asksWhereRowsAre(servers, connection, plan, Math.floorMod(policies.hashCode(), SHARE));
        }
    }

    private PlanFile plan(GameServers servers, Policies policies) throws Exception {
        CrossedRows rows = new CrossedRows(policies);
        servers.filled((connection, server) -> SqlScript.run(connection, rows.script(server + 1)));
        return servers.plan(folder, policies.yaml(rows.limit()), NOBODY);
    }

    private static List<String> errors(PlanFile plan) {
        return plan.plan().findings().stream()
                .filter(finding -> finding.severity() == Severity.ERROR)
                .map(finding -> finding.code().name())
                .toList();
    }

    /** Each row has a tag of its own, by which it is found again whatever its id is. */
    private static void asksWhereRowsAre(GameServers servers, Connection connection, PlanFile plan, int first)
            throws SQLException {
        int asked = first;
        for (String table : List.of("player", "item", "gem")) {
            for (Map.Entry<String, String> source : servers.sources().entrySet()) {
                String sql = "SELECT s.id, t.id FROM %1$s.%3$s s LEFT JOIN %2$s.%3$s t ON t.tag = s.tag ORDER BY s.tag"
                        .formatted(source.getValue(), servers.target(), table);
                for (String row : SmallGame.rows(connection, sql)) {
                    if (asked++ % SHARE == 0) {
                        String[] ids = row.split("\\|", -1);
                        boolean there = !ids[1].equals("null");
                        RowFate fate = RowTrace.find(plan, servers.password(), source.getKey(), table, List.of(ids[0]));
                        assertThat(fate.inTarget()).as(fate.message()).isEqualTo(there);
                        assertThat(fate.values().get("id")).as(fate.message()).isEqualTo(there ? ids[1] : null);
                        assertThat(fate.reasons().isEmpty()).as(fate.message()).isEqualTo(there);
                    }
                }
            }
        }
    }
}
