package io.snowflakeid.mybatis.upserts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.mybatis.MyBatisOn;
import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.InsertProvider;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.exceptions.PersistenceException;
import org.apache.ibatis.executor.BatchResult;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.session.ExecutorType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Upserts that are rejected, read back, or allowed by the mark; {@link UpsertsIT} tests the databases' differences. */
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

    private MyBatisOn setup(Class<?> mapper) throws SQLException {
        return MyBatisOn.onH2(new SnowflakeInterceptor(ids), mapper, Heroes.PLAIN, Heroes.ROWS);
    }

    /** In H2's default mode, which returns keys of a MERGE. */
    private MyBatisOn plainWorld() throws SQLException {
        return MyBatisOn.on(
                Heroes.H2.newDatabase(), new SnowflakeInterceptor(ids), Mapper.class, Heroes.PLAIN, Heroes.ROWS);
    }

    private static void assertRefused(MyBatisOn setup, Consumer<Mapper> call, String... parts) {
        assertThatThrownBy(() -> setup.call(Mapper.class, call))
                .rootCause()
                .isInstanceOf(PluginException.class)
                .hasMessageStartingWith("no id for statement " + Mapper.class.getName())
                .hasMessageContainingAll(parts)
                .hasMessageEndingWith("set keyColumn to 'unchecked-id'");
        assertThat(setup.query("SELECT id FROM hero ORDER BY id")).containsExactly("10", "20", "30");
        assertThat(setup.query("SELECT MAX(n) FROM hero WHERE id < 30")).containsExactly("1");
    }

    @Test
    void anUpsertThatDoesNotReadTheIdBackIsRefusedByTheSqlOfTheCall() throws SQLException {
        try (MyBatisOn setup = setup(Mapper.class)) {
            Hero hero = new Hero("new");
            assertRefused(
                    setup,
                    mapper -> mapper.upsert(hero, true),
                    "upsert, parameter shape Map[hero, update]",
                    "keeps its own id",
                    "Hero.id would differ",
                    "useGeneratedKeys, and keyProperty for 'id', and 'id = LAST_INSERT_ID(id)'");
            assertThat(hero.id).isNull();
            setup.call(Mapper.class, mapper -> mapper.upsert(hero, false));
            assertThat(setup.idsByName("hero")).containsEntry("new", "1002");
        }
    }

    @Test
    void theMarkAllowsAnyUpsert() throws SQLException {
        try (MyBatisOn setup = setup(Mapper.class)) {
            setup.configuration().addMapper(XmlUpserts.class);
            Hero fresh = new Hero("new");
            Hero old = new Hero("old");
            setup.call(Mapper.class, mapper -> mapper.unchecked(fresh));
            setup.call(XmlUpserts.class, mapper -> mapper.unchecked(old));
            assertThat(setup.idsByName("hero")).containsEntry("new", "1001").containsEntry("old", "10");
            assertThat(fresh.id).isEqualTo(1001);
            assertThat(old.id).isEqualTo(1002);
            assertThat(setup.query("SELECT n FROM hero WHERE id = 10")).containsExactly("9");
        }
    }

    /** The application has set the id, so it knows the row. */
    @Test
    void anIdThatIsSetIsTheApplicationsAffair() throws SQLException {
        try (MyBatisOn setup = setup(Mapper.class)) {
            Hero hero = new Hero("renamed");
            hero.id = 10L;
            setup.call(Mapper.class, mapper -> mapper.upsert(hero, true));
            assertThat(hero.id).isEqualTo(10);
            assertThat(setup.query("SELECT n FROM hero WHERE id = 10")).containsExactly("9");
        }
    }

    @Test
    void aMergeThatDoesNotReadTheIdBackIsRefused() throws SQLException {
        String fix = "useGeneratedKeys, and keyProperty for 'id', and keyColumn for its column";
        Hero old = new Hero("old");
        try (MyBatisOn setup = plainWorld()) {
            assertRefused(setup, mapper -> mapper.merge(old), fix);
            assertRefused(setup, mapper -> mapper.mergeWithoutKeyColumn(old), fix);
            assertRefused(setup, mapper -> mapper.mergeWithoutKeyProperty(old), fix);
        }
        assertThat(old.id).isNull();
    }

    @ParameterizedTest
    @EnumSource(names = {"SIMPLE", "REUSE"})
    void anIdIsReadBackAlsoIfTheApplicationHadSetAnother(ExecutorType executor) throws SQLException {
        try (MyBatisOn setup = plainWorld()) {
            List<Hero> heroes = List.of(new Hero("old"), new Hero("new"), new Hero("older"));
            heroes.get(2).id = 77L;
            setup.call(executor, Mapper.class, mapper -> heroes.forEach(mapper::mergeReadingBack));
            assertThat(heroes).extracting(hero -> hero.id).containsExactly(10L, 1002L, 20L);
        }
    }

    /** With the id of the failed call, a retry would look like an upsert with an id of the application. */
    @Test
    void aFailedUpsertClearsTheNewId() throws SQLException {
        try (MyBatisOn setup = plainWorld()) {
            Hero hero = new Hero("too long for the column".repeat(9));
            assertThatThrownBy(() -> setup.call(Mapper.class, mapper -> mapper.mergeReadingBack(hero)))
                    .isInstanceOf(PersistenceException.class);
            assertThat(hero.id).isNull();
        }
    }

    @Test
    void theIdOfAMapIsReadBackAsALong() throws SQLException {
        try (MyBatisOn setup = plainWorld()) {
            Map<String, Object> hero = new HashMap<>(Map.of("name", "old"));
            setup.call(Mapper.class, mapper -> mapper.mergeMap(hero));
            assertThat(hero).containsEntry("id", 10L);
        }
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(longs = 77)
    void aBatchCannotReadBack(Long id) throws SQLException {
        try (MyBatisOn setup = plainWorld()) {
            Hero hero = new Hero("old");
            hero.id = id;
            assertThatThrownBy(
                            () -> setup.call(ExecutorType.BATCH, Mapper.class, mapper -> mapper.mergeReadingBack(hero)))
                    .rootCause()
                    .isInstanceOf(PluginException.class)
                    .hasMessageContainingAll("Hero.id", "another executor than BATCH", "'unchecked-id'");
            assertThat(hero.id).isEqualTo(id);
        }
    }

    @Test
    void insertsOfOneStatementAreOneBatchWithTheNewIds() throws SQLException {
        try (MyBatisOn setup = plainWorld()) {
            Hero old = new Hero("old");
            setup.call(Mapper.class, mapper -> mapper.insertOrMerge(old));
            assertThat(old.id).isEqualTo(10);
            List<Hero> heroes = List.of(new Hero("plain 1"), new Hero("plain 2"));
            List<BatchResult> batches =
                    setup.call(ExecutorType.BATCH, Mapper.class, mapper -> heroes.forEach(mapper::insertOrMerge));
            assertThat(heroes).extracting(hero -> hero.id).containsExactly(1002L, 1003L);
            assertThat(setup.idsByName("hero")).containsEntry("plain 1", "1002").containsEntry("plain 2", "1003");
            assertThat(batches).hasSize(1);
        }
    }

    @Test
    void aKeyOfAnotherPropertyAndTheMarkGoTogether() throws SQLException {
        try (MyBatisOn setup = setup(XmlUpserts.class)) {
            XmlUpserts.Counted hero = new XmlUpserts.Counted("old");
            setup.call(XmlUpserts.class, upserts -> upserts.besideSelectKey(hero));
            assertThat(hero.n).isEqualTo(9);
            assertThat(setup.query("SELECT n FROM hero WHERE id = 10")).containsExactly("9");
        }
    }

    /** The driver would request a column of that name. */
    @Test
    void theMarkDoesNotReachTheDriver() throws SQLException {
        try (MyBatisOn setup = plainWorld()) {
            XmlUpserts.Counted hero = new XmlUpserts.Counted("new");
            setup.call(Mapper.class, mapper -> mapper.otherKeys(hero));
            assertThat(hero.n).isEqualTo(3);
        }
    }
}
