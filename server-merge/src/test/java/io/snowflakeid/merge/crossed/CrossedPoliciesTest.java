package io.snowflakeid.merge.crossed;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.merges.H2MergeCase;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.result.RowOutcome;
import io.snowflakeid.merge.result.RowOutcome.Outcome;
import io.snowflakeid.merge.where.RowTrace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of rows under policies that meet: each pair of them, before the independent checker. */
@Tag("long")
class CrossedPoliciesTest extends H2MergeCase {

    /** Of so many rows one is asked where it is. */
    private static final int SHARE = 8;

    /** So many are looked at for each that is chosen. */
    private static final int TRIES = 300;

    /** Each pair of choices that can be met together in a merge. */
    static List<Policies> pairs() {
        List<Policies> all = Policies.all().stream()
                .filter(policies -> policies.refusal().isEmpty())
                .toList();
        Set<Set<Map.Entry<String, String>>> missing = new HashSet<>();
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

    private static Set<Set<Map.Entry<String, String>>> pairsOf(Policies policies) {
        Set<Set<Map.Entry<String, String>>> pairs = new HashSet<>();
        for (Map.Entry<String, String> one : policies.choices().entrySet()) {
            for (Map.Entry<String, String> other : policies.choices().entrySet()) {
                pairs.add(Set.copyOf(List.of(one, other)));
            }
        }
        return pairs;
    }

    /** For each class and each reason to refuse a merge, one that is refused. */
    static Collection<Policies> refused() {
        Map<String, Policies> refused = new LinkedHashMap<>();
        for (Policies policies : Policies.all()) {
            policies.refusal()
                    .ifPresent(code ->
                            refused.putIfAbsent(code + policies.choices().get("parent"), policies));
        }
        return refused.values();
    }

    @Test
    void enoughIsCrossed() {
        assertThat(pairs()).hasSizeGreaterThan(30);
        assertThat(refused()).hasSizeGreaterThan(5);
    }

    private void given(Policies policies) throws Exception {
        given("", policies.script(1), policies.script(2), policies.script(3));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void whatCannotBeDoneRightIsRefusedByThePlan(Policies policies) throws Exception {
        given(policies);
        assertThat(errors(policies.yaml()))
                .anyMatch(error -> error.startsWith(policies.refusal().orElseThrow()));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void rowsGoWhereTheGuideSaysThatTheyGo(Policies policies) throws Exception {
        given(policies);
        PlanFile plan = merged(policies.yaml(), policies.facts());
        asksWhereRowsAre(plan, Math.floorMod(policies.hashCode(), SHARE));
    }

    /** Each row has a tag of its own, by which it is found again whatever its id is. */
    private void asksWhereRowsAre(PlanFile plan, int first) throws Exception {
        int asked = first;
        for (String table : List.of("player", "item", "gem")) {
            for (String source : servers.sources().keySet()) {
                String sql =
                        "SELECT s.id, t.id FROM %1$s.%2$s s LEFT JOIN merged.%2$s t ON t.tag = s.tag ORDER BY s.tag";
                for (String row : rows(sql.formatted(source, table))) {
                    if (asked++ % SHARE == 0) {
                        String[] ids = row.split(" ", -1);
                        boolean there = !ids[1].equals("null");
                        RowOutcome outcome = RowTrace.find(plan, password(), source, table, List.of(ids[0]));
                        assertThat(outcome.inTarget()).as(outcome.message()).isEqualTo(there);
                        assertThat(outcome.values().get("id"))
                                .as(outcome.message())
                                .isEqualTo(there ? ids[1] : null);
                        assertThat(outcome.outcome() == Outcome.COPIED)
                                .as(outcome.message())
                                .isEqualTo(there);
                    }
                }
            }
        }
    }
}
