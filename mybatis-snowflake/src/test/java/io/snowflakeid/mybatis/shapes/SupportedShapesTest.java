package io.snowflakeid.mybatis.shapes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import io.snowflakeid.mybatis.shapes.Heroes.CreateHero;
import io.snowflakeid.mybatis.shapes.Heroes.CreateTeam;
import io.snowflakeid.mybatis.shapes.Heroes.CreateTeams;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.ibatis.session.ExecutorType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every supported shape, with every executor. */
class SupportedShapesTest {

    private final PredictableIds ids = new PredictableIds();

    private World world() throws SQLException {
        return World.onH2(
                new SnowflakeInterceptor(ids),
                Heroes.class,
                "CREATE TABLE hero (id BIGINT PRIMARY KEY, name VARCHAR(40) NOT NULL)");
    }

    @SuppressWarnings("ImmutableEnumChecker") // the lambdas hold nothing
    enum Shape {
        BEAN(1, "", (heroes, rows) -> heroes.bean(rows.get(0))),
        NAMED_BEAN(1, "", (heroes, rows) -> heroes.namedBean(rows.get(0))),
        BEAN_AND_MORE(1, "!", (heroes, rows) -> heroes.beanAndMore(rows.get(0), "!")),
        BEAN_TWICE(1, "", (heroes, rows) -> heroes.beanTwice(rows.get(0), rows.get(0))),
        LIST(3, "", Heroes::list),
        SET(3, "", (heroes, rows) -> heroes.set(identitySetOf(rows))),
        COLLECTION(3, "", (heroes, rows) -> heroes.collection(Collections.unmodifiableCollection(rows))),
        ARRAY(3, "", (heroes, rows) -> heroes.array(rows.toArray(new Hero[0]))),
        NAMED_LIST(3, "", Heroes::namedList),
        NAMED_ARRAY(3, "", (heroes, rows) -> heroes.namedArray(rows.toArray(new Hero[0]))),
        LIST_AND_MORE(3, "!", (heroes, rows) -> heroes.listAndMore(rows, "!")),
        LIST_OF_LISTS(3, "", (heroes, rows) -> heroes.listOfLists(List.of(rows.subList(0, 1), rows.subList(1, 3)))),
        ARRAY_OF_ARRAYS(
                3,
                "",
                (heroes, rows) -> heroes.arrayOfArrays(new Hero[][] {{rows.get(0), rows.get(1)}, {rows.get(2)}})),
        MAP_THAT_HOLDS_A_BEAN(
                1, "!", (heroes, rows) -> heroes.mapThatHoldsABean(Map.of("hero", rows.get(0), "suffix", "!"))),
        MAP_THAT_HOLDS_A_LIST(
                3, "!", (heroes, rows) -> heroes.mapThatHoldsAList(Map.of("heroes", rows, "suffix", "!"))),
        WRAPPED_BEAN(1, "", (heroes, rows) -> heroes.wrappedBean(new CreateHero(rows.get(0)))),
        NAMED_WRAPPED_BEAN(1, "!", (heroes, rows) -> heroes.namedWrappedBean(new CreateHero(rows.get(0)), "!")),
        LIST_OF_WRAPPERS(
                3,
                "",
                (heroes, rows) ->
                        heroes.listOfWrappers(rows.stream().map(CreateHero::new).toList())),
        WRAPPED_LIST(3, "", (heroes, rows) -> heroes.wrappedList(new CreateTeam("Owls", rows))),
        WRAPPED_ARRAYS(
                3,
                "",
                (heroes, rows) -> heroes.wrappedArrays(
                        new CreateTeams(List.of(new Hero[] {rows.get(0)}, new Hero[] {rows.get(1), rows.get(2)}))));

        final int rows;
        final String suffix;
        final BiConsumer<Heroes, List<Hero>> insert;

        Shape(int rows, String suffix, BiConsumer<Heroes, List<Hero>> insert) {
            this.rows = rows;
            this.suffix = suffix;
            this.insert = insert;
        }
    }

