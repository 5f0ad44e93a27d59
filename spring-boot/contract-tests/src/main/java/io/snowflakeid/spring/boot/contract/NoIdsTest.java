package io.snowflakeid.spring.boot.contract;

import static io.snowflakeid.spring.boot.contract.WatchedApplication.part;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an operator sees when ids have ended, and of generators that the application made itself. */
class NoIdsTest {

    @Test
    @Timeout(60)
    void healthIsDownWithTheReasonWhichIsNoneToRestart() throws Exception {
        try (WatchedApplication application = WatchedApplication.start()) {
            application.ids().close();

            HttpResponse<String> health = application.ask("health");
            assertThat(health.statusCode()).isEqualTo(503);
            assertThat(part(health, "components", "snowflake", "status")).isEqualTo("DOWN");
            assertThat(part(health, "components", "snowflake", "details", "default", "reason"))
                    .isEqualTo("the generator is closed: ids end with the application that is being stopped");
            assertThat(application.ask("health/liveness").statusCode()).isEqualTo(200);
            assertThat(application.ask("health/readiness").statusCode()).isEqualTo(200);
            assertThat(application.ask("prometheus").body()).contains("snowflake_online{generator=\"default\"} 0.0");
        }
        assertThatNobodyAsksForWorkersAnyMore();
    }

    private static void assertThatNobodyAsksForWorkersAnyMore() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("snowflake-workers-in-use")) {
                thread.join(TimeUnit.SECONDS.toMillis(5)); // less than an idle one would stay
                assertThat(thread.isAlive()).isFalse();
            }
        }
    }

    @Test
    void readinessHangsOnIdsIfToldSo() throws Exception {
        try (WatchedApplication application = WatchedApplication.start(
                "management.endpoint.health.group.readiness.include=readinessState,snowflake")) {
            assertThat(application.ask("health/readiness").statusCode()).isEqualTo(200);

            application.ids().close();

            assertThat(application.ask("health/readiness").statusCode()).isEqualTo(503);
            assertThat(application.ask("health/liveness").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aGeneratorOfTheApplicationsOwnIsWatchedToo() throws Exception {
        try (WatchedApplication application = WatchedApplication.startWithOwnGenerator()) {
            assertThat(part(application.ask("health"), "components", "snowflake", "details", "default", "worker"))
                    .isEqualTo(9);
            assertThat(part(application.ask("snowflake"), "generators", "default", "worker"))
                    .isEqualTo(9);
            assertThat(application.ask("prometheus").body())
                    .contains("snowflake_issued_ids_total{generator=\"default\"} 0.0")
                    .doesNotContain("snowflake_lease_acquisitions_total");
        }
    }
}
