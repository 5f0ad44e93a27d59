package io.snowflakeid.spring.boot.contract;

import static io.snowflakeid.spring.boot.contract.WatchedApplication.part;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.jdbc.core.JdbcTemplate;

/** What an operator sees when ids have ended. */
class NoIdsTest {

    @Test
    void healthIsDownWithTheReasonAndReadinessIfToldSoWhichIsNoneToRestart() throws Exception {
        try (WatchedApplication application =
                WatchedApplication.start("spring.config.import=classpath:operations/monitoring.properties,"
                        + "classpath:operations/readiness.properties")) {
            assertThat(application.ask("health/readiness").statusCode()).isEqualTo(200);

            application.ids().close();

            HttpResponse<String> health = application.ask("health");
            assertThat(health.statusCode()).isEqualTo(503);
            assertThat(part(health, "components", "snowflake", "details", "default", "reason"))
                    .isEqualTo("the generator is closed: ids end with the application that is being stopped");
            assertThat(application.ask("health/readiness").statusCode()).isEqualTo(503);
            assertThat(application.ask("health/liveness").statusCode()).isEqualTo(200);
            assertThat(application.ask("prometheus").body()).contains("snowflake_online{generator=\"default\"} 0.0");
        }
    }

    @Test
    @Timeout(60)
    void aLedgerThatIsAwayIsAWarningUntilTheWindowIsOver() throws Exception {
        try (WatchedApplication application =
                WatchedApplication.start("snowflake.ledger.window=4s", "snowflake.ledger.renew-every=200ms")) {
            JdbcTemplate database = application.application().context().getBean(JdbcTemplate.class);
            database.execute("alter table snowflake_worker rename to away");

            HttpResponse<String> health = application.ask("health");
            while (!health.body().contains("warnings")) {
                health = application.ask("health");
            }
            assertThat(health.statusCode()).isEqualTo(200);
            assertThat((String) part(health, "components", "snowflake", "details", "default", "warnings", 0))
                    .startsWith("ledger 'default' (shared) has granted no more time since ")
                    .contains("could not renew worker 0 (");

            while (health.statusCode() == 200) {
                TimeUnit.MILLISECONDS.sleep(100);
                health = application.ask("health");
            }
            assertThat((String) part(health, "components", "snowflake", "details", "default", "reason"))
                    .startsWith("the window of worker 0 ended at ")
                    .contains(" and ledger 'default' (shared) has granted no other since ");

            database.execute("alter table away rename to snowflake_worker");
            while (health.statusCode() != 200) {
                TimeUnit.MILLISECONDS.sleep(100);
                health = application.ask("health");
            }
        }
    }
}
