package io.snowflakeid.mybatis.upserts;

import static io.snowflakeid.mybatis.upserts.Heroes.COUNTED;
import static io.snowflakeid.mybatis.upserts.Heroes.DO_NOTHING;
import static io.snowflakeid.mybatis.upserts.Heroes.DO_UPDATE;
import static io.snowflakeid.mybatis.upserts.Heroes.H2;
import static io.snowflakeid.mybatis.upserts.Heroes.H2_AS_MYSQL;
import static io.snowflakeid.mybatis.upserts.Heroes.MARIADB_BY_ITS_DRIVER;
import static io.snowflakeid.mybatis.upserts.Heroes.MYSQL;
import static io.snowflakeid.mybatis.upserts.Heroes.PLAIN;
import static io.snowflakeid.mybatis.upserts.Heroes.POSTGRES;
import static io.snowflakeid.mybatis.upserts.Heroes.TELLING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** After an upsert an object has the id of its row, or none: on each database. */
class UpsertsIT {

    interface Mapper {
        @Insert("${sql}")
        @Options(useGeneratedKeys = true, keyProperty = "heroes.id", keyColumn = "id")
        int readingBack(@Param("heroes") List<Hero> heroes, @Param("sql") String sql);

        @Insert("${sql}")
        int insert(@Param("heroes") List<Hero> heroes, @Param("sql") String sql);
    }

    interface Counting {
        @Insert("""
                INSERT INTO hero (id, name, n) VALUES (#{id}, #{name}, 1)
                ON DUPLICATE KEY UPDATE n = n + 1, id = LAST_INSERT_ID(id)
                """)
        @Options(useGeneratedKeys = true, keyProperty = "id")
        void count(Hero hero);

        @Insert("INSERT INTO item (hero_id) VALUES (#{id})")
        void insertItemOf(Hero hero);
    }

    private final PredictableIds ids = new PredictableIds();

    private World world(Heroes database, String table) throws SQLException {
        return World.on(database.newDatabase(), new SnowflakeInterceptor(ids), Mapper.class, table, Heroes.ROWS);
    }

    private static List<Hero> heroes(String... names) {
        return Stream.of(names).map(Hero::new).toList();
    }

    private static void assertEachHasTheIdOfItsRow(World world, List<Hero> heroes) {
        Map<String, String> stored = world.idsByName("hero");
        assertThat(heroes)
                .allSatisfy(hero -> assertThat(String.valueOf(hero.id)).isEqualTo(stored.get(hero.name)));
    }

    static Stream<Arguments> readingBack() {
        IntFunction<String> merge = rows -> Heroes.merge(rows, " WHEN MATCHED THEN UPDATE SET n = 9");
        return Stream.of(
                arguments(MYSQL, PLAIN, sql(TELLING)),
                arguments(MYSQL, COUNTED, sql(TELLING)),
                arguments(MARIADB_BY_ITS_DRIVER, PLAIN, sql(TELLING)),
                arguments(MARIADB_BY_ITS_DRIVER, COUNTED, sql(TELLING)),
                arguments(POSTGRES, PLAIN, sql(DO_UPDATE)),
                arguments(H2, PLAIN, merge));
    }

    private static IntFunction<String> sql(String onConflict) {
        return rows -> Heroes.sql("INSERT INTO", rows, onConflict);
    }

    /** Update counts are 1, 2 and 1 (or 0) on MySQL. */
    @ParameterizedTest
    @MethodSource("readingBack")
    void anIdThatIsReadBackIsThatOfTheRow(Heroes database, String table, IntFunction<String> sql) throws SQLException {
        try (World world = world(database, table)) {
            List<Hero> heroes = heroes("new", "old", "same", "newer", "old", "new");
            for (Hero hero : heroes) {
                world.call(Mapper.class, mapper -> mapper.readingBack(List.of(hero), sql.apply(1)));
            }
            assertEachHasTheIdOfItsRow(world, heroes);
            assertThat(heroes).extracting(hero -> hero.id).startsWith(PredictableIds.FIRST, 10L, 30L);
        }
    }

