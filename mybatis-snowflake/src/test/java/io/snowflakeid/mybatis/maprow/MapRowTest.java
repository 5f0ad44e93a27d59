package io.snowflakeid.mybatis.maprow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.Rows.Guild;
import io.snowflakeid.mybatis.Rows.Plain;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.InsertProvider;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.session.ExecutorType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A map has no class to look at: it is a row if keyProperty names a key of it. */
class MapRowTest {

    private static final String MAPPER = MapRowTest.class.getName() + "$Mapper.";

    interface Mapper {
        String ROW = "INSERT INTO hero (id, name) VALUES (#{id}, #{name})";

        @Insert(ROW)
        @Options(keyProperty = "id", useGeneratedKeys = true)
        void row(Map<String, Object> hero);

        @Insert("INSERT INTO hero (name) VALUES (#{name})")
        @Options(keyProperty = "id", useGeneratedKeys = true)
        void keyOfTheDatabase(Map<String, Object> hero);

        @Insert(ROW)
        void withoutKeyProperty(Map<String, Object> hero);

        @Insert("<script>INSERT INTO hero (id, name) VALUES "
                + "<foreach collection='list' item='h' separator=','>(#{h.id}, #{h.name})</foreach></script>")
        @Options(keyProperty = "id", useGeneratedKeys = true)
        void rows(List<Map<String, Object>> heroes);

        @Insert("<script>INSERT INTO hero (id, name) VALUES "
                + "<foreach collection='list' item='h' separator=','>(#{h.id}, #{h.name})</foreach></script>")
        @Options(keyProperty = "id")
        void rowsWithoutGeneratedKeys(List<Map<String, Object>> heroes);

        @Insert("INSERT INTO hero (id, name) VALUES (#{hero.id}, #{hero.name} || #{suffix})")
        @Options(keyProperty = "hero.id")
        void named(@Param("hero") Map<String, Object> hero, @Param("suffix") String suffix);

        @Insert("<script>INSERT INTO hero (<if test='id != null'>id,</if> name) VALUES "
                + "(<if test='id != null'>#{id},</if> #{name})</script>")
        @Options(keyProperty = "id")
        void dynamic(Map<String, Object> hero);

        @Insert("INSERT INTO hero (id, name, guild_id) VALUES (#{id}, #{name}, #{guild.id})")
        @Options(keyProperty = "id")
        void withReference(Map<String, Object> hero);

        @InsertProvider(Provider.class)
        @Options(keyProperty = "id", useGeneratedKeys = true)
        void provided(Map<String, Object> hero);
    }

    public static final class Provider {
        static final AtomicInteger CALLS = new AtomicInteger();

        private Provider() {}

        public static String provideSql() {
            CALLS.incrementAndGet();
            return Mapper.ROW;
        }
    }

    private static final String HERO =
            "CREATE TABLE hero (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40), guild_id BIGINT)";

    private final PredictableIds ids = new PredictableIds();
    private World world;

    @BeforeEach
    void open() throws SQLException {
        world = World.onH2(new SnowflakeInterceptor(ids), Mapper.class, HERO);
    }

    @AfterEach
    void close() throws SQLException {
        world.close();
    }

    private static Map<String, Object> named(String name) {
        return new HashMap<>(Map.of("name", name));
    }

    @ParameterizedTest
    @EnumSource(ExecutorType.class)
    void aMapGetsItsId(ExecutorType executor) {
        Map<String, Object> ann = named("Ann");
        Map<String, Object> bob = named("Bob");
        bob.put("id", null);
        Map<String, Object> cid = named("Cid");
        cid.put("id", 7L);

        List<?> batches = world.call(executor, Mapper.class, mapper -> {
            mapper.row(ann);
            mapper.row(bob);
            mapper.row(cid);
        });

        assertThat(List.of(ann, bob, cid)).extracting(row -> row.get("id")).containsExactly(1001L, 1002L, 7L);
        assertThat(world.idsByName("hero")).isEqualTo(Map.of("Ann", "1001", "Bob", "1002", "Cid", "7"));
        assertThat(batches).hasSize(executor == ExecutorType.BATCH ? 1 : 0);
    }

    @ParameterizedTest
    @EnumSource(ExecutorType.class)
    void aListOfMapsGetsOneReservation(ExecutorType executor) {
        List<Map<String, Object>> rows = List.of(named("Ann"), named("Bob"));

        world.call(executor, Mapper.class, mapper -> mapper.rows(rows));

        assertThat(rows).extracting(row -> row.get("id")).containsExactly(1001L, 1002L);
        assertThat(world.idsByName("hero")).isEqualTo(Map.of("Ann", "1001", "Bob", "1002"));
        assertThat(ids.asked).containsExactly("reserve 2");
    }

