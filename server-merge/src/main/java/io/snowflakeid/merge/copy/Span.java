package io.snowflakeid.merge.copy;

import org.jspecify.annotations.Nullable;

/**
 * A part of the work that one writer does from its beginning to its end, and how far it is.
 *
 * @param after the position to begin beyond, or null for the beginning
 * @param end the position to end at, or null for the end
 * @param last the last position that is done, or null before the first chunk
 */
public record Span(
        int number,
        Kind kind,
        String table,
        int source,
        @Nullable String after,
        @Nullable String end,
        @Nullable String last,
        long plannedRows,
        long doneRows,
        boolean done) {

    /** What a span does. */
    public enum Kind {
        /** Copies rows in the order of their key. */
        COPY,
        /** Copies all rows of a table without a key in one transaction. */
        WHOLE,
        /** Copies rows of a table without a key by way of a staging table. */
        STAGED
    }

    /** The same, further on. */
    Span advanced(@Nullable String newLast, long rows, boolean nowDone) {
        return new Span(number, kind, table, source, after, end, newLast, plannedRows, doneRows + rows, nowDone);
    }
}
