package io.snowflakeid.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressLinesTest {

    private final AtomicLong nanos = new AtomicLong(7);
    private final StringWriter text = new StringWriter();
    private final ProgressLines lines = new ProgressLines(new PrintWriter(text), nanos::get);

    private void afterMillis(long millis, String step, long done, long total) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
        lines.show(step, done, total);
    }

    @Test
    void printsEachStepOnceAndRowsRateAndTimeLeftEveryFiveSeconds() {
        afterMillis(0, "copy rows", 0, 10_000_000);
        afterMillis(4999, "copy rows", 400_000, 10_000_000);
        afterMillis(1, "copy rows", 500_000, 10_000_000);
        afterMillis(5000, "copy rows", 1_000_000, 10_000_000);
        afterMillis(90_000, "copy rows", 10_000_000, 10_000_000);
        afterMillis(1, "add indexes", 0, 12);

        assertThat(text.toString().lines())
                .containsExactly(
                        "  copy rows: 0 of 10,000,000 (0 %)",
                        "  copy rows: 500,000 of 10,000,000 (5 %), 100,000/s, 1 min 35 s left",
                        "  copy rows: 1,000,000 of 10,000,000 (10 %), 100,000/s, 1 min 30 s left",
                        "  copy rows: 10,000,000 of 10,000,000 (100 %), 100,000/s",
                        "  add indexes: 0 of 12 (0 %)");
    }

    @Test
    void whatAnEarlierCallHasCopiedDoesNotCountAsSpeed() {
        afterMillis(0, "copy rows", 9_000_000, 10_000_000);
        afterMillis(10_000, "copy rows", 9_000_100, 10_000_000);

        assertThat(text.toString().lines())
                .last()
                .isEqualTo("  copy rows: 9,000,100 of 10,000,000 (90 %), 10/s, 27 h 46 min left");
    }

    @Test
    void aStepOfUnknownSizeHasNoShareAndNoEnd() {
        afterMillis(0, "check the sources", 0, 0);
        afterMillis(6000, "check the sources", 0, 0);
        afterMillis(6000, "check the sources", 1200, 0);

        assertThat(text.toString().lines())
                .containsExactly(
                        "  check the sources", "  check the sources: 6 s so far", "  check the sources: 1,200, 100/s");
    }

    @Test
    void aStepThatReportsNothingIsSaidToBeAtWork() {
        afterMillis(0, "build indexes", 3, 12);
        nanos.addAndGet(29_000_000_000L);
        lines.remind();
        nanos.addAndGet(46_000_000_000L);
        lines.remind();
        lines.remind();

        assertThat(text.toString().lines())
                .containsExactly(
                        "  build indexes: 3 of 12 (25 %)", "  build indexes: 3 of 12 (25 %), 1 min 15 s so far");
    }
}
