package io.snowflakeid.merge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.MergeProgress;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressBarsTest {

    @Test
    void whatAnEarlierCallHasCopiedDoesNotCountAsSpeed() {
        AtomicLong nanos = new AtomicLong(7);
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try (ProgressBars bars = new ProgressBars(new PrintStream(text, true, StandardCharsets.UTF_8), nanos::get)) {
            bars.progressed(new MergeProgress("copy rows", 9_000_000, 10_000_000));
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(10));
            bars.progressed(new MergeProgress("copy rows", 9_012_340, 10_000_000));
        }

        assertThat(text.toString(StandardCharsets.UTF_8))
                .contains("9012340/10000000")
                .contains("1,234/s")
                .doesNotContain("901,234");
    }
}
