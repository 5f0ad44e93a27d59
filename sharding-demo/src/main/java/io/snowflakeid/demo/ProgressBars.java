package io.snowflakeid.demo;

import io.snowflakeid.VisibleText;
import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** One bar for each phase. */
final class ProgressBars implements ProgressDisplay {

    private static final int REFRESH_MILLIS = 100;
    private static final int NAME_WIDTH = 39;

    private final PrintStream out;
    private String phase = "";
    private @Nullable ProgressBar bar;

    ProgressBars(PrintStream out) {
        this.out = out;
    }

    @Override
    public synchronized void show(String newPhase, long done, long total) {
        ProgressBar current = bar;
        if (current == null || !newPhase.equals(phase)) {
            close();
            phase = newPhase;
            current = new ProgressBarBuilder()
                    .setTaskName(String.format("%-" + NAME_WIDTH + "s", VisibleText.of(newPhase)))
                    .setInitialMax(total)
                    .hideEta()
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(REFRESH_MILLIS)
                    .setConsumer(new ConsoleProgressBarConsumer(out))
                    .build();
            bar = current;
        }
        current.stepTo(Math.max(done, current.getCurrent()));
    }

    @Override
    public synchronized void close() {
        if (bar != null) {
            bar.close();
            bar = null;
        }
    }
}
