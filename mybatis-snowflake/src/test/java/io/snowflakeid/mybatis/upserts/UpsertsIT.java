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

import io.snowflakeid.mybatis.MyBatisOn;
import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
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
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Signature;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** On each database, an object has the id of its row, or none, after an upsert. */
class UpsertsIT {

    interface Mapper {
        @Insert("${sql}")
        @Options(useGeneratedKeys = true, keyProperty = "heroes.id", keyColumn = "id")
        int readingBack(@Param("heroes") List<Hero> heroes, @Param("sql") String sql);

        @Insert("${sql}")
        int insert(@Param("heroes") List<Hero> heroes, @Param("sql") String sql);

        @Insert("${sql}")
        int insertOf(Squad squad);
    }

    record Squad(List<Hero> heroes, String sql) {}

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

    private MyBatisOn setup(Heroes database, String table) throws SQLException {
        return MyBatisOn.on(database.newDatabase(), new SnowflakeInterceptor(ids), Mapper.class, table, Heroes.ROWS);
    }

    private static List<Hero> heroes(String... names) {
        return Stream.of(names).map(Hero::new).toList();
    }

    private static void assertEachHasTheIdOfItsRow(MyBatisOn setup, List<Hero> heroes) {
        Map<String, String> stored = setup.idsByName("hero");
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
        try (MyBatisOn setup = setup(database, table)) {
            List<Hero> heroes = heroes("new", "old", "same", "newer", "old", "new");
            for (Hero hero : heroes) {
                setup.call(Mapper.class, mapper -> mapper.readingBack(List.of(hero), sql.apply(1)));
            }
            assertEachHasTheIdOfItsRow(setup, heroes);
            assertThat(heroes).extracting(hero -> hero.id).startsWith(PredictableIds.FIRST, 10L, 30L);
        }
    }

    /** Without keyColumn, PostgreSQL would return the whole row, and MyBatis would read its first column. */
    @Test
    void theKeyColumnIsReadForTheIdWhereverItStands() throws SQLException {
        try (MyBatisOn setup = setup(POSTGRES, PLAIN.replace("(id", "(guild BIGINT DEFAULT 3, id"))) {
            List<Hero> heroes = heroes("old");
            setup.call(
                    Mapper.class,
                    mapper -> mapper.readingBack(heroes, sql(DO_UPDATE).apply(1)));
            assertThat(heroes.get(0).id).isEqualTo(10);
        }
    }

