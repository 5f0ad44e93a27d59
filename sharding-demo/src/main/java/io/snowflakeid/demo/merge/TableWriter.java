package io.snowflakeid.demo.merge;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Inserts rows of one table in batches, and knows the ids of a batch whether we or the database made them.
 *
 * <p>For one thread.
 */
final class TableWriter implements AutoCloseable {

    private final GameTable table;
    private final @Nullable LongSupplier ids;
    private final PreparedStatement insert;
    private long[] batch = new long[64];
    private int inBatch;
    private long written;

    TableWriter(Connection connection, World world, GameTable table, @Nullable LongSupplier ids) throws SQLException {
        this.table = table;
        this.ids = ids;
        insert = ids == null
                ? connection.prepareStatement(table.insertCounted(world), Statement.RETURN_GENERATED_KEYS)
                : connection.prepareStatement(table.insert(world));
    }

    /** Puts a row into the batch; the values follow the table's columns, without the id. */
    void add(Object... values) throws SQLException {
        if (inBatch == batch.length) {
            batch = Arrays.copyOf(batch, 2 * inBatch);
        }
        if (ids == null) {
            for (int i = 0; i < values.length; i++) {
                insert.setObject(i + 1, values[i]);
            }
        } else {
            batch[inBatch] = ids.getAsLong();
            new Row(batch[inBatch], List.of(values)).bind(insert);
        }
        insert.addBatch();
        inBatch++;
    }

    /** Inserts the batch and returns its ids, in the order in which the rows were added. */
    long[] flush() throws SQLException {
        if (inBatch == 0) {
            return new long[0];
        }
        insert.executeBatch();
        if (ids == null) {
            readGeneratedKeys();
        }
        long[] made = Arrays.copyOf(batch, inBatch);
        written += inBatch;
        inBatch = 0;
        return made;
    }

    private void readGeneratedKeys() throws SQLException {
        int read = 0;
        try (ResultSet keys = insert.getGeneratedKeys()) {
            while (keys.next() && read < inBatch) {
                batch[read++] = keys.getLong(1);
            }
        }
        if (read != inBatch) {
            throw new SQLException("inserted " + inBatch + " rows into " + table.plainName() + ", but the driver told "
                    + read + " of their ids: use a driver that returns the keys of a batch");
        }
    }

    /** How many rows were inserted so far. */
    long written() {
        return written;
    }

    @Override
    public void close() throws SQLException {
        insert.close();
    }
}
