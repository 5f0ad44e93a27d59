package io.snowflakeid.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonGetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.snowflakeid.SnowflakeRef;
import io.snowflakeid.testing.JacksonLine;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The annotations of Hibernate and MyBatis count, although the Jackson modules do not depend on them. */
public abstract class EntityIdContract {

    private static final long ID = 2123748188476166151L;

    /** A mapper with the module, which writes marked ids as text. */
    protected abstract JacksonLine json();

    @Entity
    static class Hero {
        @Id
        @GeneratedValue
        @io.snowflakeid.hibernate.SnowflakeId
        Long id = ID;

        @SnowflakeRef
        Long guildId = ID;

        long level = 7;

        public Long getId() {
            return id;
        }

        public Long getGuildId() {
            return guildId;
        }

        public long getLevel() {
            return level;
        }
    }

    static class Mail {
        private Long id = ID;

        @io.snowflakeid.mybatis.SnowflakeId
        public Long getId() {
            return id;
        }

        public void setId(Long id) {
            this.id = id;
        }
    }

    @Test
    protected void theIdOfAnEntityIsText() {
        assertThat(json().write(new Hero()))
                .contains("\"id\":\"" + ID + "\"", "\"guildId\":\"" + ID + "\"", "\"level\":7");
    }

    @Test
    protected void theIdOfARowOfMyBatisIsText() {
        assertThat(json().write(new Mail())).isEqualTo("{\"id\":\"" + ID + "\"}");
    }

    static class Base {
        @TableId(type = IdType.ASSIGN_ID)
        private Long id = ID;

        public Long getId() {
            return id;
        }

        public void setId(Long id) {
            this.id = id;
        }
    }

    static class Guild extends Base {
        private long members = ID;

        public long getMembers() {
            return members;
        }
    }

    static class Badge {
        @TableId(type = IdType.AUTO)
        public long id = ID;
    }

    static class Coded {
        @TableId
        public String id = "g-7";
    }

    static class Narrow {
        @TableId
        public int id = 7;
    }

    static class Numeric {
        @TableId
        @JsonFormat(shape = JsonFormat.Shape.NUMBER)
        public Long id = ID;
    }

    static class Created {
        @TableId
        private final Long heroId;

        @JsonCreator
        Created(@JsonProperty("heroId") Long heroId) {
            this.heroId = heroId;
        }

        public Long getHeroId() {
            return heroId;
        }
    }

    static class Renamed {
        @TableId
        private Long heroId = ID;

        @JsonGetter("id")
        public Long getHeroId() {
            return heroId;
        }
    }

    static class Tied {
        @TableId
        @JsonProperty("id")
        private Long heroId = ID;

        public Long getId() {
            return heroId;
        }
    }

    static Stream<Arguments> rowsOfMyBatisPlus() {
        return Stream.of(
                Arguments.of(new Guild(), "{\"id\":\"" + ID + "\",\"members\":" + ID + "}"),
                Arguments.of(new Badge(), "{\"id\":" + ID + "}"),
                Arguments.of(new Coded(), "{\"id\":\"g-7\"}"),
                Arguments.of(new Created(ID), "{\"heroId\":\"" + ID + "\"}"),
                Arguments.of(new Renamed(), "{\"id\":\"" + ID + "\"}"),
                Arguments.of(new Narrow(), "{\"id\":7}"),
                Arguments.of(new Numeric(), "{\"id\":" + ID + "}"));
    }

    @ParameterizedTest
    @MethodSource("rowsOfMyBatisPlus")
    protected void anIdThatMyBatisPlusAssignsIsTextAndOthersStayAsTheyAre(Object row, String json) {
        assertThat(json().write(row)).isEqualTo(json);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"2123748188476166151\"", "2123748188476166151"})
    protected void anIdThatMyBatisPlusAssignsIsReadFromTextAndFromANumber(String id) {
        Base read = json().read("{\"id\":" + id + "}", Base.class);

        assertThat(read.getId()).isEqualTo(ID);
    }

    @Test
    protected void anIdThatMyBatisPlusAssignsIsNotReadFromARoundedNumber() {
        assertThatThrownBy(() -> json().read("{\"id\":1.5E18}", Base.class)).hasMessageContaining("1.5E18");
        assertThatThrownBy(() -> json().read("{\"heroId\":1.5E18}", Created.class))
                .hasMessageContaining("1.5E18");
    }

    static class Hidden {
        @TableId
        private Long heroId = ID;

        public Long getId() {
            return heroId;
        }
    }

    @Test
    protected void anIdThatMyBatisPlusAssignsBehindAnotherNameIsRefused() {
        assertThatThrownBy(() -> json().write(new Hidden()))
                .hasMessageContainingAll("Hidden.heroId holds ids", "'id'", "Hidden.getId()");
        assertThatThrownBy(() -> json().write(new Tied()))
                .hasMessageContainingAll("Tied.heroId holds ids", "'id'", "Tied.getId()");
    }
}
