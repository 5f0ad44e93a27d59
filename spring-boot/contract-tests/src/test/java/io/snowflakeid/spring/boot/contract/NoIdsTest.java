package io.snowflakeid.spring.boot.contract;

import static io.snowflakeid.spring.boot.contract.WatchedApplication.part;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

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
}
