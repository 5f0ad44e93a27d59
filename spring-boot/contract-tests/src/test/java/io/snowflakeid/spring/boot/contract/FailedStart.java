package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/** The output of an application that does not start. */
public final class FailedStart implements FailureAnalysisReporter {

    private static final Queue<FailureAnalysis> REPORTED = new ConcurrentLinkedQueue<>();

    @Override
    public void report(FailureAnalysis analysis) {
        REPORTED.add(analysis);
    }

    static FailureAnalysis of(Class<?> application, String... properties) {
        String[] all = Arrays.copyOf(properties, properties.length + 1);
        all[properties.length] = "spring.main.web-application-type=none";
        REPORTED.clear();
        assertThatThrownBy(() -> RunningApplication.start(application, all).close())
                .isInstanceOf(Exception.class);
        return REPORTED.remove();
    }
}