    private static Set<Hero> identitySetOf(List<Hero> rows) {
        Set<Hero> set = Collections.newSetFromMap(new IdentityHashMap<>());
        set.addAll(rows);
        return set;
    }

    static Stream<Arguments> everyShapeAndExecutor() {
        return Stream.of(Shape.values())
                .flatMap(shape -> Stream.of(ExecutorType.values()).map(executor -> Arguments.of(shape, executor)));
    }

    @ParameterizedTest
    @MethodSource("everyShapeAndExecutor")
    void givesEveryRowItsIdInTheBeanAndInTheTable(Shape shape, ExecutorType executor) throws SQLException {
        try (World world = world()) {
            List<Hero> first = heroes("a", shape.rows);
            List<Hero> second = heroes("b", shape.rows);

            world.call(executor, Heroes.class, heroes -> {
                shape.insert.accept(heroes, first);
                shape.insert.accept(heroes, second);
            });

            List<Hero> all = new ArrayList<>(first);
            all.addAll(second);
            assertThat(all).extracting(Hero::getId).doesNotContainNull().doesNotHaveDuplicates();
            assertThat(world.idsByName("hero")).isEqualTo(idsByName(all, shape.suffix));
        }
    }

    @ParameterizedTest
    @EnumSource
    void reservesOnceForAllRowsOfOneCall(Shape shape) throws SQLException {
        try (World world = world()) {
            world.call(Heroes.class, heroes -> shape.insert.accept(heroes, heroes("a", shape.rows)));

            assertThat(ids.asked).containsExactly(shape.rows == 1 ? "next" : "reserve 3");
        }
    }

    @ParameterizedTest
    @EnumSource
    void keepsPresetIds(Shape shape) throws SQLException {
        try (World world = world()) {
            List<Hero> rows = heroes("a", shape.rows);
            rows.get(0).setId(7L);

            world.call(Heroes.class, heroes -> shape.insert.accept(heroes, rows));

            assertThat(rows.get(0).getId()).isEqualTo(7);
            assertThat(world.idsByName("hero")).isEqualTo(idsByName(rows, shape.suffix));
        }
    }

    @Test
    void batchesStillJoinCallsOfOneStatement() throws SQLException {
        try (World world = world()) {
            var batches = world.call(ExecutorType.BATCH, Heroes.class, heroes -> {
                for (Hero hero : heroes("a", 10)) {
                    heroes.bean(hero);
                }
            });

            assertThat(batches).hasSize(1);
            assertThat(batches.get(0).getUpdateCounts()).hasSize(10);
        }
    }

    @Test
    void rowsThatAreEqualButDistinctGetAnIdEach() throws SQLException {
        try (World world = world()) {
            Hero one = new Hero("twin");
            Hero other = new Hero("twin");
            assertThat(one).isEqualTo(other);

            world.call(Heroes.class, heroes -> heroes.list(List.of(one, other)));

            assertThat(List.of(one.getId(), other.getId())).containsExactly(1001L, 1002L);
        }
    }

    @Test
    void anEmptyCollectionIsLeftToMyBatis() throws SQLException {
        try (World world = world()) {
            assertThatThrownBy(() -> world.call(Heroes.class, heroes -> heroes.list(List.of())))
                    .rootCause()
                    .isInstanceOf(SQLException.class); // VALUES without a row
            assertThat(ids.asked).isEmpty();
        }
    }

    private static List<Hero> heroes(String prefix, int count) {
        Hero[] heroes = new Hero[count];
        Arrays.setAll(heroes, i -> new Hero(prefix + i));
        return List.of(heroes);
    }

    private static Map<String, String> idsByName(List<Hero> heroes, String suffix) {
        Map<String, String> ids = new TreeMap<>();
        heroes.forEach(hero -> ids.put(hero.getName() + suffix, hero.getId().toString()));
        return ids;
    }
}
