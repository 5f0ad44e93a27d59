package io.snowflakeid.mybatis.nestedlists;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.SnowflakeId;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import java.sql.SQLException;
import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.junit.jupiter.api.Test;

/** A save of a whole tree: every level is inserted by a statement of its own, from lists that the parent holds. */
class NestedListsTest {

    static class Guild {
        @SnowflakeId
        Long id;

        List<Hero> heroes = List.of(new Hero("Ann"), new Hero("Bob"));
    }

    static class Hero {
        @SnowflakeId
        Long id;

        String name;
        List<Item> items = List.of(new Item(), new Item());

        Hero(String name) {
            this.name = name;
        }
    }

    static class Item {
        @SnowflakeId
        Long id;
    }

    interface Mapper {
        @Insert("INSERT INTO guild (id) VALUES (#{id})")
        void guild(Guild guild);

        @Insert("<script>INSERT INTO hero (id, guild_id, name) VALUES "
                + "<foreach collection='heroes' item='h' separator=','>(#{h.id}, #{id}, #{h.name})</foreach></script>")
        @Options(keyProperty = "heroes.id")
        void heroesOf(Guild guild);

        @Insert(
                "<script>INSERT INTO item (id, hero_id) VALUES <foreach collection='heroes' item='h' separator=','>"
                        + "<foreach collection='h.items' item='i' separator=','>(#{i.id}, #{h.id})</foreach></foreach></script>")
        @Options(keyProperty = "heroes.items.id")
        void itemsOf(Guild guild);
    }

    @Test
    void nestedListsGetTheirIdsLevelByLevel() throws SQLException {
        try (World world = World.onH2(
                new SnowflakeInterceptor(new PredictableIds()),
                Mapper.class,
                "CREATE TABLE guild (id BIGINT PRIMARY KEY)",
                "CREATE TABLE hero (id BIGINT PRIMARY KEY, guild_id BIGINT REFERENCES guild, name VARCHAR(40))",
                "CREATE TABLE item (id BIGINT PRIMARY KEY, hero_id BIGINT REFERENCES hero)")) {
            Guild guild = new Guild();

            world.call(Mapper.class, mapper -> {
                mapper.guild(guild);
                mapper.heroesOf(guild);
                mapper.itemsOf(guild);
            });

            assertThat(world.query("SELECT id, guild_id, name FROM hero ORDER BY id"))
                    .containsExactly("1002,1001,Ann", "1003,1001,Bob");
            assertThat(world.query("SELECT id, hero_id FROM item ORDER BY id"))
                    .containsExactly("1004,1002", "1005,1002", "1006,1003", "1007,1003");
        }
    }
}
