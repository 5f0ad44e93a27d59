package io.snowflakeid.demo;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/** One line when a phase begins, and one every few seconds while it lasts. */
final class PlainLines implements ProgressDisplay {

    private static final long EVERY_NANOS = 3_000_000_000L;

    private final PrintWriter out;
    private final LongSupplier nanos;
    private String phase = "";
    private long lastShown;

    PlainLines(PrintWriter out, LongSupplier nanos) {
        this.out = out;
        this.nanos = nanos;
    }

    @Override
    public synchronized void show(String newPhase, long done, long total) {
        long now = nanos.getAsLong();
        boolean begins = !newPhase.equals(phase);
        if (begins || now - lastShown >= EVERY_NANOS) {
            phase = newPhase;
            lastShown = now;
            out.println("  " + phase
                    + (begins || total <= 0 ? "" : String.format(Locale.ROOT, ": %,d of %,d", done, total)));
            out.flush();
        }
    }

    @Override
    public void close() {
        out.flush();
    }
}
