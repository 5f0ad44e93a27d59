package io.snowflakeid.spring.boot.contract.mybatisplus;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.mapper.BaseMapper;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.mybatis.plus.SnowflakeIdentifierGenerator;
import io.snowflakeid.spring.boot.contract.RunningApplication;
import java.time.Instant;
import org.apache.ibatis.annotations.Mapper;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.JdbcTemplate;

/** With MyBatis-Plus's own starter. */
class MyBatisPlusTest {

    @Test
    void assignedIdsAreOursAndThoseOfTheDatabaseStayItsOwn() {
        try (RunningApplication application = RunningApplication.start(
                MyBatisPlusApplication.class,
                "spring.main.web-application-type=none",
                "spring.autoconfigure.exclude=org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration",
                "snowflake.ledger.data-source=dataSource",
                "snowflake.ledger.scope=shared")) {
            JdbcTemplate jdbc = application.bean(JdbcTemplate.class);
            jdbc.execute("create table guild (id bigint primary key, name varchar(100))");
            jdbc.execute("create table badge (id int auto_increment primary key, name varchar(100))");
            Guild guild = new Guild();
            guild.name = "Knights";
            Badge badge = new Badge();
            badge.name = "Shield";

            application.bean(GuildMapper.class).insert(guild);
            application.bean(BadgeMapper.class).insert(badge);

            assertThat(application.bean(IdentifierGenerator.class)).isInstanceOf(SnowflakeIdentifierGenerator.class);
            SnowflakeIdGenerator ids = application.bean(SnowflakeIdGenerator.class);
            assertThat(jdbc.queryForObject("select id from guild", Long.class)).isEqualTo(guild.id);
            assertThat(ids.layout().decode(guild.id).worker())
                    .isEqualTo(ids.status().worker());
            assertThat(ids.layout().decode(guild.id).timestamp())
                    .isAfter(Instant.now().minusSeconds(60));
            assertThat(badge.id).isEqualTo(1);
        }
    }

    public static class Guild {
        @TableId(type = IdType.ASSIGN_ID)
        public Long id;

        public String name;
    }

    @Mapper
    interface GuildMapper extends BaseMapper<Guild> {}

    /** A table with AUTO_INCREMENT. */
    public static class Badge {
        @TableId(type = IdType.AUTO)
        public Long id;

        public String name;
    }

    @Mapper
    interface BadgeMapper extends BaseMapper<Badge> {}

    @SpringBootApplication
    static class MyBatisPlusApplication {}
}
