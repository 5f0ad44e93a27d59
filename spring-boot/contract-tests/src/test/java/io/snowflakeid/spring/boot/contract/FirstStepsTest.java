package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.spring.boot.contract.jpa.JpaApplication;
import io.snowflakeid.spring.boot.contract.mybatis.Mail;
import io.snowflakeid.spring.boot.contract.mybatis.MailMapper;
import io.snowflakeid.spring.boot.contract.mybatis.MyBatisApplication;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;

/** The quick start: one dependency, two lines of configuration, one annotation. */
@ExtendWith(OutputCaptureExtension.class)
class FirstStepsTest {

    private static final String[] TWO_LINES = {
        "snowflake.ledger.data-source=dataSource", "snowflake.ledger.scope=shared"
    };

    @Test
    void anEntityIsInsertedAndReturned(CapturedOutput output) {
        try (RunningApplication application = RunningApplication.start(JpaApplication.class, TWO_LINES)) {
            assertThat(output).contains("generated ids: {@SnowflakeId=[Hero.id]}");
            String json = application.post("/heroes", "{\"name\":\"Ayla\"}");

            long id =
                    application.context().getBean(JdbcTemplate.class).queryForObject("select id from hero", Long.class);
            assertThat(application
                            .context()
                            .getBean(SnowflakeIdGenerator.class)
                            .layout()
                            .decode(id)
                            .timestamp())
                    .isAfter(Instant.now().minusSeconds(60));
            assertThat(json).isEqualTo("{\"id\":\"" + id + "\",\"name\":\"Ayla\"}");
            assertThat(application.get("/heroes/" + id)).isEqualTo(json);
        }
    }

    @Test
    void aRowOfMyBatisIsInserted() {
        try (RunningApplication application = RunningApplication.start(MyBatisApplication.class, TWO_LINES)) {
            JdbcTemplate jdbc = application.context().getBean(JdbcTemplate.class);
            jdbc.execute("create table mail (id bigint primary key, subject varchar(100))");
            Mail mail = new Mail();

            application.context().getBean(MailMapper.class).insert(mail);

            assertThat(mail.id).isGreaterThan(1L << 60);
            assertThat(jdbc.queryForObject("select id from mail", Long.class)).isEqualTo(mail.id);
        }
    }
}
