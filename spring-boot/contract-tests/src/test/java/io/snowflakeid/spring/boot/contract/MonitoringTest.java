package io.snowflakeid.spring.boot.contract;

import static io.snowflakeid.spring.boot.contract.WatchedApplication.part;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import java.net.http.HttpResponse;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an operator sees while all is well: over HTTP. */
class MonitoringTest {

    private static WatchedApplication application;

    @BeforeAll
    static void start() {
        application = WatchedApplication.start();
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private final SnowflakeIdGenerator ids = application.ids();
    private final long issuedBefore = ids.issued();

    @Test
    void healthIsUpAndSaysWhereIdsComeFrom() throws Exception {
        HttpResponse<String> health = application.ask("health");

        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(part(health, "components", "snowflake", "status")).isEqualTo("UP");
        assertThat(part(health, "components", "snowflake", "details", "default"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("layout", SnowflakeLayout.DEFAULT.spec())
                .containsEntry("datacenter", 0)
                .containsEntry("worker", (int) ids.status().worker())
                .containsKeys("windowUntil", "ahead")
                .doesNotContainKeys("reason", "warnings", "endsSoon");
        assertThat(part(health, "components", "snowflake", "details", "mails", "worker"))
                .isEqualTo(3);
        assertThat(ids.issued()).isEqualTo(issuedBefore);
    }

    /** What it shows of each, OperationsPageTest compares. */
    @Test
    void theEndpointShowsEveryGeneratorAndMakesNoId() throws Exception {
        HttpResponse<String> all = application.ask("snowflake");

        assertThat(all.statusCode()).isEqualTo(200);
        assertThat(part(all, "generators", "default", "online")).isEqualTo(true);
        assertThat(part(all, "generators", "default", "ledger")).isEqualTo("ledger 'default' (shared)");
        assertThat(part(all, "generators", "default", "issued")).isEqualTo((int) issuedBefore);
        assertThat(part(all, "generators", "mails", "worker")).isEqualTo(3);
        assertThat(part(all, "generators", "mails", "layout", "spec")).isEqualTo(SnowflakeLayout.KUBERNETES.spec());
        assertThat(ids.issued()).isEqualTo(issuedBefore);
    }

    @Test
    @Timeout(60)
    void metersAreBoundThoughTheGeneratorIsThereBeforeTheRegistry() throws Exception {
        ids.nextId();

        HttpResponse<String> scrape = application.ask("prometheus");
        assertThat(scrape.body())
                .contains("snowflake_issued_ids_total{generator=\"default\"} " + (issuedBefore + 1) + ".0")
                .contains("snowflake_borrowed_ticks_total{generator=\"default\"} ")
                .contains("snowflake_borrowed_ticks_total{generator=\"mails\"} ")
                .contains("snowflake_lease_acquisitions_total{generator=\"default\"} 1.0")
                .contains("snowflake_online{generator=\"mails\"} 1.0")
                .contains("snowflake_workers_limit{generator=\"default\"} 1024.0")
                .doesNotContain("snowflake_lease_acquisitions_total{generator=\"mails\"}")
                .doesNotContain("snowflake_workers_limit{generator=\"mails\"}");
        while (!scrape.body().contains("snowflake_workers_held{generator=\"default\"} 1.0")) {
            TimeUnit.MILLISECONDS.sleep(50);
            scrape = application.ask("prometheus");
        }
        assertThat(part(application.ask("metrics/snowflake.issued?tag=generator:default"), "baseUnit"))
                .isEqualTo("ids");
    }

    @Test
    void whoIsOnCallIsToldThatNothingIsToBeDone() {
        assertThat(application.application().post("/admin/ids/resume", "")).isEqualTo("was online");
        assertThat(application.application().post("/admin/ids/accept-leap", "")).isEqualTo("no leap was pending");
    }
}
