package io.snowflakeid.mybatis;

import io.snowflakeid.mybatis.InsertStatement.OneBean;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.apache.ibatis.executor.ErrorContext;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.SqlSource;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/**
 * Sets the ids of the rows for one call of an insert statement, and checks the SQL. This class is not thread-safe.
 */
final class Insertion {

    /** The innermost insert call that is running on the thread. */
    private static final ThreadLocal<@Nullable Insertion> INNERMOST = new ThreadLocal<>();

    private final InsertStatement insert;
    private final Parameter parameter;
    private final Refusal refusal;
    private final IdAssignment assignment;
    private final List<Row> rows;
    private final List<Row> assigned;
    private final StoredIds storedIds;
    private final boolean keyGeneratorWouldWrite;
    private final @Nullable OneBean known;
    private @Nullable BoundSql built;
    private @Nullable Insertion outer;

    /** @throws PluginException if an id cannot be generated or set */
    Insertion(InsertStatement insert, Parameter parameter, SnowflakeInterceptor.Work work) {
        this.insert = insert;
        this.parameter = parameter;
        this.refusal = new Refusal(insert, parameter);
        OneBean known = insert.knownBean(parameter.given());
        this.known = known;
        if (known == null) {
            RowSearch search = new RowSearch(insert, parameter, refusal, work.annotatedOnly());
            this.rows = search.find();
            this.keyGeneratorWouldWrite = search.keyGeneratorWouldWrite(rows);
        } else {
            IdProperty id = known.id();
            this.rows = id == null ? List.of() : List.of(new Row(Objects.requireNonNull(parameter.given()), id));
            this.keyGeneratorWouldWrite = known.keyGeneratorWouldWrite();
        }
        this.assignment = work.assignment();
        this.assigned = assignment.assign(rows, refusal);
        this.storedIds = new StoredIds(insert, refusal, rows, assigned);
    }

    /** Returns the running call of the statement on the current thread, or null if no call is running. */
    static @Nullable Insertion inProgress(InsertStatement insert) {
        Insertion each = INNERMOST.get();
        while (each != null && each.insert != insert) {
            each = each.outer;
        }
        return each;
    }

    static boolean isRunning() {
        return INNERMOST.get() != null;
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
        storedIds.add(row, id);
    }

    int run(Executor executor) throws SQLException {
        outer = INNERMOST.get(); // code that builds the SQL of an insert may itself run an insert
        INNERMOST.set(this);
        try {
            if (keyGeneratorWouldWrite && insert.usesGeneratedKeys()) {
                storedIds.analyze(buildSql()); // the SQL decides whether the key generator runs
            }
            int written = executor.update(
                    keyGeneratorWouldWrite ? storedIds.statement() : insert.asWritten(), parameter.given());
            storedIds.end(written);
            return written;
        } catch (PluginException e) {
            IdAssignment.clear(assigned, e);
            throw e;
        } finally {
            INNERMOST.set(outer); // null is cheaper than a removal, and retains nothing
        }
    }

    private BoundSql buildSql() {
        ErrorContext.instance()
                .resource(insert.original().getResource())
                .activity("building the SQL of an insert")
                .object(insert.id());
        BoundSql sql = insert.original().getSqlSource().getBoundSql(parameter.given());
        built = sql;
        return sql;
    }

    BoundSql boundSql(SqlSource source, @Nullable Object given) {
        BoundSql sql = built != null && given == parameter.given() ? built : source.getBoundSql(given);
        if (known == null || !known.isChecked(sql) || rows.get(0).isUnset()) {
            new BoundIds(refusal, rows, assigned, insert.original(), sql).requireThere();
            if (known == null) {
                insert.learn(given, rows, keyGeneratorWouldWrite, sql);
            }
        }
        storedIds.analyze(sql);
        storedIds.requireKnown();
        return sql;
    }
}
