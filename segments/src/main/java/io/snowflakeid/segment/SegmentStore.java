package io.snowflakeid.segment;

import io.snowflakeid.ledger.spi.StoreFailure;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** One database with a table of tags. */
interface SegmentStore {

    /** Runs a step in a separate transaction, and returns the step's result after the commit is confirmed. Throws {@link StoreFailure} on failure. */
    <T extends @Nullable Object> T inTransaction(BiFunction<Session, ServerState, T> step);

    /** Returns a name for messages. */
    String describe();

    /** The statements of one transaction. */
    interface Session {

        /**
         * Reads a tag's row and locks it until the end of the transaction.
         *
         * @param wanted the settings of this process, for columns that the table does not have
         */
        Optional<SegmentRow> read(String tag, TagSettings wanted);

        /** Returns false if the row exists. */
        boolean insert(String tag, SegmentRow row);

        /** Returns false, and writes nothing, if the tag's row has changed since it was read. */
        boolean update(String tag, SegmentRow seen, SegmentRow wanted);
    }

    /**
     * The identity of a server, and whether the server may lose a confirmed commit.
     *
     * @param incarnation the identity of the server, with the database and the schema of the table
     * @param weakness why the server may lose a confirmed commit, or null if a confirmed commit is durable
     */
    record ServerState(String incarnation, @Nullable String weakness) {}
}
