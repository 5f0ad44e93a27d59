package io.snowflakeid.jackson3;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonIdentityReference;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import io.snowflakeid.SnowflakeRef;
import io.snowflakeid.hibernate.SnowflakeId;
import io.snowflakeid.json.TextFor;
import io.snowflakeid.testing.Snippets;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Holds docs/json.md to code that runs. */
class GuideTest {

    private static final long ID = 2123748188476166151L;

    private static final JsonMapper JSON =
            JsonMapper.builder().addModule(new SnowflakeModule()).build();

    @Test
    void everyBlockOfThePageIsRunByTests() {
        Snippets.areAllFound(
                "../docs/json.md",
                "src/test",
                "../jackson2-snowflake/src/test",
                "../../spring-boot/contract-tests/src/test/java/io/snowflakeid/spring/boot/contract/json");
    }

    record HeroView(@SnowflakeRef long id, @SnowflakeRef List<Long> friends, long gold) {}

    @Test
    void quickStart() throws IOException {
        JsonMapper json = JsonMapper.builder().addModule(new SnowflakeModule()).build(); // io.snowflakeid.jackson3
        HeroView hero = new HeroView(ID, List.of(2123748188476166144L), 120);
        String written = Files.readString(Path.of("src/test/resources/guide/hero.json"));

        assertThat(json.readTree(json.writeValueAsString(hero))).isEqualTo(json.readTree(written));
        assertThat(json.readValue(written, HeroView.class)).isEqualTo(hero);
        assertThat(json.readValue(JsonMapper.shared().writeValueAsString(hero), HeroView.class))
                .isEqualTo(hero);
    }

    @Entity
    static class Hero {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long id;

        @SnowflakeRef
        Long guildId;
        // ...

        public Long getId() {
            return id;
        }

        public Long getGuildId() {
            return guildId;
        }
    }

    @Test
    void anEntity() {
        Hero hero = new Hero();
        hero.id = ID;
        hero.guildId = 7L;

        assertThat(JSON.readTree(JSON.writeValueAsString(hero)))
                .isEqualTo(JSON.readTree("{\"id\":\"" + ID + "\",\"guildId\":\"7\"}"));
    }

    @SnowflakeRef
    @Retention(RetentionPolicy.RUNTIME)
    @interface HeroId {}

    record Visit(@HeroId long hero, PlayerId player) {}

    record PlayerId(@JsonValue @SnowflakeRef long value) {}

    @Test
    void marksOfTheUsersOwn() {
        assertThat(JSON.writeValueAsString(new Visit(7, new PlayerId(8))))
                .isEqualTo("{\"hero\":\"7\",\"player\":\"8\"}");
    }

    static class Season {
        @SnowflakeRef(keysOnly = true)
        Map<Long, Long> scoreByHero;

        public Map<Long, Long> getScoreByHero() {
            return scoreByHero;
        }
    }

    @Test
    void aMapWithCounts() {
        Season season = new Season();
        season.scoreByHero = Map.of(ID, 12L);

        assertThat(JSON.writeValueAsString(season)).isEqualTo("{\"scoreByHero\":{\"" + ID + "\":12}}");
    }

    record Guild(long id, String name) {}

    static class Member {
        @SnowflakeRef
        @JsonIdentityInfo(generator = ObjectIdGenerators.PropertyGenerator.class, property = "id")
        @JsonIdentityReference(alwaysAsId = true)
        Guild guild;

        public Guild getGuild() {
            return guild;
        }
    }

    @Test
    void anObjectThatIsWrittenAsItsId() {
        Member member = new Member();
        member.guild = new Guild(ID, "Owls");

        assertThat(JSON.writeValueAsString(member)).isEqualTo("{\"guild\":\"" + ID + "\"}");
    }

    @Test
    void anotherMode() {
        JsonMapper json = JsonMapper.builder()
                .addModule(new SnowflakeModule(TextFor.ALL_LONGS))
                .build();

        assertThat(json.writeValueAsString(List.of(7L))).isEqualTo("[\"7\"]");
    }
}
