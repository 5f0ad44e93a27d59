package io.snowflakeid.spring.boot.contract;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/** Keeps what a failed start shows. */
public final class RecordedFailures implements FailureAnalysisReporter {

    private static final Queue<FailureAnalysis> REPORTED = new ConcurrentLinkedQueue<>();

    @Override
    public void report(FailureAnalysis analysis) {
        REPORTED.add(analysis);
    }

    /** The oldest that was not taken yet. */
    static FailureAnalysis take() {
        return REPORTED.remove();
    }

    static void forget() {
        REPORTED.clear();
    }
}
