package io.snowflakeid.shardingsphere;

import static io.snowflakeid.shardingsphere.GeneShardingSettingsTest.properties;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.Range;
import io.snowflakeid.Gene;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.shardingsphere.infra.algorithm.core.exception.AlgorithmExecuteException;
import org.apache.shardingsphere.infra.algorithm.core.exception.AlgorithmInitializationException;
import org.apache.shardingsphere.sharding.api.sharding.complex.ComplexKeysShardingValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GeneShardingAlgorithmTest {

    private static final long USER = 4711;
    private static final int SHARD_OF_USER = (int) Gene.of(USER, 6);
    private static final List<String> TABLES =
            IntStream.range(0, 64).mapToObj(i -> "t_order_" + i).toList();

    private final GeneShardingAlgorithm tables = algorithm();

    @Test
    void leadsAnIdToTheTableOfItsGene() {
        assertThat(route(tables, "id", List.of(idOf(5)))).containsExactly("t_order_5");
        assertThat(route(tables, "id", List.of(idOf(15)))).containsExactly("t_order_15");
    }

    @Test
    void leadsAKeyToTheTableOfItsHashedGene() {
        assertThat(SHARD_OF_USER).isNotEqualTo((int) USER & 63);
        assertThat(route(tables, "user_id", List.of(USER))).containsExactly("t_order_" + SHARD_OF_USER);
    }

    @Test
    void putsConsecutiveShardsIntoOneDatabase() {
        GeneShardingAlgorithm databases = algorithm("shards-per-target", "16");
        List<String> four = List.of("ds_0", "ds_1", "ds_2", "ds_3");

        assertThat(databases.doSharding(four, exactly(Map.of("id", List.of(idOf(0), idOf(15))))))
                .containsExactly("ds_0");
        assertThat(databases.doSharding(four, exactly(Map.of("id", List.of(idOf(16), idOf(63))))))
                .containsExactly("ds_1", "ds_3");
    }

    static Stream<Comparable<?>> formsOfAnId() {
        return Stream.of(
                idOf(5),
                String.valueOf(idOf(5)),
                " " + idOf(5) + " ",
                BigInteger.valueOf(idOf(5)),
                (int) idOf(5),
                (short) 5,
                (byte) 5);
    }

    @ParameterizedTest
    @MethodSource("formsOfAnId")
    void readsAnIdInEveryFormThatSqlHas(Comparable<?> id) {
        assertThat(route(tables, "id", List.of(id))).containsExactly("t_order_5");
    }

    static Stream<Comparable<?>> formsOfNoId() {
        return Stream.of("abc", "", "12.5", new BigDecimal("12"), 12.0, true, BigInteger.TWO.pow(64));
    }

    @ParameterizedTest
    @MethodSource("formsOfNoId")
    void refusesWhatIsNoId(Comparable<?> id) {
        assertThatThrownBy(() -> route(tables, "id", List.of(id)))
                .isInstanceOf(AlgorithmExecuteException.class)
                .hasMessageContaining(
                        "t_order.id is '" + id + "' (" + id.getClass().getSimpleName()
                                + "), not an id: pass a 64-bit whole number, or its digits as text");
    }

    @Test
    void refusesTextWhereKeysAreNumbers() {
        assertThatThrownBy(() -> route(tables, "user_id", List.of("alice")))
                .hasMessageContaining("t_order.user_id is 'alice' (String), not a key of key-type number");
    }

    @Test
    void hashesTextWhereKeysAreText() {
        GeneShardingAlgorithm text = algorithm("key-type", "text");

        assertThat(route(text, "user_id", List.of("alice"))).containsExactly("t_order_" + Gene.of("alice", 6));
        assertThat(route(text, "user_id", List.of("4711"))).containsExactly("t_order_" + Gene.of("4711", 6));
        assertThatThrownBy(() -> route(text, "user_id", List.of(USER)))
                .hasMessageContaining("t_order.user_id is '4711' (Long), not a key of key-type text");
    }

    @Test
    void takesWhatAllColumnsAgreeOn() {
        assertThat(route(
                        tables,
                        Map.of("id", List.of(idOf(1), idOf(SHARD_OF_USER)), "order_id", List.of(idOf(SHARD_OF_USER)))))
                .containsExactly("t_order_" + SHARD_OF_USER);
        assertThat(route(tables, Map.of("id", List.of(idOf(SHARD_OF_USER)), "user_id", List.of(USER))))
                .containsExactly("t_order_" + SHARD_OF_USER);
    }

    @Test
    void refusesColumnsThatContradictEachOther() {
        int other = (SHARD_OF_USER + 1) % 64;

        assertThatThrownBy(() -> route(tables, Map.of("id", List.of(idOf(other)), "user_id", List.of(USER))))
                .isInstanceOf(AlgorithmExecuteException.class)
                .hasMessageContaining("t_order: id " + idOf(other) + " (shard " + other + ") and user_id 4711 (shard "
                        + SHARD_OF_USER + ") lead to different shards");
    }

    @Test
    void routesByIdsIfConfigured() {
        int other = (SHARD_OF_USER + 1) % 64;
        GeneShardingAlgorithm byId = algorithm("on-mismatch", "by-id");

        assertThat(route(byId, Map.of("id", List.of(idOf(other)), "user_id", List.of(USER))))
                .containsExactly("t_order_" + other);
    }

    @Test
    void refusesIdsThatContradictEachOtherInAnyCase() {
        GeneShardingAlgorithm byId = algorithm("on-mismatch", "by-id");

        assertThatThrownBy(() -> route(byId, Map.of("id", List.of(idOf(1)), "order_id", List.of(idOf(2)))))
                .hasMessageContaining("(shard 1) and order_id")
                .hasMessageContaining("(shard 2) lead to different shards");
    }

    @Test
    void asksAllTargetsForARange() {
        assertThat(tables.doSharding(
                        TABLES, new ComplexKeysShardingValue<>("t_order", Map.of(), Map.of("id", Range.atLeast(7L)))))
                .isEqualTo(TABLES);
    }

    @Test
    void findsColumnsInAnyCase() {
        assertThat(route(tables, "USER_Id", List.of(USER))).containsExactly("t_order_" + SHARD_OF_USER);
        assertThat(route(algorithm("id-columns", "ID"), "id", List.of(idOf(5)))).containsExactly("t_order_5");
    }

    @Test
    void rejectsAnUnlistedShardingColumn() {
        String message = "t_order.shop_id is a sharding column, but is neither in id-columns nor in key-columns";

        assertThatThrownBy(() -> route(tables, "shop_id", List.of(1L))).hasMessageContaining(message);
        assertThatThrownBy(() -> tables.doSharding(
                        TABLES,
                        new ComplexKeysShardingValue<>("t_order", Map.of(), Map.of("shop_id", Range.atLeast(7L)))))
                .hasMessageContaining(message);
    }

    @Test
    void saysWhichTargetIsMissing() {
        assertThatThrownBy(() -> tables.doSharding(TABLES.subList(0, 16), exactly(Map.of("id", List.of(idOf(17))))))
                .isInstanceOf(AlgorithmExecuteException.class)
                .hasMessageContainingAll(
                        "t_order: shard 17 needs a target whose name ends with _17",
                        "t_order_0, t_order_1, t_order_10, … (16 in all)",
                        "complete actualDataNodes",
                        "correct gene-bits (6) or shards-per-target (1)");
    }

    @Test
    void asksTheTablesThatOneDatabaseHasForIdsThatLieInSeveral() {
        assertThat(tables.doSharding(TABLES.subList(0, 16), exactly(Map.of("id", List.of(idOf(3), idOf(17))))))
                .containsExactly("t_order_3");
    }

    @Test
    void refusesTwoTargetsForOneShard() {
        assertThatThrownBy(() ->
                        tables.doSharding(List.of("old_order_5", "t_order_5"), exactly(Map.of("id", List.of(idOf(5))))))
                .hasMessageContaining("shard 5 has the targets old_order_5, t_order_5, whose names all end with _5");
    }

    @Test
    void showsPercentSignsInMessagesAsTheyAre() {
        assertThatThrownBy(() -> route(tables, "id", List.of("100 %s"))).hasMessageContaining("'100 %s'");
    }

    @Test
    void saysWhichPropertyIsWrong() {
        assertThatThrownBy(() -> new GeneShardingAlgorithm().init(properties("id-columns", "id")))
                .isInstanceOf(AlgorithmInitializationException.class)
                .hasMessageContaining("SNOWFLAKE_GENE")
                .hasMessageContaining("gene-bits is not set");
    }

    private static GeneShardingAlgorithm algorithm(String... more) {
        List<String> all =
                new ArrayList<>(List.of("gene-bits", "6", "id-columns", "id,order_id", "key-columns", "user_id"));
        all.addAll(Arrays.asList(more));
        GeneShardingAlgorithm algorithm = new GeneShardingAlgorithm();
        algorithm.init(properties(all.toArray(String[]::new)));
        return algorithm;
    }

    private static long idOf(int shard) {
        return 1_855_555_555_555L << 6 | shard;
    }

    private static Collection<String> route(
            GeneShardingAlgorithm algorithm, String column, Collection<? extends Comparable<?>> values) {
        return route(algorithm, Map.of(column, values));
    }

    private static Collection<String> route(
            GeneShardingAlgorithm algorithm, Map<String, Collection<? extends Comparable<?>>> values) {
        return algorithm.doSharding(TABLES, exactly(values));
    }

    private static ComplexKeysShardingValue<Comparable<?>> exactly(
            Map<String, ? extends Collection<? extends Comparable<?>>> values) {
        Map<String, Collection<Comparable<?>>> copy = new LinkedHashMap<>();
        values.forEach((column, list) -> copy.put(column, new ArrayList<>(list)));
        return new ComplexKeysShardingValue<>("t_order", copy, Map.of());
    }
}
