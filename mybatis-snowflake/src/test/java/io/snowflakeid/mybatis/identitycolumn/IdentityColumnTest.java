package io.snowflakeid.mybatis.identitycolumn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import java.sql.SQLException;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.SelectKey;
import org.junit.jupiter.api.Test;

/** Two sources of one id: the table still has AUTO_INCREMENT, and a statement still asks for its keys. */
class IdentityColumnTest {

    static class LegacyHero {
        Long id;
        String name = "Old";
    }

    interface Mapper {
        @Insert("INSERT INTO hero (id, name) VALUES (#{id}, #{name})")
        void ours(Hero hero);

        @Insert("INSERT INTO hero (name) VALUES (#{name})")
        @Options(useGeneratedKeys = true, keyProperty = "id")
        void theDatabases(LegacyHero hero);

        @Insert("INSERT INTO hero (id, name) VALUES (#{id}, #{name})")
        @SelectKey(
                statement = "SELECT MAX(id) + 1 FROM hero",
                keyProperty = "id",
                before = true,
                resultType = Long.class)
        void selected(Hero hero);
    }

    @Test
    void anIdComesFromOneSourceAndAnObjectNeverTakesTheIdOfAnotherRow() throws SQLException {
        try (World world = World.onH2(
                SnowflakeInterceptor.annotatedOnly(new PredictableIds()),
                Mapper.class,
                "CREATE TABLE hero (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40))")) {
            Hero ann = new Hero("Ann");
            LegacyHero old = new LegacyHero();

            world.call(Mapper.class, mapper -> {
                mapper.ours(ann);
                mapper.theDatabases(old);
            });
            assertThatThrownBy(() -> world.call(Mapper.class, mapper -> mapper.selected(new Hero("Bob"))))
                    .rootCause()
                    .hasMessageContaining("<selectKey> writes Hero.id as well, and an id can have one source only");

            assertThat(world.idsByName("hero"))
                    .containsEntry("Ann", ann.id.toString())
                    .containsEntry("Old", old.id.toString())
                    .hasSize(2);
        }
    }
}
