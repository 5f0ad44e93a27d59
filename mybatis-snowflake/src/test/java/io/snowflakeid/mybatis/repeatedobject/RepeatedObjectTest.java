package io.snowflakeid.mybatis.repeatedobject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.junit.jupiter.api.Test;

/** One object that was filled and added to the list again and again: every element is the last one. */
class RepeatedObjectTest {

    interface Mapper {
        @Insert("<script>INSERT INTO hero (id, name) VALUES "
                + "<foreach collection='list' item='h' separator=','>(#{h.id}, #{h.name})</foreach></script>")
        void insertBatch(List<Hero> heroes);
    }

    @Test
    void theSameObjectRepeatedInABatchIsNamedBeforeTheDatabaseSeesADuplicateKey() throws SQLException {
        try (World world = World.onH2(
                new SnowflakeInterceptor(new PredictableIds()),
                Mapper.class,
                "CREATE TABLE hero (id BIGINT PRIMARY KEY, name VARCHAR(40))")) {
            Hero hero = new Hero("");
            List<Hero> heroes = new ArrayList<>();
            for (String name : List.of("Ann", "Bob", "Cid")) {
                hero.name = name;
                heroes.add(hero);
            }

            assertThatThrownBy(() -> world.call(Mapper.class, mapper -> mapper.insertBatch(heroes)))
                    .rootCause()
                    .hasMessageContaining("elements 0 and 1 are the same Hero instance, so both rows would get one id");
            assertThat(world.idsByName("hero")).isEmpty();
        }
    }
}
