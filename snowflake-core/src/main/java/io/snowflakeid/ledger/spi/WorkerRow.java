package io.snowflakeid.ledger.spi;

import io.snowflakeid.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * What a ledger stores of one worker. Ticks are counted from the layout's epoch.
 *
 * @param from the first tick of the present or last holder's window
 * @param until the first tick after that window; earlier ticks of this worker are spent
 * @param quarantinedUntil without a release, others may have the worker from this tick on
 * @param token of the holder; null once the worker was given back
 * @param holder who holds or held it, for people
 */
public record WorkerRow(
        long from,
        long until,
        long quarantinedUntil,
        @Nullable String token,
        String holder) {

    private static final String RELEASED = "-";

    /**
     * The row as one line that people can read: {@code from until quarantinedUntil token holder}, with a dash for the token once the worker
     * was given back.
     */
    public String text() {
        return from + " " + until + " " + quarantinedUntil + " " + (token == null ? RELEASED : token) + " " + holder;
    }

    /**
     * The row of a line.
     *
     * @throws StoreFailure if it is none
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
