package io.snowflakeid.spring.boot.contract.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.generator.ClockPolicy;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import io.snowflakeid.spring.boot.contract.RunningApplication;
import io.snowflakeid.spring.boot.contract.jpa.JpaApplication;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.client.HttpServerErrorException;

/** The recipe of docs/spring-boot.md for a clock that is set back under the policy {@code tiered}. */
class ClockSetBackTest {

    private static final String AYLA = "{\"name\":\"Ayla\"}";

    private static final String[] ON_ONE_DATABASE = {
        "spring.datasource.url=jdbc:h2:mem:clock-set-back;DB_CLOSE_DELAY=-1",
        "spring.jpa.hibernate.ddl-auto=update",
        "snowflake.ledger.data-source=dataSource",
        "snowflake.ledger.scope=shared"
    };

    @Test
    void theRequestIsRolledBackWithARetryTimeAndSucceedsElsewhereAndLater() {
        try (RunningApplication application = RunningApplication.start(
                        List.of(JpaApplication.class, WithSettableClock.class, NoIdAdvice.class), ON_ONE_DATABASE);
                RunningApplication other = RunningApplication.start(JpaApplication.class, ON_ONE_DATABASE)) {
            JdbcTemplate jdbc = application.context().getBean(JdbcTemplate.class);
            AtomicLong ahead = application.context().getBean(SettableTime.class).aheadNanos;
            application.post("/heroes", AYLA);

            ahead.set(TimeUnit.SECONDS.toNanos(-4));
            assertThatThrownBy(() -> application.post("/heroes", AYLA))
                    .isInstanceOfSatisfying(
                            HttpServerErrorException.ServiceUnavailable.class,
                            e -> assertThat(e.getResponseHeaders().getFirst(HttpHeaders.RETRY_AFTER))
                                    .matches("[1-4]"));
            assertThat(rows(jdbc)).isEqualTo(1);

            other.post("/heroes", AYLA);
            assertThat(rows(jdbc)).as("by another process").isEqualTo(2);
            ahead.set(0);
            application.post("/heroes", AYLA);
            assertThat(rows(jdbc)).as("later").isEqualTo(3);
        }
    }

    private static Integer rows(JdbcTemplate jdbc) {
        return jdbc.queryForObject("select count(*) from hero", Integer.class);
    }

    static final class SettableTime implements TimeSource {

        final AtomicLong aheadNanos = new AtomicLong();

        @Override
        public long wallNanos() {
            return TimeSource.system().wallNanos() + aheadNanos.get();
        }

        @Override
        public long nanos() {
            return System.nanoTime();
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class WithSettableClock {

        @Bean
        SettableTime settableTime() {
            return new SettableTime();
        }

        @Bean
        SnowflakeIdGenerator ids(DataSource dataSource, SettableTime time) {
            return SnowflakeIdGenerator.builder(JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, dataSource)
                            .build())
                    .clockPolicy(ClockPolicy.tiered())
                    .timeSource(time)
                    .build();
        }
    }
}
