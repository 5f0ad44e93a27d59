package io.snowflakeid.mybatis;

import io.snowflakeid.mybatis.InsertStatement.OneBean;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.apache.ibatis.executor.BaseExecutor;
import org.apache.ibatis.executor.BatchExecutor;
import org.apache.ibatis.executor.CachingExecutor;
import org.apache.ibatis.executor.ErrorContext;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlSource;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/**
 * Sets the ids of the rows for one call of an insert statement, and checks the SQL. After the call, no object has a different id than its row: if an
 * existing row has a different id, this class reads the id back, clears the object's id, or rejects the insert. This class is not thread-safe.
 */
final class Insertion {

    /** The innermost insert call that is running on the thread. */
    private static final ThreadLocal<@Nullable Insertion> INNERMOST = new ThreadLocal<>();

    private final Call call;
    private final InsertStatement insert;
    private final IdAssignment assignment;
    private final List<Row> rows;
    private final List<Row> assigned;
    private final boolean keyGeneratorWouldWrite;
    private final boolean isKnown;
    private int rowCount;
    private boolean readsBack;
    private Conflict conflict = Conflict.FAILS_OR_REPLACES;
    private String lastAssigned = "";
    private @Nullable BoundSql built;
    private @Nullable Insertion outer;

    /** @throws PluginException if an id cannot be generated or set */
    Insertion(Call call, IdAssignment assignment) {
        this.call = call;
        this.insert = call.insert();
        this.assignment = assignment;
        OneBean known = insert.knownBean(call.parameter());
        this.isKnown = known != null;
        if (known == null) {
            RowSearch search = new RowSearch(call, assignment.annotatedOnly());
            this.rows = search.find();
            this.keyGeneratorWouldWrite = search.keyGeneratorWouldWrite(rows);
        } else {
            IdProperty id = known.id();
            this.rows = id == null ? List.of() : List.of(new Row(Objects.requireNonNull(call.parameter()), id));
            this.keyGeneratorWouldWrite = known.keyGeneratorWouldWrite();
        }
        this.assigned = assignment.assign(rows, call);
        this.rowCount = rows.size();
    }

    /** Returns the running call of the statement on the current thread, or null if no call is running. */
    static @Nullable Insertion inProgress(InsertStatement insert) {
        Insertion each = INNERMOST.get();
        while (each != null && each.insert != insert) {
            each = each.outer;
        }
        return each;
    }

    /** Returns the insert call that is running on the current thread. */
    static Insertion current(IdProperty id) {
        Insertion current = INNERMOST.get();
        if (current == null) {
            throw new PluginException(
                    "cannot generate " + id + ": no insert that SnowflakeInterceptor runs is in progress,"
                            + " so an upsert could leave the object with an id that no row has;"
                            + " add SnowflakeInterceptor.annotatedOnly(ids) to the configuration");
        }
        return current;
    }

    IdAssignment assignment() {
        return assignment;
    }

    /** Registers an id that a framework such as MyBatis-Plus generated. */
    void register(Row row, long id) {
        rowCount++;
        assigned.add(row);
        if (conflict.updates()) {
            requireStored(row.id(), id);
        }
    }

    int run(Executor executor) throws SQLException {
        outer = INNERMOST.get(); // code that builds the SQL of an insert may itself run an insert
        INNERMOST.set(this);
        try {
            MappedStatement statement = statement();
            if (!(executor instanceof CachingExecutor || executor instanceof BaseExecutor)) {
                built = null; // another plugin may change the row before MyBatis builds the SQL
            }
            int written = executor.update(statement, call.parameter());
            clearUnlessStored(written);
            return written;
        } catch (SQLException | RuntimeException e) {
            // after an upsert, a retry must not take a new id for an id of the application
            if (e instanceof PluginException || conflict != Conflict.FAILS_OR_REPLACES) {
                IdAssignment.clear(assigned, e);
            }
            throw e;
        } finally {
            INNERMOST.set(outer); // null is cheaper than a removal, and retains nothing
        }
    }

    /** Returns a copy of the statement, which omits {@code useGeneratedKeys} unless the driver returns the stored ids. */
    private MappedStatement statement() {
        if (insert.isPlain()) {
            check(buildSql());
        } else if (keyGeneratorWouldWrite && insert.usesGeneratedKeys()) {
            conflict = insert.conflictOf(buildSql()); // the SQL decides whether the key generator runs
            readsBack = sqlReturnsId()
                    && conflict.returnsIdsOf(rowCount)
                    && !insert.keyProperties().isEmpty();
        }
        return insert.running(readsBack || !keyGeneratorWouldWrite);
    }

    /** Returns true if the driver returns ids of updated rows. Without {@code keyColumn}, MyBatis may read a wrong column. */
    private boolean sqlReturnsId() {
        return conflict == Conflict.UPDATES ? insert.hasKeyColumn() : conflict == Conflict.UPDATES_RETURNING_ONE;
    }

    private BoundSql buildSql() {
        ErrorContext.instance()
                .resource(insert.original().getResource())
                .activity("building the SQL of an insert")
                .object(insert.original().getId());
        BoundSql sql = insert.original().getSqlSource().getBoundSql(call.parameter());
        built = sql;
        return sql;
    }

    BoundSql boundSql(SqlSource source, @Nullable Object given) {
        BoundSql sql = built != null && given == call.parameter() ? built : source.getBoundSql(given);
        check(sql);
        return sql;
    }

    private void check(BoundSql sql) {
        new BoundIds(call, rows, assigned, sql).requireThere();
        conflict = insert.conflictOf(sql);
        List<Row> written = readsBack ? rows : assigned;
        if (conflict.updates() && !written.isEmpty()) {
            requireStored(written.get(0).id(), written.get(0).idValue());
        }
        if (!isKnown) {
            insert.learn(call, rows, keyGeneratorWouldWrite, sql);
        }
    }

    /** @throws PluginException if an existing row may keep an id that differs from the object's id */
    private void requireStored(IdProperty id, @Nullable Object made) {
        if (lastAssigned.isEmpty()) { // later calls may see an id that was read back
            lastAssigned = String.valueOf(made);
        }
        if (!sqlReturnsId() || !insert.readsBack(id.name())) {
            throw refused(
                    id,
                    "",
                    "read it back: useGeneratedKeys, and keyProperty for '" + id.name() + "', "
                            + (conflict == Conflict.UPDATES
                                    ? "and keyColumn for its column"
                                    : "and 'id = LAST_INSERT_ID(id)' for its column after UPDATE"));
        }
        if (!conflict.returnsIdsOf(rowCount)) {
            throw refused(
                    id,
                    ", and ON DUPLICATE KEY UPDATE returns the id of one row, not of " + rowCount,
                    "pass one row at a time");
        }
        if (isInBatch()) {
            throw refused(id, ", which a batch cannot read back", "use another executor than BATCH");
        }
    }

    private PluginException refused(IdProperty id, String why, String fix) {
        return call.refused(
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
    private void clearUnlessStored(int written) {
        boolean kept =
                switch (conflict) {
                    case FAILS_OR_REPLACES, UPDATES_RETURNING_NONE -> true;
                    case LEAVES_OUT, UPDATES -> written >= rowCount;
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
