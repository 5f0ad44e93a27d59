package io.snowflakeid.mybatis.forgottencolumn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import java.sql.SQLException;
import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.junit.jupiter.api.Test;

/** A multi-row insert written by hand, before the table had an id of ours: its column list is short of one. */
class ForgottenColumnTest {

    interface Mapper {
        @Insert("<script>INSERT INTO hero (name) VALUES "
                + "<foreach collection='list' item='h' separator=','>(#{h.name})</foreach></script>")
        void insertBatch(List<Hero> heroes);
    }

    @Test
    void anInsertThatForgetsTheIdColumnFailsByNameInsteadOfStoringOtherIds() throws SQLException {
        try (World world = World.onH2(
                new SnowflakeInterceptor(new PredictableIds()),
                Mapper.class,
                "CREATE TABLE hero (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40))")) {
            List<Hero> heroes = List.of(new Hero("Ann"), new Hero("Bob"));

            assertThatThrownBy(() -> world.call(Mapper.class, mapper -> mapper.insertBatch(heroes)))
                    .rootCause()
                    .hasMessageContainingAll(
                            "the statement never uses the id that Hero.id would get", "bind it as #{id}");
            assertThat(world.idsByName("hero")).isEmpty();
            assertThat(heroes).extracting(hero -> hero.id).containsOnlyNulls();
        }
    }
}
