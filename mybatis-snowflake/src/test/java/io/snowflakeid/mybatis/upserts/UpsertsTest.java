package io.snowflakeid.mybatis.upserts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.InsertProvider;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.executor.BatchResult;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.session.ExecutorType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is refused of upserts, what is read back, and what says that it is meant; databases differ in {@link UpsertsIT}. */
class UpsertsTest {

    private static final String MERGE = "MERGE INTO hero h USING (VALUES (#{id}, #{name}, 1)) v (id, name, n)"
            + " ON h.name = v.name WHEN MATCHED THEN UPDATE SET n = 9"
            + " WHEN NOT MATCHED THEN INSERT (id, name, n) VALUES (v.id, v.name, v.n)";

    interface Mapper {
        String INSERT = "INSERT INTO hero (id, name, n) VALUES (#{hero.id}, #{hero.name}, 1)";
        String UPDATE = " ON DUPLICATE KEY UPDATE n = 9";

        @Insert("<script>" + INSERT + "<if test='update'>" + UPDATE + "</if></script>")
        void upsert(@Param("hero") Hero hero, @Param("update") boolean update);

        @Insert(INSERT + UPDATE)
        @Options(keyColumn = SnowflakeInterceptor.UNCHECKED_ID)
        void unchecked(@Param("hero") Hero hero);

        @Insert(MERGE)
        void merge(Hero hero);

        @Insert(MERGE)
        @Options(useGeneratedKeys = true, keyProperty = "id", keyColumn = "id")
        void mergeReadingBack(Hero hero);

        @Insert(MERGE)
        @Options(useGeneratedKeys = true, keyProperty = "id")
        void mergeWithoutKeyColumn(Hero hero);

        @Insert(MERGE)
        @Options(useGeneratedKeys = true)
        void mergeWithoutKeyProperty(Hero hero);

        @Insert(MERGE)
        @Options(useGeneratedKeys = true, keyProperty = "id", keyColumn = "id")
        void mergeMap(Map<String, Object> hero);

        @InsertProvider(type = Choice.class, method = "sql")
        @Options(useGeneratedKeys = true, keyProperty = "id", keyColumn = "id")
        void insertOrMerge(Hero hero);

        @Insert("INSERT INTO hero (id, name, n) VALUES (#{id}, #{name}, 3)")
        @Options(useGeneratedKeys = true, keyProperty = "n", keyColumn = "n, unchecked-id")
        void otherKeys(XmlUpserts.Counted hero);
    }

    public static final class Choice {
        private Choice() {}

        public static String sql(Hero hero) {
            return hero.name.startsWith("plain") ? "INSERT INTO hero (id, name, n) VALUES (#{id}, #{name}, 1)" : MERGE;
        }
    }

    private final PredictableIds ids = new PredictableIds();

    private World world(Class<?> mapper) throws SQLException {
        return World.onH2(new SnowflakeInterceptor(ids), mapper, Heroes.PLAIN, Heroes.ROWS);
    }

    /** In its own mode, which has keys of a MERGE. */
    private World plainWorld() throws SQLException {
        return World.on(
                Heroes.H2.newDatabase(), new SnowflakeInterceptor(ids), Mapper.class, Heroes.PLAIN, Heroes.ROWS);
    }

    private static void assertRefused(World world, Consumer<Mapper> call, String... parts) {
        assertThatThrownBy(() -> world.call(Mapper.class, call))
                .rootCause()
                .isInstanceOf(PluginException.class)
                .hasMessageStartingWith("no id for statement " + Mapper.class.getName())
                .hasMessageContainingAll(parts)
                .hasMessageEndingWith("set keyColumn to 'unchecked-id'");
        assertThat(world.query("SELECT id FROM hero ORDER BY id")).containsExactly("10", "20", "30");
        assertThat(world.query("SELECT MAX(n) FROM hero WHERE id < 30")).containsExactly("1");
    }

    @Test
    void anUpsertThatDoesNotReadTheIdBackIsRefusedByTheSqlOfTheCall() throws SQLException {
        try (World world = world(Mapper.class)) {
            Hero hero = new Hero("new");
            assertRefused(
                    world,
                    mapper -> mapper.upsert(hero, true),
                    "upsert, parameter shape Map[hero, update]",
                    "keeps its own id",
                    "Hero.id would be another",
                    "useGeneratedKeys, and keyProperty for 'id', and 'id = LAST_INSERT_ID(id)'");
            assertThat(hero.id).isNull();
            world.call(Mapper.class, mapper -> mapper.upsert(hero, false));
            assertThat(world.idsByName("hero")).containsEntry("new", "1002");
        }
    }

