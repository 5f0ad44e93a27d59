package io.snowflakeid.mybatis;

import java.sql.Statement;
import java.util.List;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that after an insert each object has the id of its row, or none, also where a row was there already and kept its own: such
 * an id is read back, or the update count tells that there is no new row, or the insert is refused.
 *
 * <p>Whether an insert reads back is known when its SQL is built, and by then MyBatis runs a statement that lets the driver return no
 * keys. It is stopped there, before it reaches the database, and run again with the other one; later calls begin with that.
 */
final class StoredIds {

    private final InsertStatement insert;
    private final Refusal refusal;
    private final List<Row> rows;
    private final List<Row> assigned;
    private final boolean keyGeneratorWouldWrite;
    private final boolean mayReadKeys;
    private Conflict conflict = Conflict.FAILS_OR_REPLACES;
    private boolean returnsKeys;
    private boolean readsKeys;
    private boolean inBatch;
    private List<String> keys = List.of();

    /**
     * @param keyGeneratorWouldWrite true if the statement's key generator is for the id of the rows, and so is left out
     */
    StoredIds(
            InsertStatement insert,
            Refusal refusal,
            List<Row> rows,
            List<Row> assigned,
            boolean keyGeneratorWouldWrite) {
        this.insert = insert;
        this.refusal = refusal;
        this.rows = rows;
        this.assigned = assigned;
        this.keyGeneratorWouldWrite = keyGeneratorWouldWrite;
        this.mayReadKeys = keyGeneratorWouldWrite && insert.usesGeneratedKeys();
        this.returnsKeys = mayReadKeys && insert.hasReturnedKeys();
    }

    /** What to run. */
    MappedStatement statement() {
        return returnsKeys ? insert.returningKeys() : insert.statement(keyGeneratorWouldWrite);
    }

    // ---- before the insert

    /** The statement runs in a batch: neither its update count nor its keys are known when the call ends. */
    void joinsBatch() {
        inBatch = true;
    }

    /**
     * @throws PluginException if a row may keep an id that its object would not have
     */
    void requireKnown(BoundSql sql) {
        conflict = rows.isEmpty() ? Conflict.FAILS_OR_REPLACES : insert.conflictOf(sql);
        readsKeys = mayReadKeys && conflict.tellsIdsOf(rows.size()) && !inBatch;
        if (conflict.updates() && !readsKeys && !assigned.isEmpty()) {
            throw unknown(assigned.get(0));
        }
    }

    private PluginException unknown(Row row) {
        String found = "a row that is there already keeps its own id, and " + row.id() + " would be another";
        String unchecked = "if no such row can be there, or its id does not matter, set keyColumn to '"
                + SnowflakeInterceptor.UNCHECKED_ID + "'";
        if (mayReadKeys && inBatch) {
            return refusal.because(
                    found + ", which a batch cannot read back", "use another executor than BATCH", unchecked);
        }
        if (mayReadKeys && conflict == Conflict.UPDATES_TELLING_ONE) {
            return refusal.because(
                    found + ", and ON DUPLICATE KEY UPDATE tells the id of one row, not of " + rows.size(),
                    "pass one row at a time",
                    unchecked);
        }
        String generatedKeys = "read it back: useGeneratedKeys, and keyProperty for '"
                + row.id().name() + "'";
        return refusal.because(
                found,
                conflict == Conflict.UPDATES
                        ? generatedKeys
                        : generatedKeys + ", and 'id = LAST_INSERT_ID(id)' for its column after UPDATE",
                unchecked);
    }

    /** Before anything has reached the database. */
    private static final class Stopped extends RuntimeException {
        Stopped() {
            super("the insert is run again, so that the driver returns keys", null, false, false);
        }
    }

    /** Once the SQL is built: keys are to be read, and {@link #statement} returned one that has none. */
    void stopIfAnotherStatementIsNeeded() {
        if (isStopped()) {
            throw new Stopped();
        }
    }

    private boolean isStopped() {
        return readsKeys && !returnsKeys;
    }

    /** True if it was stopped, so that {@link #statement} is to be run again. */
    boolean runsAgain() {
        boolean stopped = isStopped();
        returnsKeys |= stopped;
        return stopped;
    }

    // ---- after it

    /**
     * Takes the keys that the driver returned, if they are of use.
     *
     * @throws PluginException if they cannot be read
     */
    void readKeys(Statement executed) {
        if (!readsKeys) {
            return;
        }
        try {
            keys = new ReturnedKeys(insert, refusal, rows.get(0).id().name()).of(executed);
        } catch (PluginException e) {
            IdAssignment.takeBack(assigned, e);
            throw e;
        }
    }

    /**
     * The statement has run: ids that were read back are set, and those that were made and that no row has are taken back.
     *
     * @param result the update count; in a batch MyBatis has a negative number for it
     */
    void end(@Nullable Object result) {
        int written = result instanceof Integer count ? count : -1;
        boolean known =
                switch (conflict) {
                    case FAILS_OR_REPLACES, UPDATES_TELLING_NONE -> true;
                    case DEPENDS_ON_SELECT -> written < 0 || written >= rows.size();
                    case LEAVES_OUT -> written >= rows.size();
                    case UPDATES -> setKeys();
                    case UPDATES_TELLING_ONE -> setKeys() || written == 1; // a new row may have no key
                };
        if (!known) {
            IdAssignment.takeBack(assigned);
        }
    }

    /** False if it is not known which key is of which row. */
    private boolean setKeys() {
        if (keys.size() != rows.size()) {
            return false;
        }
        for (int i = 0; i < rows.size(); i++) {
            rows.get(i).id().setStored(rows.get(i).bean(), keys.get(i));
        }
        return true;
    }
}
