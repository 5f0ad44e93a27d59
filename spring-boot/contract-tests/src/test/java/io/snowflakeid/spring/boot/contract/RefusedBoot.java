package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Only run by name, on an unsupported Spring Boot version, see docs/internals/testing.md. */
class RefusedBoot {

    @Test
    void isRefusedWithASentence() {
        FailureAnalysis failure = FailedStart.of(RunningApplication.Plain.class, "snowflake.worker=0");

        assertThat(failure.getDescription())
                .contains(
                        "The starter needs Spring Boot 3.4 or newer, but this is " + SpringBootVersion.getVersion(),
                        "snowflake.worker=0");
        assertThat(failure.getAction()).contains("Update Spring Boot");
    }
}
