package io.snowflakeid.ledger.spi;

import io.snowflakeid.VisibleText;
import org.jspecify.annotations.Nullable;

/**
 * A worker's row as one line that people can read: {@code from until quarantinedUntil token holder}, with a dash for the token once
 * the worker was given back.
 */
public final class WorkerRowText {

    private static final String RELEASED = "-";

    private WorkerRowText() {}

    /** The line of a row. */
    public static String write(WorkerRow row) {
        String token = row.token() == null ? RELEASED : row.token();
        return row.from() + " " + row.until() + " " + row.quarantinedUntil() + " " + token + " " + row.holder();
    }

    /**
     * The row of a line.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static WorkerRow read(String line) {
        String[] parts = line.split(" ", 5);
        if (parts.length < 5) {
            throw new IllegalArgumentException(
                    "a worker is written as 'from until quarantinedUntil token holder', but is '" + VisibleText.of(line)
                            + "': another program has written there");
        }
        return new WorkerRow(
                tick(parts[0], line), tick(parts[1], line), tick(parts[2], line), token(parts[3]), parts[4]);
    }

    private static long tick(String part, String line) {
        try {
            return Long.parseLong(part);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "a worker's ticks are whole numbers, but '" + VisibleText.of(part) + "' in '" + VisibleText.of(line)
                            + "' is none: another program has written there",
                    e);
        }
    }

    private static @Nullable String token(String part) {
        return part.equals(RELEASED) ? null : part;
    }
}
