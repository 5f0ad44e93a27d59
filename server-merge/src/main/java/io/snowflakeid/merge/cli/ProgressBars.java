package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.MergeProgress;
import java.io.PrintStream;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.util.Locale;
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

    private final PrintStream terminal;
    private String step = "";
    private @Nullable ProgressBar bar;

    ProgressBars(PrintStream terminal) {
        this.terminal = terminal;
    }

    @Override
    public synchronized void progressed(MergeProgress progress) {
        ProgressBar current = bar;
        if (current == null || !progress.step().equals(step)) {
            close();
            step = progress.step();
            current = begin(progress);
            bar = current;
        }
        if (progress.total() > 0) {
            current.maxHint(progress.total());
        }
        current.stepTo(Math.max(progress.done(), current.getCurrent()));
    }

    /** What an earlier call has done counts as done, not as fast. */
    private ProgressBar begin(MergeProgress progress) {
        return new ProgressBarBuilder()
                .setTaskName(String.format(Locale.ROOT, "%-" + NAME_WIDTH + "s", progress.step()))
                .setInitialMax(progress.total() > 0 ? progress.total() : UNKNOWN)
                .startsFrom(progress.done(), Duration.ZERO)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(REFRESH_MILLIS)
                .showSpeed(new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT)))
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
