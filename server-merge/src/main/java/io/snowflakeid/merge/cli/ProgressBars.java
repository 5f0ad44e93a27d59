package io.snowflakeid.merge.cli;

import io.snowflakeid.VisibleText;
import io.snowflakeid.merge.MergeProgress;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** One bar for each step, with rows, rate and the time that is left. */
final class ProgressBars implements ProgressDisplay {

    private static final int REFRESH_MILLIS = 250;
    private static final int NAME_WIDTH = 24;
    private static final long UNKNOWN = -1;
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final PrintStream terminal;
    private final LongSupplier nanos;
    private String step = "";
    private long began;
    private long doneAtBeginning;
    private @Nullable ProgressBar bar;

    ProgressBars(PrintStream terminal, LongSupplier nanos) {
        this.terminal = terminal;
        this.nanos = nanos;
    }

    @Override
    public synchronized void progressed(MergeProgress progress) {
        ProgressBar current = bar;
        if (current == null || !progress.step().equals(step)) {
            close();
            step = progress.step();
            began = nanos.getAsLong();
            doneAtBeginning = progress.done();
            current = begin(progress);
            bar = current;
        }
        if (progress.total() > 0) {
            current.maxHint(progress.total());
        }
        current.setExtraMessage(rate(progress));
        current.stepTo(Math.max(progress.done(), current.getCurrent()));
    }

    /** The bar's own would count what an earlier call has done. */
    private String rate(MergeProgress progress) {
        long elapsed = nanos.getAsLong() - began;
        return elapsed <= 0
                ? ""
                : String.format(
                        Locale.ROOT, "%,.0f/s", (progress.done() - doneAtBeginning) * NANOS_PER_SECOND / elapsed);
    }

    /** What an earlier call has done counts as done, not as fast. */
    private ProgressBar begin(MergeProgress progress) {
        return new ProgressBarBuilder()
                .setTaskName(String.format(Locale.ROOT, "%-" + NAME_WIDTH + "s", VisibleText.of(progress.step())))
                .setInitialMax(progress.total() > 0 ? progress.total() : UNKNOWN)
                .startsFrom(progress.done(), Duration.ZERO)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(REFRESH_MILLIS)
                .setConsumer(new ConsoleProgressBarConsumer(terminal))
                .build();
    }

    @Override
    public synchronized void close() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
