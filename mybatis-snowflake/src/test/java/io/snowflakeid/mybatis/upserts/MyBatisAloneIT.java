package io.snowflakeid.mybatis.upserts;

import static io.snowflakeid.mybatis.upserts.Heroes.COUNTED;
import static io.snowflakeid.mybatis.upserts.Heroes.DO_NOTHING;
import static io.snowflakeid.mybatis.upserts.Heroes.DO_UPDATE;
import static io.snowflakeid.mybatis.upserts.Heroes.H2;
import static io.snowflakeid.mybatis.upserts.Heroes.H2_AS_MYSQL;
import static io.snowflakeid.mybatis.upserts.Heroes.MARIADB;
import static io.snowflakeid.mybatis.upserts.Heroes.MARIADB_BY_ITS_DRIVER;
import static io.snowflakeid.mybatis.upserts.Heroes.MYSQL;
import static io.snowflakeid.mybatis.upserts.Heroes.NOT_TELLING;
import static io.snowflakeid.mybatis.upserts.Heroes.PLAIN;
import static io.snowflakeid.mybatis.upserts.Heroes.POSTGRES;
import static io.snowflakeid.mybatis.upserts.Heroes.TELLING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.snowflakeid.mybatis.World;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.executor.ExecutorException;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.session.ExecutorType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Without us: what MyBatis's key generator writes into objects that bring their ids, where some of the rows are there already. This is
 * what docs/mybatis.md says of each database; a driver that does better one day shows here.
 */
@Tag("long")
class MyBatisAloneIT {

    static final class Hero {
        Long id;
        String name;

        Hero(long id, String name) {
            this.id = id;
            this.name = name;
        }
    }

    interface Mapper {
        @Insert("${sql}")
        @Options(useGeneratedKeys = true, keyProperty = "heroes.id")
        void insert(@Param("heroes") List<Hero> heroes, @Param("sql") String sql);
    }

    interface OneByOne {
        @Insert("INSERT INTO hero (id, name, n) VALUES (#{id}, #{name}, 1)" + TELLING)
        @Options(useGeneratedKeys = true, keyProperty = "id")
        void insert(Hero hero);
    }

    private static final class None implements Interceptor {
        @Override
        public Object intercept(Invocation invocation) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Object plugin(Object target) {
            return target;
        }
    }

    /** Ids of objects that came as 1001, 1002, 1003: of one, whose row has 10, and of three, whose rows have 1001, 10, 1003, but for REPLACE. */
    static Stream<Arguments> measured() {
        return Stream.of(
                        cases(
                                "INSERT INTO",
                                TELLING,
                                PLAIN,
                                "10",
                                "10 1002 1003",
                                MYSQL,
                                MARIADB,
                                MARIADB_BY_ITS_DRIVER),
                        cases(
                                "INSERT INTO",
                                TELLING,
                                COUNTED,
                                "10",
                                "10 1002 1003",
                                MYSQL,
                                MARIADB,
                                MARIADB_BY_ITS_DRIVER),
                        cases(
                                "INSERT INTO",
                                NOT_TELLING,
                                PLAIN,
                                "1001",
                                "1001 1002 1003",
                                MYSQL,
                                MARIADB,
                                MARIADB_BY_ITS_DRIVER),
                        cases(
                                "INSERT INTO",
                                NOT_TELLING,
                                COUNTED,
                                "10",
                                "1003 1002 1003",
                                MYSQL,
                                MARIADB,
                                MARIADB_BY_ITS_DRIVER),
                        cases("INSERT INTO", TELLING, PLAIN, "1001", "1001 1003 1003", H2_AS_MYSQL),
                        cases("INSERT INTO", NOT_TELLING, PLAIN, "1001", "1001 1003 1003", H2_AS_MYSQL),
                        cases(
                                "INSERT IGNORE",
                                "",
                                PLAIN,
                                "1001",
                                "1001 1002 1003",
                                MYSQL,
                                MARIADB,
                                MARIADB_BY_ITS_DRIVER),
                        cases("INSERT IGNORE", "", COUNTED, "1001", "1003 1004 1003", MYSQL, MARIADB),
                        cases("INSERT IGNORE INTO", "", PLAIN, "1001", "1001 1003 1003", H2_AS_MYSQL),
                        cases("REPLACE", "", PLAIN, "1001", "1001 1002 1003", MYSQL, MARIADB, MARIADB_BY_ITS_DRIVER),
                        cases("REPLACE", "", COUNTED, "1001", "1003 1002 1003", MARIADB_BY_ITS_DRIVER),
                        cases("INSERT INTO", DO_UPDATE, PLAIN, "10", "1001 10 1003", POSTGRES),
                        cases(
                                "INSERT INTO",
                                DO_UPDATE + " WHERE hero.n > 9",
                                PLAIN,
                                "1001",
                                "1001 1003 1003",
                                POSTGRES),
                        cases("INSERT INTO", DO_NOTHING, PLAIN, "1001", "1001 1003 1003", POSTGRES),
                        merge(" WHEN MATCHED THEN UPDATE SET n = 9", "10", "1001 10 1003"),
                        merge("", "1001", "1001 1003 1003"))
                .flatMap(List::stream);
    }

