package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.MergeProgress;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** One line when a step begins, and one every few seconds while it lasts, with rows, rate and the time that is left. */
final class PlainLines implements ProgressDisplay {

    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final PrintWriter out;
    private final LongSupplier nanos;
    private String step = "";
    private long began;
    private long doneAtBeginning;
    private long lastShown;

    PlainLines(PrintWriter out, LongSupplier nanos) {
        this.out = out;
        this.nanos = nanos;
    }

    @Override
    public synchronized void progressed(MergeProgress progress) {
        long now = nanos.getAsLong();
        if (!progress.step().equals(step)) {
            step = progress.step();
            began = now;
            doneAtBeginning = progress.done();
            lastShown = now;
            print(step + (progress.total() > 0 ? ": " + share(progress) : ""));
        } else if (now - lastShown >= EVERY_NANOS) {
            lastShown = now;
            print(step + ": " + share(progress) + speed(progress, now));
        }
    }

    private void print(String line) {
        out.println("  " + line);
        out.flush();
    }

    private static String share(MergeProgress progress) {
        if (progress.total() <= 0) {
            return String.format(Locale.ROOT, "%,d", progress.done());
        }
        long percent = Math.min(100, (long) (100.0 * progress.done() / progress.total()));
        return String.format(Locale.ROOT, "%,d of %,d (%d %%)", progress.done(), progress.total(), percent);
    }

    private String speed(MergeProgress progress, long now) {
        double perSecond = (progress.done() - doneAtBeginning) * NANOS_PER_SECOND / (now - began);
        String rate = String.format(Locale.ROOT, ", %,.0f/s", perSecond);
        long left = progress.total() - progress.done();
        return perSecond < 1 || left <= 0 ? rate : rate + ", " + time((long) Math.ceil(left / perSecond)) + " left";
    }

    private static String time(long seconds) {
        Duration time = Duration.ofSeconds(seconds);
        if (time.toHours() > 0) {
            return time.toHours() + " h " + time.toMinutesPart() + " min";
        }
        return time.toMinutes() > 0 ? time.toMinutes() + " min " + time.toSecondsPart() + " s" : seconds + " s";
    }

    @Override
    public void close() {
        out.flush();
    }
}
