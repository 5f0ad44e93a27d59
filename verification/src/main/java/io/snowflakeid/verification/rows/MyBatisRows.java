package io.snowflakeid.verification.rows;

import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.verification.rows.Hero.HeroOfMyBatis;
import java.util.List;
import java.util.Properties;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.LocalCacheScope;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;

/** Inserts, selects and updates rows with MyBatis. */
final class MyBatisRows {

    private static final String COLUMNS = "(id, name, level, gold) VALUES ";
    private static final String VALUES = "#{name}, #{level}, #{gold})";

    private MyBatisRows() {}

    interface Mapper {
        @Insert("INSERT INTO ${table} " + COLUMNS + "(#{id}, " + VALUES)
        void insert(HeroOfMyBatis hero);

        @Insert("<script>INSERT INTO ${table} " + COLUMNS + "<foreach collection='list' item='hero' separator=','>"
                + "(#{hero.id}, #{hero.name}, #{hero.level}, #{hero.gold})</foreach></script>")
        void insertAll(List<HeroOfMyBatis> heroes);

        @Insert("INSERT INTO ${table} (name, level, gold) VALUES (" + VALUES)
        @Options(useGeneratedKeys = true, keyProperty = "id")
        void insertWithoutId(HeroOfMyBatis hero);

        @Insert("<script>INSERT INTO ${table} (name, level, gold) VALUES "
                + "<foreach collection='list' item='hero' separator=','>"
                + "(#{hero.name}, #{hero.level}, #{hero.gold})</foreach></script>")
        @Options(useGeneratedKeys = true, keyProperty = "id")
        void insertAllWithoutIds(List<HeroOfMyBatis> heroes);

        @Update("UPDATE hero SET level = #{level} WHERE id = #{id}")
        void update(HeroOfMyBatis hero);

        @Select("SELECT id, name, level, gold FROM hero WHERE id = #{id}")
        List<HeroOfMyBatis> select(HeroOfMyBatis hero);
    }

    static Work.Source batches(DataSource database) {
        return rows(database, ExecutorType.BATCH);
    }

    static Work.Source singleRows(DataSource database) {
        return rows(database, ExecutorType.SIMPLE);
    }

    private static Work.Source rows(DataSource database, ExecutorType type) {
        return ids -> {
            SqlSessionFactory factory = factory(database, ids);
            boolean identity = ids == Ids.IDENTITY;
            return () -> {
                try (SqlSession session = factory.openSession(type)) {
                    Mapper mapper = session.getMapper(Mapper.class);
                    for (int i = 0; i < Work.ROWS; i++) {
                        if (identity) {
                            mapper.insertWithoutId(hero(ids));
                        } else {
                            mapper.insert(hero(ids));
                        }
                    }
                    session.commit();
                }
            };
        };
    }

    static Work.Source foreach(DataSource database) {
        return ids -> {
            SqlSessionFactory factory = factory(database, ids);
            return () -> {
                try (SqlSession session = factory.openSession()) {
                    Mapper mapper = session.getMapper(Mapper.class);
                    List<HeroOfMyBatis> heroes =
                            Stream.generate(() -> hero(ids)).limit(Work.ROWS).toList();
                    if (ids == Ids.IDENTITY) {
                        mapper.insertAllWithoutIds(heroes);
                    } else {
                        mapper.insertAll(heroes);
                    }
                    session.commit();
                }
            };
        };
    }

    private static HeroOfMyBatis hero(Ids ids) {
        HeroOfMyBatis hero = new HeroOfMyBatis();
        if (ids == Ids.PRESET) {
            hero.id = Ids.nextPreset();
        } else if (ids == Ids.HYPERSISTENCE) {
            hero.id = Ids.TSIDS.generate().toLong();
        }
        return hero;
    }

    private static SqlSessionFactory factory(DataSource database, Ids ids) {
        Configuration configuration =
                new Configuration(new Environment("rows", new JdbcTransactionFactory(), database));
        Properties variables = new Properties();
        variables.setProperty("table", ids.table());
        configuration.setVariables(variables);
        configuration.addMapper(Mapper.class);
        if (ids == Ids.SNOWFLAKEID) {
            configuration.addInterceptor(new SnowflakeInterceptor(Ids.Ours.IDS));
        }
        return new SqlSessionFactoryBuilder().build(configuration);
    }

    static Work.Source selects(DataSource database) {
        return withoutNewIds(database, Mapper::select);
    }

    static Work.Source updates(DataSource database) {
        return withoutNewIds(database, Mapper::update);
    }

    private static Work.Source withoutNewIds(DataSource database, BiConsumer<Mapper, HeroOfMyBatis> statement) {
        return ids -> {
            SqlSessionFactory factory = factory(database, ids);
            factory.getConfiguration().setLocalCacheScope(LocalCacheScope.STATEMENT); // each select reaches the driver
            HeroOfMyBatis hero = hero(Ids.PRESET);
            return () -> {
                try (SqlSession session = factory.openSession()) {
                    for (int i = 0; i < Work.ROWS; i++) {
                        statement.accept(session.getMapper(Mapper.class), hero);
                    }
                }
            };
        };
    }
}