    @Test
    void theMarkSaysThatItIsMeant() throws SQLException {
        try (World world = world(Mapper.class)) {
            world.configuration().addMapper(XmlUpserts.class);
            Hero fresh = new Hero("new");
            Hero old = new Hero("old");
            world.call(Mapper.class, mapper -> mapper.unchecked(fresh));
            world.call(XmlUpserts.class, mapper -> mapper.unchecked(old));
            assertThat(world.idsByName("hero")).containsEntry("new", "1001").containsEntry("old", "10");
            assertThat(fresh.id).isEqualTo(1001);
            assertThat(old.id).isEqualTo(1002);
            assertThat(world.query("SELECT n FROM hero WHERE id = 10")).containsExactly("9");
        }
    }

    /** The id is set, so the application knows which row it means. */
    @Test
    void anIdThatIsSetIsTheApplicationsAffair() throws SQLException {
        try (World world = world(Mapper.class)) {
            Hero hero = new Hero("renamed");
            hero.id = 10L;
            world.call(Mapper.class, mapper -> mapper.upsert(hero, true));
            assertThat(hero.id).isEqualTo(10);
            assertThat(world.query("SELECT n FROM hero WHERE id = 10")).containsExactly("9");
        }
    }

    @Test
    void aMergeThatDoesNotReadTheIdBackIsRefused() throws SQLException {
        String wayOut = "useGeneratedKeys, and keyProperty for 'id', and keyColumn for its column";
        Hero old = new Hero("old");
        try (World world = plainWorld()) {
            assertRefused(world, mapper -> mapper.merge(old), wayOut);
            assertRefused(world, mapper -> mapper.mergeWithoutKeyColumn(old), wayOut);
            assertRefused(world, mapper -> mapper.mergeWithoutKeyProperty(old), wayOut);
        }
        assertThat(old.id).isNull();
    }

    @ParameterizedTest
    @EnumSource(names = {"SIMPLE", "REUSE"})
    void anIdIsReadBackAlsoIfTheApplicationHadSetAnother(ExecutorType executor) throws SQLException {
        try (World world = plainWorld()) {
            List<Hero> heroes = List.of(new Hero("old"), new Hero("new"), new Hero("older"));
            heroes.get(2).id = 77L;
            world.call(executor, Mapper.class, mapper -> heroes.forEach(mapper::mergeReadingBack));
            assertThat(heroes).extracting(hero -> hero.id).containsExactly(10L, 1002L, 20L);
        }
    }

    @Test
    void theIdOfAMapIsReadBackAsALong() throws SQLException {
        try (World world = plainWorld()) {
            Map<String, Object> hero = new HashMap<>(Map.of("name", "old"));
            world.call(Mapper.class, mapper -> mapper.mergeMap(hero));
            assertThat(hero).containsEntry("id", 10L);
        }
    }

    @Test
    void aBatchCannotReadBack() throws SQLException {
        try (World world = plainWorld()) {
            Hero hero = new Hero("old");
            assertThatThrownBy(
                            () -> world.call(ExecutorType.BATCH, Mapper.class, mapper -> mapper.mergeReadingBack(hero)))
                    .rootCause()
                    .isInstanceOf(PluginException.class)
                    .hasMessageContainingAll("Hero.id", "another executor than BATCH", "'unchecked-id'");
            assertThat(hero.id).isNull();
        }
    }

    @Test
    void insertsOfTheSameStatementGoInOneBatchWithTheIdsThatWereMade() throws SQLException {
        try (World world = plainWorld()) {
            Hero old = new Hero("old");
            world.call(Mapper.class, mapper -> mapper.insertOrMerge(old));
            assertThat(old.id).isEqualTo(10);
            List<Hero> heroes = List.of(new Hero("plain 1"), new Hero("plain 2"));
            List<BatchResult> batches =
                    world.call(ExecutorType.BATCH, Mapper.class, mapper -> heroes.forEach(mapper::insertOrMerge));
            assertThat(heroes).extracting(hero -> hero.id).containsExactly(1002L, 1003L);
            assertThat(world.idsByName("hero")).containsEntry("plain 1", "1002").containsEntry("plain 2", "1003");
            assertThat(batches).hasSize(1);
        }
    }

    @Test
    void aKeyOfAnotherPropertyAndTheMarkGoTogether() throws SQLException {
        try (World world = world(XmlUpserts.class)) {
            XmlUpserts.Counted hero = new XmlUpserts.Counted("old");
            world.call(XmlUpserts.class, upserts -> upserts.besideSelectKey(hero));
            assertThat(hero.n).isEqualTo(9);
            assertThat(world.query("SELECT n FROM hero WHERE id = 10")).containsExactly("9");
        }
    }

    /** The driver would ask the database for a column of that name. */
    @Test
    void theMarkDoesNotReachTheDriver() throws SQLException {
        try (World world = plainWorld()) {
            XmlUpserts.Counted hero = new XmlUpserts.Counted("new");
            world.call(Mapper.class, mapper -> mapper.otherKeys(hero));
            assertThat(hero.n).isEqualTo(3);
        }
    }
}
