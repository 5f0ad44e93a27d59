package io.snowflakeid.jackson2;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeRef;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** The marks of Hibernate and MyBatis count, and neither is named in the module. */
class EntityIdTest {

    private static final long ID = 2123748188476166151L;

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
    void theIdOfAnEntityIsText() {
        assertThat(Jackson2.of("annotated", UnaryOperator.identity()).write(new Hero()))
                .contains("\"id\":\"" + ID + "\"", "\"guildId\":\"" + ID + "\"", "\"level\":7");
    }

    @Test
    void theIdOfARowOfMyBatisIsText() {
        assertThat(Jackson2.of("annotated", UnaryOperator.identity()).write(new Mail()))
                .isEqualTo("{\"id\":\"" + ID + "\"}");
    }
}