    private static List<Arguments> cases(
            String verb, String onConflict, String table, String one, String three, Heroes... databases) {
        IntFunction<String> sql = rows -> Heroes.sql(verb, rows, onConflict);
        return Stream.of(databases)
                .map(database -> arguments(database, table, sql.apply(1), one, sql.apply(3), three))
                .toList();
    }

    private static List<Arguments> merge(String whenMatched, String one, String three) {
        return List.of(arguments(H2, PLAIN, Heroes.merge(1, whenMatched), one, Heroes.merge(3, whenMatched), three));
    }

    @ParameterizedTest
    @MethodSource("measured")
    void readsBack(Heroes database, String table, String ofOne, String one, String ofThree, String three)
            throws SQLException {
        try (World world = World.on(database.newDatabase(), new None(), Mapper.class, table, Heroes.ROWS)) {
            assertThat(idsAfter(world, ofThree, "new", "old", "newer")).isEqualTo(three);
        }
        try (World world = World.on(database.newDatabase(), new None(), Mapper.class, table, Heroes.ROWS)) {
            assertThat(idsAfter(world, ofOne, "old")).isEqualTo(one);
        }
    }

    private static String idsAfter(World world, String sql, String... names) {
        List<Hero> heroes = new ArrayList<>();
        for (String name : names) {
            heroes.add(new Hero(1001 + heroes.size(), name));
        }
        world.call(Mapper.class, mapper -> mapper.insert(heroes, sql));
        return idsOf(heroes);
    }

    private static String idsOf(List<Hero> heroes) {
        return heroes.stream()
                .map(hero -> String.valueOf(hero.id))
                .reduce((a, b) -> a + " " + b)
                .orElseThrow();
    }

    /** Rows that are new have no key where the column is not counted, so those of others move up. */
    @ParameterizedTest
    @MethodSource("likeMySql")
    void readsBackOtherIdsInABatch(Heroes database) throws SQLException {
        try (World world = World.on(database.newDatabase(), new None(), OneByOne.class, PLAIN, Heroes.ROWS)) {
            List<Hero> heroes = List.of(new Hero(1001, "new"), new Hero(1002, "old"), new Hero(1003, "newer"));
            world.call(ExecutorType.BATCH, OneByOne.class, mapper -> heroes.forEach(mapper::insert));
            assertThat(idsOf(heroes)).isEqualTo("10 1002 1003");
        }
    }

    static List<Heroes> likeMySql() {
        return List.of(MYSQL, MARIADB, MARIADB_BY_ITS_DRIVER);
    }

    /** An update count of 2 makes two keys of one row. */
    @Test
    void failsOnReplaceWhereTheDriverCountsKeys() throws SQLException {
        try (World world = World.on(MYSQL.newDatabase(), new None(), Mapper.class, COUNTED, Heroes.ROWS)) {
            assertThatThrownBy(() -> idsAfter(world, Heroes.sql("REPLACE INTO", 1, ""), "old"))
                    .hasRootCauseInstanceOf(ExecutorException.class)
                    .rootCause()
                    .hasMessageContaining("Too many keys");
        }
    }
}
