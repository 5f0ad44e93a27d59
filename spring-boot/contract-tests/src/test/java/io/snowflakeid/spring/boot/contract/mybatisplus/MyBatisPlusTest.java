package io.snowflakeid.spring.boot.contract.mybatisplus;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.mybatis.plus.SnowflakeIdentifierGenerator;
import io.snowflakeid.spring.boot.contract.RunningApplication;
import java.time.Instant;
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
            guild.setName("Knights");
            Badge badge = new Badge();
            badge.setName("Shield");

            application.context().getBean(GuildMapper.class).insert(guild);
            application.context().getBean(BadgeMapper.class).insert(badge);

            assertThat(application.context().getBean(IdentifierGenerator.class))
                    .isInstanceOf(SnowflakeIdentifierGenerator.class);
            SnowflakeIdGenerator ids = application.context().getBean(SnowflakeIdGenerator.class);
            assertThat(jdbc.queryForObject("select id from guild", Long.class)).isEqualTo(guild.getId());
            assertThat(ids.layout().decode(guild.getId()).worker())
                    .isEqualTo(ids.status().worker());
            assertThat(ids.layout().decode(guild.getId()).timestamp())
                    .isAfter(Instant.now().minusSeconds(60));
            assertThat(badge.getId()).isEqualTo(1);
            assertThat(application.get("/guild")).isEqualTo("{\"id\":\"" + guild.getId() + "\",\"name\":\"Knights\"}");
            assertThat(application.get("/badge")).isEqualTo("{\"id\":1,\"name\":\"Shield\"}");
        }
    }

    /** The key of a banner has no annotation: whose it is, the global id type says. */
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
