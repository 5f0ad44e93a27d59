package io.snowflakeid.spring.boot.contract;

import java.util.ArrayDeque;
import java.util.Deque;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;

/** Keeps what a failed start told its user. */
public final class RecordedFailures implements FailureAnalysisReporter {

    private static final Deque<FailureAnalysis> REPORTED = new ArrayDeque<>();

    @Override
    public void report(FailureAnalysis analysis) {
        synchronized (REPORTED) {
            REPORTED.add(analysis);
        }
    }

    /** The oldest that was not taken yet. */
    static FailureAnalysis take() {
        synchronized (REPORTED) {
            return REPORTED.remove();
        }
    }

    static void forget() {
        synchronized (REPORTED) {
            REPORTED.clear();
        }
    }
}
