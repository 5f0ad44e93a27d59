package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.List;
import org.apache.ibatis.executor.BatchExecutor;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that after an insert each object has the id of its row, or none, also where a row was there already and kept its own: such
 * an id is read back by the statement itself, or the update count says that there is no new row, or the insert is refused.
 */
final class StoredIds {

    private final InsertStatement insert;
    private final Refusal refusal;
    private final List<Row> rows;
    private final List<Row> assigned;
    private boolean readsBack;
    private Conflict conflict = Conflict.FAILS_OR_REPLACES;
    private String lastMade = "";

    /** @param assigned those of the rows that got their ids now */
    StoredIds(InsertStatement insert, Refusal refusal, List<Row> rows, List<Row> assigned) {
        this.insert = insert;
        this.refusal = refusal;
        this.rows = new ArrayList<>(rows);
        this.assigned = assigned;
    }

    /** The SQL of this call is known. */
    void see(BoundSql sql) {
        conflict = insert.conflictOf(sql);
    }

    /** What to run, if the statement's key generator is for the id of the rows. */
    MappedStatement statement() {
        readsBack = sqlReturnsId()
                && conflict.returnsIdsOf(rows.size())
                && !insert.keyProperties().isEmpty();
        return readsBack ? insert.asWritten() : insert.withoutKeyGenerator();
    }

    /** Without keyColumn, MyBatis would take the first of the columns that a driver returns. */
    private boolean sqlReturnsId() {
        return conflict == Conflict.UPDATES ? insert.hasKeyColumn() : conflict == Conflict.UPDATES_RETURNING_ONE;
    }

    /**
     * @throws PluginException if a row may keep an id that its object would not have
     */
    void requireKnown() {
        (readsBack ? rows : assigned).stream().findFirst().ifPresent(row -> requireKnown(row.id(), row.idValue()));
    }

    /**
     * Something else is about to set this id.
     *
     * @throws PluginException as {@link #requireKnown()}
     */
    void add(Row row, long id) {
        rows.add(row);
        assigned.add(row);
        requireKnown(row.id(), id);
    }

    private void requireKnown(IdProperty id, @Nullable Object made) {
        if (!conflict.updates()) {
            return;
        }
        lastMade = String.valueOf(made);
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

    private PluginException refused(IdProperty id, String why, String wayOut) {
        return refusal.because(
                "a row that is there already keeps its own id, and " + id + " would be another" + why,
                wayOut,
                "if no such row can be there, or its id does not matter, set keyColumn to '"
                        + SnowflakeInterceptor.UNCHECKED_ID + "'");
    }

    /** Executors do not say what they are, but the SQL is built inside of the one that runs it. */
    private static boolean isInBatch() {
        return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                .walk(frames ->
                        frames.anyMatch(frame -> BatchExecutor.class.isAssignableFrom(frame.getDeclaringClass())));
    }

    /**
     * The statement has run: ids that no row has are taken back.
     *
     * @param result the update count; in a batch MyBatis has a negative number for it
     */
    void end(@Nullable Object result) {
        int written = result instanceof Integer count ? count : -1;
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
        return assigned.stream().noneMatch(row -> lastMade.equals(String.valueOf(row.idValue())));
    }
}
