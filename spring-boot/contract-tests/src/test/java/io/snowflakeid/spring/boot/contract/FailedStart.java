package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** What a user reads whose application does not start. */
final class FailedStart {

    private FailedStart() {}

    static FailureAnalysis of(Class<?> application, String... properties) {
        String[] all = Arrays.copyOf(properties, properties.length + 1);
        all[properties.length] = "spring.main.web-application-type=none";
        RecordedFailures.forget();
        assertThatThrownBy(() -> RunningApplication.start(application, all).close())
                .isInstanceOf(Exception.class);
        return RecordedFailures.take();
    }
}
