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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** With MyBatis-Plus's own starter. */
class MyBatisPlusTest {

    @Test
    void assignedIdsAreOursAndThoseOfTheDatabaseStayItsOwn() {
        try (RunningApplication application = RunningApplication.start(
                MyBatisPlusApplication.class,
                "spring.autoconfigure.exclude=org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration",
                "snowflake.ledger.data-source=dataSource",
                "snowflake.ledger.scope=shared")) {
            JdbcTemplate jdbc = application.context().getBean(JdbcTemplate.class);
            jdbc.execute("create table guild (id bigint primary key, name varchar(100))");
            jdbc.execute("create table badge (id int auto_increment primary key, name varchar(100))");
            Guild guild = new Guild();
            guild.name = "Knights";
            Badge badge = new Badge();
            badge.name = "Shield";

            application.context().getBean(GuildMapper.class).insert(guild);
            application.context().getBean(BadgeMapper.class).insert(badge);

            assertThat(application.context().getBean(IdentifierGenerator.class))
                    .isInstanceOf(SnowflakeIdentifierGenerator.class);
            SnowflakeIdGenerator ids = application.context().getBean(SnowflakeIdGenerator.class);
            assertThat(jdbc.queryForObject("select id from guild", Long.class)).isEqualTo(guild.id);
            assertThat(ids.layout().decode(guild.id).worker())
                    .isEqualTo(ids.status().worker());
            assertThat(ids.layout().decode(guild.id).timestamp())
                    .isAfter(Instant.now().minusSeconds(60));
            assertThat(badge.id).isEqualTo(1);
            assertThat(application.get("/guild")).isEqualTo("{\"id\":\"" + guild.id + "\",\"name\":\"Knights\"}");
            assertThat(application.get("/badge")).isEqualTo("{\"id\":1,\"name\":\"Shield\"}");
        }
    }

    /** The key of a banner has no annotation, so the global id type applies. */
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                    assign_id; {"id":"2123748188476166151"}
                    input;     {"id":2123748188476166151}
                    """)
    void theGlobalIdTypeSaysWhetherAKeyIsText(String idType, String json) {
        try (RunningApplication application = RunningApplication.start(
                MyBatisPlusApplication.class,
                "spring.autoconfigure.exclude=org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration",
                "mybatis-plus.global-config.db-config.id-type=" + idType,
                "snowflake.worker=0",
                "snowflake.namespace=banners-" + idType)) {
            assertThat(application.get("/banner")).isEqualTo(json);
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

    public static class Banner {
        public Long id = 2123748188476166151L;
    }

    @Mapper
    interface BannerMapper extends BaseMapper<Banner> {}

    @SpringBootApplication
    static class MyBatisPlusApplication {

        @Bean
        Rows rows(GuildMapper guilds, BadgeMapper badges) {
            return new Rows(guilds, badges);
        }
    }

    @RestController
    record Rows(GuildMapper guilds, BadgeMapper badges) {

        @GetMapping("/guild")
        Guild guild() {
            return guilds.selectList(null).get(0);
        }

        @GetMapping("/badge")
        Badge badge() {
            return badges.selectList(null).get(0);
        }

        @GetMapping("/banner")
        Banner banner() {
            return new Banner();
        }
    }
}
