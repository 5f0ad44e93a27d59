package io.snowflakeid.mybatis;

import java.util.List;
import org.apache.ibatis.executor.BatchExecutor;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that after an insert each object has the id of its row, or none, also where a row was there already and kept its own: such
 * an id is read back by the statement itself, or the update count tells that there is no new row, or the insert is refused.
 */
final class StoredIds {

    private final InsertStatement insert;
    private final Refusal refusal;
    private final List<Row> assigned;
    private final boolean keyGeneratorWouldWrite;
    private int rows;
    private String lastMade = "";
    private @Nullable BoundSql sql;

    /**
     * @param assigned those of the rows that got their ids now
     * @param keyGeneratorWouldWrite true if the statement's key generator is for the id of the rows
     */
    StoredIds(
            InsertStatement insert,
            Refusal refusal,
            List<Row> rows,
            List<Row> assigned,
            boolean keyGeneratorWouldWrite) {
        this.insert = insert;
        this.refusal = refusal;
        this.rows = rows.size();
        this.assigned = assigned;
        this.keyGeneratorWouldWrite = keyGeneratorWouldWrite;
    }

    /** True if the SQL decides whether the key generator runs, so that it is to be built first. */
    boolean dependOnSql() {
        return keyGeneratorWouldWrite && insert.usesGeneratedKeys();
    }

    /** What to run. */
    MappedStatement statement() {
        if (!keyGeneratorWouldWrite) {
            return insert.asWritten();
        }
        boolean readsBack =
                conflict().returnsIdsOf(rows) && !insert.keyProperties().isEmpty();
        return readsBack ? insert.readingBack() : insert.withoutKeyGenerator();
    }

    /** The SQL of this call is known. */
    void see(BoundSql sql) {
        this.sql = sql;
    }

    private Conflict conflict() {
        return sql == null ? Conflict.FAILS_OR_REPLACES : insert.conflictOf(sql);
    }

    /** True if a row may be there already, or be left out. */
    boolean mayDiffer() {
        return conflict() != Conflict.FAILS_OR_REPLACES;
    }

    /**
     * @throws PluginException if a row may keep an id that its object would not have
     */
    void requireKnown() {
        if (!assigned.isEmpty()) {
            Row row = assigned.get(0);
            lastMade = String.valueOf(row.id().get(row.bean()));
            requireKnown(row.id());
        }
    }

    /**
     * Something else is about to set this id.
     *
     * @throws PluginException as {@link #requireKnown()}
     */
    void add(Row row, long id) {
        rows++;
        assigned.add(row);
        lastMade = String.valueOf(id);
        requireKnown(row.id());
    }

    private void requireKnown(RowId id) {
        Conflict conflict = conflict();
        if (!conflict.updates()) {
            return;
        }
        String found = "a row that is there already keeps its own id, and " + id + " would be another";
        boolean readsBack = conflict != Conflict.UPDATES_RETURNING_NONE
                && insert.usesGeneratedKeys()
                && insert.hasKeyProperty(id.name());
        if (!readsBack) {
            String generatedKeys = "read it back: useGeneratedKeys, and keyProperty for '" + id.name() + "'";
            throw refused(
                    found,
                    conflict == Conflict.UPDATES
                            ? generatedKeys
                            : generatedKeys + ", and 'id = LAST_INSERT_ID(id)' for its column after UPDATE");
        }
        if (!conflict.returnsIdsOf(rows)) {
            throw refused(
                    found + ", and ON DUPLICATE KEY UPDATE returns the id of one row, not of " + rows,
                    "pass one row at a time");
        }
        if (isInBatch()) {
            throw refused(found + ", which a batch cannot read back", "use another executor than BATCH");
        }
    }

    private PluginException refused(String found, String wayOut) {
        return refusal.because(
                found,
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
        if (assigned.isEmpty()) {
            return;
        }
        int written = result instanceof Integer count ? count : -1;
        boolean kept =
                switch (conflict()) {
                    case FAILS_OR_REPLACES, UPDATES_RETURNING_NONE -> true;
                    case DEPENDS_ON_SELECT -> written < 0 || written >= rows;
                    case LEAVES_OUT, UPDATES -> written >= rows;
                    case UPDATES_RETURNING_ONE -> written == 1 || wasReadBack(); // a new row may have no key
                };
        if (!kept) {
            IdAssignment.takeBack(assigned);
        }
    }

    private boolean wasReadBack() {
        return assigned.stream()
                .noneMatch(row -> lastMade.equals(String.valueOf(row.id().get(row.bean()))));
    }
}
