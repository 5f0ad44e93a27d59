package io.snowflakeid.mybatis.hashcodeofnull;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.SnowflakeId;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.junit.jupiter.api.Test;

/** Entities whose equals and hashCode are made of the id, and fail or agree while there is none. */
class HashCodeOfNullTest {

    static class Hero {
        @SnowflakeId
        Long id;

        String name;

        Hero(String name) {
            this.name = name;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Hero hero && id.equals(hero.id);
        }

        @Override
        public int hashCode() {
            return id.hashCode();
        }
    }

    interface Mapper {
        @Insert("<script>INSERT INTO hero (id, name) VALUES "
                + "<foreach collection='heroes' item='h' separator=','>(#{h.id}, #{h.name})</foreach></script>")
        @Options(useGeneratedKeys = true, keyProperty = "heroes.id")
        void insertBatch(@Param("heroes") List<Hero> heroes, @Param("guild") String guild);
    }

    @Test
    void aHashCodeThatFailsWithoutAnIdIsNeverCalled() throws SQLException {
        try (World world = World.onH2(
                new SnowflakeInterceptor(new PredictableIds()),
                Mapper.class,
                "CREATE TABLE hero (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40))")) {
            world.call(Mapper.class, mapper -> mapper.insertBatch(List.of(new Hero("Ann"), new Hero("Bob")), "Owls"));

            assertThat(world.idsByName("hero")).isEqualTo(Map.of("Ann", "1001", "Bob", "1002"));
        }
    }
}
