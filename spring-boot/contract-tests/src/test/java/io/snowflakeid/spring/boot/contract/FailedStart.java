package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** What a user reads whose application does not start. */
final class FailedStart {

    private FailedStart() {}

    /** On an empty H2 database. */
    static FailureAnalysis of(Class<?> application, String... properties) {
        return on("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", application, properties);
    }

    static FailureAnalysis on(String database, Class<?> application, String... properties) {
        List<String> args = new ArrayList<>(List.of(
                "--spring.main.banner-mode=off",
                "--spring.flyway.enabled=false",
                "--spring.datasource.url=" + database));
        for (String property : properties) {
            args.add("--" + property);
        }
        SpringApplicationBuilder builder = new SpringApplicationBuilder(application).web(WebApplicationType.NONE);
        RecordedFailures.forget();
        assertThatThrownBy(() -> builder.run(args.toArray(String[]::new)).close())
                .isInstanceOf(Exception.class);
        return RecordedFailures.take();
    }
}