    @Test
    void aMapWhoseKeyIsNotBoundIsRefusedUnlessKeyPropertyIsLeftToMyBatis() throws SQLException {
        Map<String, Object> ann = named("Ann");

        assertThatThrownBy(() -> world.call(Mapper.class, mapper -> mapper.keyOfTheDatabase(ann)))
                .rootCause()
                .hasMessageContainingAll(
                        "the statement never uses the id that Map.id would get",
                        "leave keyProperty to MyBatis (annotatedOnly)");
        assertThat(ann).doesNotContainKey("id");
        try (World annotatedOnly = World.onH2(SnowflakeInterceptor.annotatedOnly(ids), Mapper.class, HERO)) {
            annotatedOnly.call(Mapper.class, mapper -> mapper.keyOfTheDatabase(ann));
            assertThat(ann.values()).contains("Ann", 1L);
        }
    }

    @Test
    void aTestForTheIdSeesIt() {
        world.call(Mapper.class, mapper -> mapper.dynamic(named("Ann")));

        assertThat(world.idsByName("hero")).isEqualTo(Map.of("Ann", "1001"));
    }

    @Test
    void withoutKeyPropertyAMapIsLeftAlone() {
        world.call(Mapper.class, mapper -> mapper.withoutKeyProperty(named("Ann")));

        assertThat(ids.asked).isEmpty();
        assertThat(world.idsByName("hero")).isEqualTo(Map.of("Ann", "1"));
    }

    @Test
    void aPathPointsAtAMapAmongSeveralParameters() {
        Map<String, Object> ann = named("Ann");

        world.call(Mapper.class, mapper -> mapper.named(ann, "!"));

        assertThat(ann).containsEntry("id", 1001L);
        assertThat(world.idsByName("hero")).isEqualTo(Map.of("Ann!", "1001"));
    }

    @Test
    void aProviderIsAskedOnce() {
        Provider.CALLS.set(0);

        world.call(Mapper.class, mapper -> mapper.provided(named("Ann")));

        assertThat(world.idsByName("hero")).isEqualTo(Map.of("Ann", "1001"));
        assertThat(Provider.CALLS).hasValue(1);
    }

    @Test
    void aMapThatCannotBeChangedIsRefusedAndNoOtherKeepsAnId() {
        Map<String, Object> ann = named("Ann");

        assertThatThrownBy(() -> world.call(Mapper.class, mapper -> mapper.rows(List.of(ann, Map.of("name", "Bob")))))
                .rootCause()
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(
                        () -> world.call(Mapper.class, mapper -> mapper.row(Collections.singletonMap("name", "Cid"))))
                .cause()
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll(
                        "no id for statement " + MAPPER + "row, parameter shape Map[name]",
                        "Map.id is unset",
                        "java.util.Collections$SingletonMap cannot be changed",
                        "pass a HashMap",
                        "or put an id from the generator into it");
        assertThat(ann).doesNotContainKey("id");
        assertThat(world.idsByName("hero")).isEmpty();
    }

    @Test
    void oneMapTwiceIsRefused() {
        Map<String, Object> ann = named("Ann");

        assertThatThrownBy(() -> world.call(
                        Mapper.class,
                        mapper -> mapper.rowsWithoutGeneratedKeys(new ArrayList<>(Arrays.asList(ann, ann)))))
                .rootCause()
                .hasMessageContainingAll(
                        "no id for statement " + MAPPER + "rowsWithoutGeneratedKeys, parameter shape List[Map[name]]",
                        "elements 0 and 1 are the same Map instance",
                        "both rows would get one id",
                        "pass it once",
                        "or pass a copy");
        assertThat(ann).doesNotContainKey("id");
    }

    @Test
    void aReferenceInAMapIsNotTakenForTheRow() {
        Map<String, Object> ann = named("Ann");
        Guild guild = new Guild();
        ann.put("guild", guild);

        assertThatThrownBy(() -> world.call(Mapper.class, mapper -> mapper.withReference(ann)))
                .rootCause()
                .hasMessageContainingAll(
                        "no id for statement " + MAPPER + "withReference, parameter shape Map[guild, name]",
                        "the statement binds #{id}",
                        "Map.id is unset",
                        "that Map is no row of this insert",
                        "insert that Map first",
                        "or if it is the row, put an id from the generator into it",
                        "rows with @SnowflakeId go first");
        assertThat(guild.id).isNull();
    }

    @Test
    void whatAMapHoldsIsNoRowWhereKeyPropertyIsAKeyOfTheMap() {
        Map<String, Object> ann = named("Ann");
        Plain guild = new Plain();
        guild.id = 5L;
        ann.put("guild", guild);

        world.call(Mapper.class, mapper -> mapper.withReference(ann));
        assertThat(world.query("SELECT id, guild_id FROM hero")).containsExactly("1001,5");
    }
}
