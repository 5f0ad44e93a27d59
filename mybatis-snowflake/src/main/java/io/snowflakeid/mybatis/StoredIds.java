package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.List;
import org.apache.ibatis.executor.BatchExecutor;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/**
 * Ensures that no object has a different id than its row after an insert. If an existing row has a different id, this class reads the id back, clears
 * the object's id, or rejects the insert.
 */
final class StoredIds {

    private final InsertStatement insert;
    private final Refusal refusal;
    private List<Row> rows;
    private final List<Row> assigned;
    private boolean readsBack;
    private Conflict conflict = Conflict.FAILS_OR_REPLACES;
    private String lastAssigned = "";

    /** @param assigned the rows whose ids the interceptor has set */
    StoredIds(InsertStatement insert, Refusal refusal, List<Row> rows, List<Row> assigned) {
        this.insert = insert;
        this.refusal = refusal;
        this.rows = rows;
        this.assigned = assigned;
    }

    void analyze(BoundSql sql) {
        conflict = insert.conflictOf(sql);
    }

    /** Returns a copy of the statement, which omits {@code useGeneratedKeys} unless the driver returns the stored ids. */
    MappedStatement statement() {
        readsBack = sqlReturnsId()
                && conflict.returnsIdsOf(rows.size())
                && !insert.keyProperties().isEmpty();
        return readsBack ? insert.asWritten() : insert.withoutKeyGenerator();
    }

    /** Returns true if the driver returns ids of updated rows. Without {@code keyColumn}, MyBatis may read a wrong column. */
    private boolean sqlReturnsId() {
        return conflict == Conflict.UPDATES ? insert.hasKeyColumn() : conflict == Conflict.UPDATES_RETURNING_ONE;
    }

    /** @throws PluginException if an existing row may keep an id that differs from the object's id */
    void requireKnown() {
        if (conflict.updates()) {
            (readsBack ? rows : assigned).stream().findFirst().ifPresent(row -> requireKnown(row.id(), row.idValue()));
        }
    }

    void add(Row row, long id) {
        rows = new ArrayList<>(rows);
        rows.add(row);
        assigned.add(row);
        requireKnown(row.id(), id);
    }

    private void requireKnown(IdProperty id, @Nullable Object made) {
        if (!conflict.updates()) {
            return;
        }
        lastAssigned = String.valueOf(made);
        if (!sqlReturnsId() || !insert.readsBack(id.name())) {
            throw refused(
                    id,
                    "",
                    "read it back: useGeneratedKeys, and keyProperty for '" + id.name() + "', "
                            + (conflict == Conflict.UPDATES
                                    ? "and keyColumn for its column"
                                    : "and 'id = LAST_INSERT_ID(id)' for its column after UPDATE"));
        }
        if (!conflict.returnsIdsOf(rows.size())) {
            throw refused(
                    id,
                    ", and ON DUPLICATE KEY UPDATE returns the id of one row, not of " + rows.size(),
                    "pass one row at a time");
        }
        if (isInBatch()) {
            throw refused(id, ", which a batch cannot read back", "use another executor than BATCH");
        }
    }

    private PluginException refused(IdProperty id, String why, String fix) {
        return refusal.because(
                "an existing row keeps its own id, and " + id + " would differ" + why,
                fix,
                "if no such row can exist, or its id does not matter, set keyColumn to '"
                        + SnowflakeInterceptor.UNCHECKED_ID + "'");
    }

    /** Returns true if the call stack contains a {@link BatchExecutor}. */
    private static boolean isInBatch() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames ->
                        frames.anyMatch(frame -> BatchExecutor.class.isAssignableFrom(frame.getDeclaringClass())));
    }

    /**
     * Clears the assigned ids if the database has possibly not stored all of them.
     *
     * @param written the update count, which is negative in a batch
     */
    void end(int written) {
        boolean kept =
                switch (conflict) {
                    case FAILS_OR_REPLACES, UPDATES_RETURNING_NONE -> true;
                    case LEAVES_OUT, UPDATES -> written >= rows.size();
                    case UPDATES_RETURNING_ONE -> written == 1 || wasReadBack(); // a new row may have no key
                };
        if (!kept) {
            assigned.forEach(Row::clear);
        }
    }

    private boolean wasReadBack() {
        return assigned.stream().noneMatch(row -> lastAssigned.equals(String.valueOf(row.idValue())));
    }
}
