package io.snowflakeid.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PlainLinesTest {

    private final AtomicLong nanos = new AtomicLong();
    private final StringWriter text = new StringWriter();
    private final PlainLines lines = new PlainLines(new PrintWriter(text), nanos::get);

    @Test
    void printsEachPhaseOnceAndItsProgressEveryThreeSeconds() {
        lines.show("filling", 0, 6000);
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(2999));
        lines.show("filling", 1000, 6000);
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(1));
        lines.show("filling", 1500, 6000);
        lines.show("merging", 10, 6000);
        assertThat(text.toString().lines()).containsExactly("  filling", "  filling: 1,500 of 6,000", "  merging");
    }
}
