package io.snowflakeid.merge.crossed;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.checker.IndependentChecker;
import io.snowflakeid.merge.copy.MergeRun;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.SqlScript;
import io.snowflakeid.merge.verify.MergeVerification;
import io.snowflakeid.merge.where.RowFate;
import io.snowflakeid.merge.where.RowWhereabouts;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of rows under policies that meet: each pair of them, before the independent checker. */
class CrossedPoliciesTest {

    private static final MergeProgress.Listener NOBODY = progress -> {};

    /** Of so many rows one is asked where it is. */
    private static final int SHARE = 8;

    @TempDir
    private Path folder;

    /** Each pair of choices that can be met together in a merge. */
    static List<Policies> pairs() {
        return Covering.pairs(
                Policies.all().stream()
                        .filter(policies -> policies.refusal().isEmpty())
                        .toList(),
                1);
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

    private static void asksWhereRowsAre(GameServers servers, Connection connection, PlanFile plan, int first)
            throws SQLException {
        int asked = first;
        for (String table : List.of("player", "item", "gem")) {
            Map<String, String> target = idsByTag(connection, servers.target() + "." + table);
            for (Map.Entry<String, String> source : servers.sources().entrySet()) {
                for (Map.Entry<String, String> row :
                        idsByTag(connection, source.getValue() + "." + table).entrySet()) {
                    if (asked++ % SHARE == 0) {
                        RowFate fate = RowWhereabouts.find(
                                plan, servers.password(), source.getKey(), table, List.of(row.getValue()));
                        String newId = target.get(row.getKey());
                        assertThat(fate.inTarget()).as(fate.message()).isEqualTo(newId != null);
                        assertThat(fate.values().get("id")).as(fate.message()).isEqualTo(newId);
                        assertThat(fate.reasons().isEmpty()).as(fate.message()).isEqualTo(newId != null);
                    }
                }
            }
        }
    }

    /** Each row has a tag of its own, by which it is found again whatever its id is. */
    private static Map<String, String> idsByTag(Connection connection, String table) throws SQLException {
        Map<String, String> ids = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT tag, id FROM " + table)) {
            while (rows.next()) {
                ids.put(rows.getString(1), rows.getString(2));
            }
        }
        return ids;
    }
}
