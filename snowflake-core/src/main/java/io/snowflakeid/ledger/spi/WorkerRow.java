package io.snowflakeid.ledger.spi;

import io.snowflakeid.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * The stored row of one worker. Ticks are counted from the layout's epoch.
 *
 * @param from the first tick of the present or last holder's window
 * @param until the first tick after the holder's window; earlier ticks of this worker are used up
 * @param quarantinedUntil the first tick at which another process can acquire the worker without a release
 * @param token the holder's token; null after a release
 * @param holder the name of the present or last holder, for operators
 */
public record WorkerRow(
        long from,
        long until,
        long quarantinedUntil,
        @Nullable String token,
        String holder) {

    private static final String RELEASED = "-";

    /** Returns the row as a line {@code from until quarantinedUntil token holder}, with a dash instead of the token after a release. */
    public String text() {
        return from + " " + until + " " + quarantinedUntil + " " + (token == null ? RELEASED : token) + " " + holder;
    }

    /**
     * Reads a line that {@link #text} wrote.
     *
     * @throws StoreFailure if the line has another form
     */
    public static WorkerRow parse(String line) {
        String[] parts = line.split(" ", 5);
        if (parts.length < 5) {
            throw unreadable("a worker is written as 'from until quarantinedUntil token holder'", line);
        }
        return new WorkerRow(
                tick("from of a worker", parts[0]),
                tick("until of a worker", parts[1]),
                tick("quarantinedUntil of a worker", parts[2]),
                parts[3].equals(RELEASED) ? null : parts[3],
                parts[4]);
    }

    static long tick(String name, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw unreadable(name + " is a whole number", text);
        }
    }

    private static StoreFailure unreadable(String expected, String text) {
        return new StoreFailure(new IllegalStateException(
                expected + ", but is '" + VisibleText.of(text) + "': another program has written there"));
    }
}
