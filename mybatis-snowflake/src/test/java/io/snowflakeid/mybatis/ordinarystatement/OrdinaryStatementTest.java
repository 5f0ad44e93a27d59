package io.snowflakeid.mybatis.ordinarystatement;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import java.sql.SQLException;
import java.util.Map;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.session.ExecutorType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Statements that have nothing to do with ids run next to those that have. */
class OrdinaryStatementTest {

    interface Mapper {
        @Insert("INSERT INTO hero (id, name) VALUES (#{id}, #{name})")
        void insert(Hero hero);

        @Insert("INSERT INTO log (line, tags) VALUES (#{line}, #{tags})")
        void log(Map<String, Object> line);

        @Insert(
                "<script>INSERT INTO log (line) VALUES <foreach collection='names' item='n' separator=','>(#{n})</foreach></script>")
        void logAll(@Param("names") Map<String, String> namesByKey);

        @Update("UPDATE hero SET name = #{name} WHERE id = #{id}")
        int rename(Hero hero);

        @Select("SELECT name FROM hero WHERE id = #{id}")
        String name(Hero hero);

        @Delete("DELETE FROM hero WHERE id = #{id}")
        int delete(Hero hero);
    }

    @ParameterizedTest
    @EnumSource(ExecutorType.class)
    void anOrdinaryStatementRunsAsIfThePluginWereNotThere(ExecutorType executor) throws SQLException {
        PredictableIds ids = new PredictableIds();
        try (World world = World.onH2(
                new SnowflakeInterceptor(ids),
                Mapper.class,
                "CREATE TABLE hero (id BIGINT PRIMARY KEY, name VARCHAR(40))",
                "CREATE TABLE log (line VARCHAR(40), tags VARCHAR(40) ARRAY)")) {
            Hero hero = new Hero("Ann");

            world.call(executor, Mapper.class, mapper -> {
                mapper.insert(hero);
                mapper.log(Map.of("line", "a", "tags", new String[] {"x", "y"}));
                mapper.logAll(Map.of("k", "b"));
                hero.name = "Bea";
                mapper.rename(hero);
                assertThat(mapper.name(hero)).isEqualTo("Bea");
                mapper.delete(hero);
                mapper.delete(new Hero("nobody"));
            });

            assertThat(world.query("SELECT line FROM log ORDER BY line")).containsExactly("a", "b");
            assertThat(ids.asked).containsExactly("next");
        }
    }
}
