package io.snowflakeid.mybatis.mapofrows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import java.sql.SQLException;
import java.util.AbstractMap.SimpleEntry;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.plugin.PluginException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows that are the values of a map: {@code <foreach>} takes the value of an entry for the item, and its key for the index. */
class MapOfRowsTest {

    private static final String ALL = "<script>INSERT INTO hero (id, name) VALUES "
            + "<foreach collection='heroes' index='name' item='h' separator=','>(#{h.id}, #{name})</foreach></script>";

    static class Plain {
        Long id;
    }

    record Team(Map<String, Hero> heroes) {}

    record Entries(Set<Map.Entry<String, Hero>> heroes) {}

    interface Mapper {
        @Insert(ALL)
        void entries(@Param("heroes") Collection<? extends Map.Entry<String, Hero>> heroes);

        @Insert(ALL)
        void array(@Param("heroes") Map.Entry<?, ?>[] heroes);

        @Insert("<script>INSERT INTO hero (id, name) VALUES "
                + "<foreach collection='teams' index='team' item='heroes' separator=','>"
                + "<foreach collection='heroes' item='h' separator=','>(#{h.id}, #{team} || #{h.name})</foreach>"
                + "</foreach></script>")
        void teams(@Param("teams") Set<Map.Entry<String, List<Hero>>> teams);

        @Insert(ALL)
        void map(@Param("heroes") Map<String, Hero> heroes);

        @Insert(ALL)
        void wrapperOfMap(Team team);

        @Insert(ALL)
        void wrapper(Entries entries);

        @Insert("<script>INSERT INTO hero (id, name) VALUES "
                + "<foreach collection='heroes' item='h' separator=','>(#{h.id}, #{h.name})</foreach></script>")
        void values(@Param("heroes") Collection<Hero> heroes);

        @Insert(ALL)
        @Options(keyProperty = "id")
        void named(@Param("heroes") Set<Map.Entry<String, Plain>> heroes);

        @Insert(ALL)
        @Options(keyProperty = "heroes.id")
        void byPath(@Param("heroes") Set<Map.Entry<String, Plain>> heroes);

        @Insert(ALL)
        @Options(keyProperty = "id")
        void namedMap(@Param("heroes") Map<String, Plain> heroes);

        @Insert(ALL)
        @Options(keyProperty = "heroes.id")
        void mapByPath(@Param("heroes") Map<String, Plain> heroes);

        @Insert("INSERT INTO hero (id, name) VALUES (#{hero.value.id}, #{hero.key})")
        void entry(@Param("hero") Map.Entry<String, Hero> hero);
    }

    private final PredictableIds ids = new PredictableIds();
    private World world;

    @BeforeEach
    void open() throws SQLException {
        world = World.onH2(
                new SnowflakeInterceptor(ids),
                Mapper.class,
                "CREATE TABLE hero (id BIGINT PRIMARY KEY, name VARCHAR(40))");
    }

    @AfterEach
    void close() throws SQLException {
        world.close();
    }

    private static <T> Map<String, T> map(T ann, T bob) {
        Map<String, T> map = new LinkedHashMap<>();
        map.put("Ann", ann);
        map.put("Bob", bob);
        return map;
    }

    private void assertGiven(Consumer<Mapper> call) {
        world.call(Mapper.class, call);
        assertThat(world.idsByName("hero")).isEqualTo(Map.of("Ann", "1001", "Bob", "1002"));
        assertThat(ids.asked).containsExactly("reserve 2");
    }

    private final Map<String, Hero> heroes = map(new Hero(), new Hero());
    private final Map<String, Plain> plain = map(new Plain(), new Plain());

    private void assertRefused(Consumer<Mapper> call, String... parts) {
        assertThatThrownBy(() -> world.call(Mapper.class, call))
                .rootCause()
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll(parts);
        assertThat(world.idsByName("hero")).isEmpty();
        assertThat(ids.asked).isEmpty();
    }

    @Test
    void theEntriesOfAMap() {
        assertGiven(mapper -> mapper.entries(heroes.entrySet()));
        assertThat(heroes.get("Ann").id).isEqualTo(1001);
        assertThat(heroes.get("Bob").id).isEqualTo(1002);
    }

    @Test
    void aListOfEntriesThatCannotBeChanged() {
        assertGiven(mapper -> mapper.entries(List.of(Map.entry("Ann", new Hero()), Map.entry("Bob", new Hero()))));
    }

    @Test
    void anArrayOfEntries() {
        assertGiven(mapper -> mapper.array(heroes.entrySet().toArray(new Map.Entry<?, ?>[0])));
    }

    @Test
    void entriesInAWrapper() {
        assertGiven(mapper -> mapper.wrapper(new Entries(heroes.entrySet())));
    }

    @Test
    void entriesWhoseIdKeyPropertyNames() {
        assertGiven(mapper -> mapper.named(plain.entrySet()));
    }

    @Test
    void entriesThatKeyPropertyIsAPathTo() {
        assertGiven(mapper -> mapper.byPath(plain.entrySet()));
    }

    @Test
    void oneEntry() {
        world.call(Mapper.class, mapper -> mapper.entry(new SimpleEntry<>("Ann", new Hero())));
        assertThat(world.idsByName("hero")).isEqualTo(Map.of("Ann", "1001"));
    }

    @Test
    void listsInAMap() {
        Map<String, List<Hero>> teams = map(List.of(new Hero("1")), List.of(new Hero("2"), new Hero("3")));
        world.call(Mapper.class, mapper -> mapper.teams(teams.entrySet()));
        assertThat(world.idsByName("hero")).isEqualTo(Map.of("Ann1", "1001", "Bob2", "1002", "Bob3", "1003"));
    }

    /** Its keys may be names of different things, one row and its references. */
    @Test
    void theMapItselfIsRefusedAndToldItsValues() {
        String[] parts = {
            "several parameters could take ids", "at 'heroes.Ann' and 'heroes.Bob'", "of a map its values()"
        };
        assertRefused(mapper -> mapper.map(heroes), parts);
        assertRefused(mapper -> mapper.wrapperOfMap(new Team(heroes)), parts);
    }

    @Test
    void theMapItselfUnderKeyPropertyIsRefusedAndToldItsValues() {
        assertRefused(mapper -> mapper.namedMap(plain), "keyProperty 'id'", "pass its values(), or its entrySet()");
        assertRefused(
                mapper -> mapper.mapByPath(plain), "keyProperty 'heroes.id'", "pass its values(), or its entrySet()");
    }

    @Test
    void whatTheRefusalsNameWorks() {
        assertGiven(
                mapper -> mapper.values(map(new Hero("Ann"), new Hero("Bob")).values()));
    }
}