    /** Without keyColumn, PostgreSQL would return the whole row, and MyBatis would read its first column. */
    @Test
    void theKeyColumnIsReadForTheIdWhereverItStands() throws SQLException {
        try (World world = world(POSTGRES, PLAIN.replace("(id", "(guild BIGINT DEFAULT 3, id"))) {
            List<Hero> heroes = heroes("old");
            world.call(
                    Mapper.class,
                    mapper -> mapper.readingBack(heroes, sql(DO_UPDATE).apply(1)));
            assertThat(heroes.get(0).id).isEqualTo(10);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MYSQL", "MARIADB_BY_ITS_DRIVER"})
    void childrenReferToTheRowThatIsThere(Heroes database) throws SQLException {
        String items = "CREATE TABLE item (hero_id BIGINT, FOREIGN KEY (hero_id) REFERENCES hero (id))";
        try (World world = World.on(
                database.newDatabase(), new SnowflakeInterceptor(ids), Counting.class, PLAIN, Heroes.ROWS, items)) {
            heroes("old", "new", "new")
                    .forEach(hero -> world.call(Counting.class, mapper -> {
                        mapper.count(hero);
                        mapper.insertItemOf(hero);
                    }));
            assertThat(world.query("SELECT h.name, h.n FROM item i JOIN hero h ON h.id = i.hero_id ORDER BY h.id"))
                    .containsExactly("old,2", "new,2", "new,2");
        }
    }

    @ParameterizedTest
    @MethodSource("readingBack")
    void severalRowsAreReadBackOrRefused(Heroes database, String table, IntFunction<String> sql) throws SQLException {
        boolean refused = sql.apply(1).contains("LAST_INSERT_ID");
        try (World world = world(database, table)) {
            List<Hero> heroes = heroes("older", "new", "same", "newer", "old");
            if (refused) {
                assertThatThrownBy(() -> world.call(Mapper.class, mapper -> mapper.readingBack(heroes, sql.apply(5))))
                        .rootCause()
                        .hasMessageContainingAll("Hero.id", "one row, not of 5", "one row at a time", "'unchecked-id'");
                assertThat(heroes).allMatch(hero -> hero.id == null);
                assertThat(world.idsByName("hero")).hasSize(3);
            } else {
                world.call(Mapper.class, mapper -> mapper.readingBack(heroes, sql.apply(5)));
                assertEachHasTheIdOfItsRow(world, heroes);
            }
        }
    }

    @Test
    void anUnchangedRowIsReadBackAlsoWhereItIsNotCounted() throws SQLException {
        TestDatabase database = MYSQL.newDatabase();
        String url = database.url() + (database.url().contains("?") ? "&" : "?") + "useAffectedRows=true";
        Environment counting = new Environment(
                "counting",
                new JdbcTransactionFactory(),
                new DriverManagerDataSource(url, database.user(), database.password()));
        try (World world = World.on(
                database,
                configuration -> configuration.setEnvironment(counting),
                new SnowflakeInterceptor(ids),
                Mapper.class,
                PLAIN,
                Heroes.ROWS)) {
            List<Hero> heroes = heroes("same");
            world.call(
                    Mapper.class,
                    mapper -> assertThat(mapper.readingBack(heroes, sql(TELLING).apply(1)))
                            .isZero());
            assertThat(heroes.get(0).id).isEqualTo(30L);
        }
    }

    /** It has no LAST_INSERT_ID of its own, and returns no keys of rows that are updated. */
    @Test
    void h2AsMySqlLeavesTheIdUnset() throws SQLException {
        try (World world = world(H2_AS_MYSQL, PLAIN)) {
            List<Hero> heroes = heroes("new", "old", "same");
            for (Hero hero : heroes) {
                world.call(
                        Mapper.class,
                        mapper -> mapper.readingBack(List.of(hero), sql(TELLING).apply(1)));
            }
            assertThat(heroes).extracting(hero -> hero.id).containsExactly(PredictableIds.FIRST, null, null);
        }
    }

    /** Rows that the condition leaves out have no key, so it is not known whose the others are. */
    @Test
    void aConditionalUpdateThatLeavesOutRowsLeavesIdsUnset() throws SQLException {
        try (World world = world(POSTGRES, PLAIN)) {
            List<Hero> heroes = heroes("new", "same", "old");
            String sql = sql(DO_UPDATE + " WHERE hero.n < 9").apply(3);
            world.call(Mapper.class, mapper -> mapper.readingBack(heroes, sql));
            assertThat(heroes).allMatch(hero -> hero.id == null);
        }
    }

    /** Up to PostgreSQL 16 the server refuses the driver's RETURNING, from 17 on columns of the source are among the keys. */
    @Test
    void aMergeIsNotReadBackFromPostgreSql() throws SQLException {
        try (World world = world(POSTGRES, PLAIN)) {
            List<Hero> heroes = heroes("old");
            String sql = Heroes.merge(1, " WHEN MATCHED THEN UPDATE SET n = 9");
            assertThatThrownBy(() -> world.call(Mapper.class, mapper -> mapper.readingBack(heroes, sql)))
                    .isNotNull();
            assertThat(world.query("SELECT n FROM hero WHERE id = 10")).containsExactly("1");
        }
    }

    static Stream<Arguments> leavingOut() {
        IntFunction<String> merge = rows -> Heroes.merge(rows, "");
        IntFunction<String> ignore = rows -> Heroes.sql("INSERT IGNORE INTO", rows, "");
        return Stream.of(
                arguments(MYSQL, ignore),
                arguments(MARIADB_BY_ITS_DRIVER, ignore),
                arguments(H2_AS_MYSQL, ignore),
                arguments(POSTGRES, sql(DO_NOTHING)),
                arguments(POSTGRES, merge),
                arguments(H2, merge));
    }

    @ParameterizedTest
    @MethodSource("leavingOut")
    void aRowThatIsLeftOutLeavesItsObjectWithoutAnId(Heroes database, IntFunction<String> sql) throws SQLException {
        try (World world = world(database, PLAIN)) {
            List<Hero> heroes = heroes("old", "new");
            for (Hero hero : heroes) {
                world.call(Mapper.class, mapper -> mapper.insert(List.of(hero), sql.apply(1)));
            }
            assertThat(heroes.get(0).id).isNull();
            assertThat(String.valueOf(heroes.get(1).id))
                    .isEqualTo(world.idsByName("hero").get("new"));
        }
    }

    @ParameterizedTest
    @MethodSource("leavingOut")
    void ofSeveralRowsAllHaveTheirIdsOrNone(Heroes database, IntFunction<String> sql) throws SQLException {
        try (World world = world(database, PLAIN)) {
            List<Hero> allNew = heroes("a", "b", "c");
            List<Hero> oneOld = heroes("d", "old", "e");
            oneOld.get(2).id = 7L; // which the application has set
            world.call(Mapper.class, mapper -> {
                mapper.insert(allNew, sql.apply(3));
                mapper.insert(oneOld, sql.apply(3));
            });
            assertEachHasTheIdOfItsRow(world, allNew);
            assertThat(oneOld).extracting(hero -> hero.id).containsExactly(null, null, 7L);
        }
    }

    /** Which rows are new is known only when the batch is sent, long after the call. */
    @ParameterizedTest
    @MethodSource("leavingOut")
    void inABatchNoneHasAnId(Heroes database, IntFunction<String> sql) throws SQLException {
        try (World world = world(database, PLAIN)) {
            List<Hero> heroes = heroes("old", "new");
            world.call(
                    ExecutorType.BATCH,
                    Mapper.class,
                    mapper -> heroes.forEach(hero -> mapper.insert(List.of(hero), sql.apply(1))));
            assertThat(heroes).allMatch(hero -> hero.id == null);
            assertThat(world.idsByName("hero")).containsEntry("new", String.valueOf(PredictableIds.FIRST + 1));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MYSQL", "MARIADB_BY_ITS_DRIVER"})
    void replaceGivesTheRowTheIdOfItsObject(Heroes database) throws SQLException {
        try (World world = world(database, COUNTED)) {
            List<Hero> one = heroes("old");
            List<Hero> three = heroes("older", "new", "same");
            world.call(Mapper.class, mapper -> {
                mapper.readingBack(one, Heroes.sql("REPLACE INTO", 1, ""));
                mapper.readingBack(three, Heroes.sql("REPLACE INTO", 3, ""));
            });
            assertEachHasTheIdOfItsRow(world, one);
            assertEachHasTheIdOfItsRow(world, three);
            assertThat(world.idsByName("hero")).doesNotContainValue("10");
        }
    }

    /** The shape of MERGE that H2 has beside that of the standard writes every column that it lists. */
    @Test
    void mergeByKeyGivesTheRowTheIdOfItsObject() throws SQLException {
        try (World world = world(H2, PLAIN)) {
            List<Hero> heroes = heroes("new", "old");
            String sql = Heroes.sql("MERGE INTO", 2, "").replace(" VALUES", " KEY (name) VALUES");
            world.call(Mapper.class, mapper -> mapper.insert(heroes, sql));
            assertEachHasTheIdOfItsRow(world, heroes);
        }
    }

    interface Returning {
        String ROW = "INSERT INTO hero (id, name, n) VALUES (#{id}, #{hero.name}, 1)";

        @Select(value = ROW + " ON CONFLICT (name) DO UPDATE SET n = 9 RETURNING id", affectData = true)
        long onConflict(@Param("id") long id, @Param("hero") Hero hero);

        @Select(value = ROW + " ON DUPLICATE KEY UPDATE n = 9 RETURNING id", affectData = true)
        long onDuplicateKey(@Param("id") long id, @Param("hero") Hero hero);
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRES", "MARIADB_BY_ITS_DRIVER"})
    void aSelectThatInsertsAndReturnsTheIdIsLeftAlone(Heroes database) throws SQLException {
        try (World world =
                World.on(database.newDatabase(), new SnowflakeInterceptor(ids), Returning.class, PLAIN, Heroes.ROWS)) {
            List<Long> returned = new ArrayList<>();
            Hero old = new Hero("old");
            world.call(
                    Returning.class,
                    mapper -> returned.add(
                            database == POSTGRES ? mapper.onConflict(1001, old) : mapper.onDuplicateKey(1001, old)));
            assertThat(returned).containsExactly(10L);
            assertThat(old.id).isNull();
            assertThat(ids.asked).isEmpty();
        }
    }
}