    /** Reads the SQL after the insert, as plugins do that log it. */
    @Intercepts(
            @Signature(
                    type = Executor.class,
                    method = "update",
                    args = {MappedStatement.class, Object.class}))
    public static final class Log implements Interceptor {
        @Override
        public Object intercept(Invocation invocation) throws Throwable {
            Object written = invocation.proceed();
            MappedStatement statement = (MappedStatement) invocation.getArgs()[0];
            assertThat(statement.getBoundSql(invocation.getArgs()[1]).getSql()).startsWith("INSERT");
            return written;
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MYSQL", "MARIADB_BY_ITS_DRIVER"})
    void childrenReferToTheRowThatIsThere(Heroes database) throws SQLException {
        String items = "CREATE TABLE item (hero_id BIGINT, FOREIGN KEY (hero_id) REFERENCES hero (id))";
        try (MyBatisOn setup = MyBatisOn.on(
                database.newDatabase(),
                configuration -> configuration.addInterceptor(new Log()),
                new SnowflakeInterceptor(ids),
                Counting.class,
                PLAIN,
                Heroes.ROWS,
                items)) {
            heroes("old", "new", "new")
                    .forEach(hero -> setup.call(Counting.class, mapper -> {
                        mapper.count(hero);
                        mapper.insertItemOf(hero);
                    }));
            assertThat(setup.query("SELECT h.name, h.n FROM item i JOIN hero h ON h.id = i.hero_id ORDER BY h.id"))
                    .containsExactly("old,2", "new,2", "new,2");
        }
    }

    @ParameterizedTest
    @MethodSource("readingBack")
    void severalRowsAreReadBackOrRefused(Heroes database, String table, IntFunction<String> sql) throws SQLException {
        boolean refused = sql.apply(1).contains("LAST_INSERT_ID");
        try (MyBatisOn setup = setup(database, table)) {
            List<Hero> heroes = heroes("older", "new", "same", "newer", "old");
            if (refused) {
                assertThatThrownBy(() -> setup.call(Mapper.class, mapper -> mapper.readingBack(heroes, sql.apply(5))))
                        .rootCause()
                        .hasMessageContainingAll("Hero.id", "one row, not of 5", "one row at a time", "'unchecked-id'");
                assertThat(heroes).allMatch(hero -> hero.id == null);
                assertThat(setup.idsByName("hero")).hasSize(3);
            } else {
                setup.call(Mapper.class, mapper -> mapper.readingBack(heroes, sql.apply(5)));
                assertEachHasTheIdOfItsRow(setup, heroes);
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
        try (MyBatisOn setup = MyBatisOn.on(
                database,
                configuration -> configuration.setEnvironment(counting),
                new SnowflakeInterceptor(ids),
                Mapper.class,
                PLAIN,
                Heroes.ROWS)) {
            List<Hero> heroes = heroes("same");
            setup.call(
                    Mapper.class,
                    mapper -> assertThat(mapper.readingBack(heroes, sql(TELLING).apply(1)))
                            .isZero());
            assertThat(heroes.get(0).id).isEqualTo(30L);
        }
    }

    /** It has no LAST_INSERT_ID, and returns no keys of updated rows. */
    @Test
    void h2AsMySqlLeavesTheIdUnset() throws SQLException {
        try (MyBatisOn setup = setup(H2_AS_MYSQL, PLAIN)) {
            List<Hero> heroes = heroes("new", "old", "same");
            for (Hero hero : heroes) {
                setup.call(
                        Mapper.class,
                        mapper -> mapper.readingBack(List.of(hero), sql(TELLING).apply(1)));
            }
            assertThat(heroes).extracting(hero -> hero.id).containsExactly(PredictableIds.FIRST, null, null);
        }
    }

    /** Rows that the condition skips have no key, so the keys cannot be assigned to rows. */
    @Test
    void aConditionalUpdateThatLeavesOutRowsLeavesIdsUnset() throws SQLException {
        try (MyBatisOn setup = setup(POSTGRES, PLAIN)) {
            List<Hero> heroes = heroes("new", "same", "old");
            String sql = sql(DO_UPDATE + " WHERE hero.n < 9").apply(3);
            setup.call(Mapper.class, mapper -> mapper.readingBack(heroes, sql));
            assertThat(heroes).allMatch(hero -> hero.id == null);
        }
    }

    /** PostgreSQL up to 16 rejects the driver's RETURNING; from 17 on, the keys include columns of the source. */
    @Test
    void aMergeIsNotReadBackFromPostgreSql() throws SQLException {
        try (MyBatisOn setup = setup(POSTGRES, PLAIN)) {
            List<Hero> heroes = heroes("old");
            String sql = Heroes.merge(1, " WHEN MATCHED THEN UPDATE SET n = 9");
            assertThatThrownBy(() -> setup.call(Mapper.class, mapper -> mapper.readingBack(heroes, sql)))
                    .isNotNull();
            assertThat(setup.query("SELECT n FROM hero WHERE id = 10")).containsExactly("1");
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
        try (MyBatisOn setup = setup(database, PLAIN)) {
            List<Hero> heroes = heroes("old", "new");
            for (Hero hero : heroes) {
                setup.call(Mapper.class, mapper -> mapper.insert(List.of(hero), sql.apply(1)));
            }
            assertThat(heroes.get(0).id).isNull();
            assertThat(String.valueOf(heroes.get(1).id))
                    .isEqualTo(setup.idsByName("hero").get("new"));
        }
    }

    @ParameterizedTest
    @MethodSource("leavingOut")
    void ofSeveralRowsAllHaveTheirIdsOrNone(Heroes database, IntFunction<String> sql) throws SQLException {
        try (MyBatisOn setup = setup(database, PLAIN)) {
            List<Hero> allNew = heroes("a", "b", "c");
            List<Hero> oneOld = heroes("d", "old", "e");
            oneOld.get(2).id = 7L; // which the application has set
            List<Hero> oneOldOfSquad = heroes("f", "old", "g");
            oneOldOfSquad.get(2).id = 8L;
            setup.call(Mapper.class, mapper -> {
                mapper.insert(allNew, sql.apply(3));
                mapper.insert(oneOld, sql.apply(3));
                mapper.insertOf(new Squad(oneOldOfSquad, sql.apply(3)));
            });
            assertEachHasTheIdOfItsRow(setup, allNew);
            assertThat(oneOld).extracting(hero -> hero.id).containsExactly(null, null, 7L);
            assertThat(oneOldOfSquad).extracting(hero -> hero.id).containsExactly(null, null, 8L);
        }
    }

    /** New rows are known only after the batch was sent, which is later than the call. */
    @ParameterizedTest
    @MethodSource("leavingOut")
    void inABatchNoneHasAnId(Heroes database, IntFunction<String> sql) throws SQLException {
        try (MyBatisOn setup = setup(database, PLAIN)) {
            List<Hero> heroes = heroes("old", "new");
            setup.call(
                    ExecutorType.BATCH,
                    Mapper.class,
                    mapper -> heroes.forEach(hero -> mapper.insert(List.of(hero), sql.apply(1))));
            assertThat(heroes).allMatch(hero -> hero.id == null);
            assertThat(setup.idsByName("hero")).containsEntry("new", String.valueOf(PredictableIds.FIRST + 1));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MYSQL", "MARIADB_BY_ITS_DRIVER"})
    void replaceGivesTheRowTheIdOfItsObject(Heroes database) throws SQLException {
        try (MyBatisOn setup = setup(database, COUNTED)) {
            List<Hero> one = heroes("old");
            List<Hero> three = heroes("older", "new", "same");
            setup.call(Mapper.class, mapper -> {
                mapper.readingBack(one, Heroes.sql("REPLACE INTO", 1, ""));
                mapper.readingBack(three, Heroes.sql("REPLACE INTO", 3, ""));
            });
            assertEachHasTheIdOfItsRow(setup, one);
            assertEachHasTheIdOfItsRow(setup, three);
            assertThat(setup.idsByName("hero")).doesNotContainValue("10");
        }
    }

    /** H2's own form of MERGE writes every listed column. */
    @Test
    void mergeByKeyGivesTheRowTheIdOfItsObject() throws SQLException {
        try (MyBatisOn setup = setup(H2, PLAIN)) {
            List<Hero> heroes = heroes("new", "old");
            String sql = Heroes.sql("MERGE INTO", 2, "").replace(" VALUES", " KEY (name) VALUES");
            setup.call(Mapper.class, mapper -> mapper.insert(heroes, sql));
            assertEachHasTheIdOfItsRow(setup, heroes);
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
        try (MyBatisOn setup = MyBatisOn.on(
                database.newDatabase(), new SnowflakeInterceptor(ids), Returning.class, PLAIN, Heroes.ROWS)) {
            List<Long> returned = new ArrayList<>();
            Hero old = new Hero("old");
            setup.call(
                    Returning.class,
                    mapper -> returned.add(
                            database == POSTGRES ? mapper.onConflict(1001, old) : mapper.onDuplicateKey(1001, old)));
            assertThat(returned).containsExactly(10L);
            assertThat(old.id).isNull();
            assertThat(ids.asked).isEmpty();
        }
    }
}
