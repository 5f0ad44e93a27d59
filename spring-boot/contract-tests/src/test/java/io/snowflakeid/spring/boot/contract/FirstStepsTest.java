package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.spring.boot.contract.jpa.JpaApplication;
import io.snowflakeid.spring.boot.contract.mybatis.Mail;
import io.snowflakeid.spring.boot.contract.mybatis.MailMapper;
import io.snowflakeid.spring.boot.contract.mybatis.MyBatisApplication;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;

/** The quick start: one dependency, two lines of configuration, one annotation. */
@ExtendWith(OutputCaptureExtension.class)
class FirstStepsTest {

    @Test
    void anEntityAndARowOfMyBatisAreInserted(CapturedOutput output) {
        try (RunningApplication application = RunningApplication.start(
                List.of(JpaApplication.class, MyBatisApplication.class),
                RunningApplication.WITH_JPA,
                "snowflake.ledger.data-source=dataSource",
                "snowflake.ledger.scope=shared")) {
            assertThat(output).contains("generated ids: {@SnowflakeId=[Hero.id]}");
            JdbcTemplate jdbc = application.bean(JdbcTemplate.class);
            String json = application.post("/heroes", "{\"name\":\"Ayla\"}");

            long id = jdbc.queryForObject("select id from hero", Long.class);
            SnowflakeLayout layout =
                    application.bean(SnowflakeIdGenerator.class).layout();
            assertThat(layout.decode(id).timestamp()).isAfter(Instant.now().minusSeconds(60));
            assertThat(json).isEqualTo("{\"id\":\"" + id + "\",\"name\":\"Ayla\"}");
            assertThat(application.get("/heroes/" + id)).isEqualTo(json);

            jdbc.execute("create table mail (id bigint primary key, subject varchar(100))");
            Mail mail = new Mail();
            application.bean(MailMapper.class).insert(mail);
            assertThat(mail.id).isGreaterThan(id);
            assertThat(jdbc.queryForObject("select id from mail", Long.class)).isEqualTo(mail.id);
        }
    }
}
