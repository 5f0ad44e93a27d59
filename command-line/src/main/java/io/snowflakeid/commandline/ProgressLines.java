package io.snowflakeid.commandline;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Prints the progress of a command. During a step, this class prints the number of rows, the rate and the remaining time at intervals of at least 5
 * seconds. If a step reports no progress, this class prints the elapsed time every 30 seconds. This class is thread-safe.
 */
public final class ProgressLines implements AutoCloseable {

    private static final long EVERY_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final PrintWriter out;
    private final LongSupplier nanos;
    private final ScheduledExecutorService reminder = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "progress");
        thread.setDaemon(true);
        return thread;
    });

    private String step = "";
    private long done;
    private long total;
    private long began;
    private long doneAtBeginning;
    private long lastShown;

    /** Prints to {@code out}, which should be a {@link VisibleWriter}. */
    public ProgressLines(PrintWriter out) {
        this(out, System::nanoTime);
    }

    ProgressLines(PrintWriter out, LongSupplier nanos) {
        this.out = out;
        this.nanos = nanos;
        ScheduledFuture<?> unused = reminder.scheduleWithFixedDelay(this::remind, 1, 1, TimeUnit.SECONDS);
    }

    /**
     * Sets the progress of a step, and may print a line.
     *
     * @param nextStep the name of the step, such as {@code copy rows}
     * @param nextDone the number of finished units, such as rows
     * @param nextTotal the total number of units, or 0 if unknown
     */
    public synchronized void show(String nextStep, long nextDone, long nextTotal) {
        long now = nanos.getAsLong();
        boolean begins = !nextStep.equals(step);
        step = nextStep;
        done = nextDone;
        total = nextTotal;
        if (begins) {
            began = now;
            doneAtBeginning = done;
            print(now, total > 0 ? ": " + share() : "");
        } else if (now - lastShown >= EVERY_NANOS) {
            print(now, ": " + (total > 0 || done > 0 ? share() + speed(now) : soFar(now)));
        }
    }

    /** Prints the elapsed time if the current step has printed no line for 30 seconds. */
    synchronized void remind() {
        long now = nanos.getAsLong();
        if (!step.isEmpty() && now - lastShown >= SILENT_NANOS) {
            print(now, ": " + (total > 0 ? share() + ", " : "") + soFar(now));
        }
    }

    private void print(long now, String howFar) {
        lastShown = now;
        out.println("  " + step + howFar);
        out.flush();
    }

    private String soFar(long now) {
        return time(TimeUnit.NANOSECONDS.toSeconds(now - began)) + " so far";
    }

    private String share() {
        return total > 0
                ? String.format(
                        Locale.ROOT, "%,d of %,d (%d %%)", done, total, Math.min(100, (long) (100.0 * done / total)))
                : String.format(Locale.ROOT, "%,d", done);
    }

    /** Returns the rate and the remaining time of the current step. */
    private String speed(long now) {
        double perSecond = (done - doneAtBeginning) * NANOS_PER_SECOND / (now - began);
        String rate = String.format(Locale.ROOT, ", %,.0f/s", perSecond);
        long left = total - done;
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
        reminder.shutdownNow();
    }
}
