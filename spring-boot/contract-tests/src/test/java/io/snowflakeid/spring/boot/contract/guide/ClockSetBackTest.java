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

    @Test
    void theRequestIsRolledBackWithARetryTimeAndSucceedsLater() {
        try (RunningApplication application = RunningApplication.start(
                List.of(JpaApplication.class, WithSettableClock.class, NoIdAdvice.class),
                RunningApplication.WITH_JPA)) {
            JdbcTemplate jdbc = application.bean(JdbcTemplate.class);
            AtomicLong ahead = application.bean(SettableTime.class).aheadNanos;
            application.post("/heroes", AYLA);

            ahead.set(TimeUnit.SECONDS.toNanos(-4));
            assertThatThrownBy(() -> application.post("/heroes", AYLA))
                    .isInstanceOfSatisfying(
                            HttpServerErrorException.ServiceUnavailable.class,
                            e -> assertThat(e.getResponseHeaders().getFirst(HttpHeaders.RETRY_AFTER))
                                    .matches("[1-4]"));
            assertThat(rows(jdbc)).isEqualTo(1);

            ahead.set(0);
            application.post("/heroes", AYLA);
            assertThat(rows(jdbc)).as("later").isEqualTo(2);
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
