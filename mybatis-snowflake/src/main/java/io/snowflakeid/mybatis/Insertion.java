package io.snowflakeid.mybatis;

import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.apache.ibatis.executor.ErrorContext;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.SqlSource;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/**
 * One call of an insert: its rows are found and get their ids when it begins, and when MyBatis has built the SQL, it is held to
 * them. For the thread that inserts.
 */
final class Insertion {

    /** Emptied after every insert. */
    private static final ThreadLocal<Insertion> INNERMOST = new ThreadLocal<>();

    private final InsertStatement insert;
    private final Parameter parameter;
    private final Refusal refusal;
    private final List<Row> rows;
    private final List<Row> assigned;
    private final StoredIds storedIds;
    private final boolean keyGeneratorWouldWrite;
    private @Nullable BoundSql built;
    private @Nullable Insertion outer;

    /** @throws PluginException if an id is wanted and cannot be given; then no row has got one */
    Insertion(InsertStatement insert, Parameter parameter, SnowflakeInterceptor.Work work) {
        this.insert = insert;
        this.parameter = parameter;
        this.refusal = new Refusal(insert, parameter);
        RowSearch search = new RowSearch(insert, parameter, refusal, work.annotatedOnly());
        this.rows = search.find();
        this.assigned = work.assignment().assign(rows, refusal);
        this.storedIds = new StoredIds(insert, refusal, rows, assigned);
        this.keyGeneratorWouldWrite = search.keyGeneratorWouldWrite(rows);
    }

    /** The call of this statement that is in progress on this thread. */
    static @Nullable Insertion inProgress(InsertStatement insert) {
        Insertion each = INNERMOST.get();
        while (each != null && each.insert != insert) {
            each = each.outer;
        }
        return each;
    }

    /**
     * Something else than the interceptor is about to set the id of a row.
     *
     * @throws PluginException if the row may be there already, under another id, or if no call is in progress on this thread
     */
    static void madeElsewhere(Row row, long id) {
        Insertion current = INNERMOST.get();
        if (current == null) {
            throw new PluginException(
                    "cannot generate " + row.id() + ": no insert that SnowflakeInterceptor sees is in progress,"
                            + " so nothing would keep an upsert from leaving that object with an id that no row has;"
                            + " add SnowflakeInterceptor.annotatedOnly(ids) to the configuration");
        }
        current.storedIds.add(row, id);
    }

    /**
     * Lets MyBatis go on, and looks at what it did.
     *
     * @throws InvocationTargetException as MyBatis; if the insert was refused, the ids that were made are taken back
     */
    @Nullable
    Object run(Invocation invocation) throws InvocationTargetException, IllegalAccessException {
        outer = INNERMOST.get(); // what builds the SQL of an insert may itself insert
        INNERMOST.set(this);
        try {
            if (keyGeneratorWouldWrite && insert.usesGeneratedKeys()) {
                storedIds.see(builtBeforehand()); // as it decides whether the key generator runs
            }
            invocation.getArgs()[0] = keyGeneratorWouldWrite ? storedIds.statement() : insert.asWritten();
            Object result = invocation.proceed();
            storedIds.end(result);
            return result;
        } catch (InvocationTargetException e) {
            if (e.getTargetException() instanceof PluginException refused) {
                IdAssignment.takeBack(assigned, refused);
            }
            throw e;
        } finally {
            if (outer == null) {
                INNERMOST.remove();
            } else {
                INNERMOST.set(outer);
            }
        }
    }

    /** MyBatis takes it as it is. */
    private BoundSql builtBeforehand() {
        ErrorContext.instance()
                .resource(insert.original().getResource())
                .activity("building the SQL of an insert")
                .object(insert.id());
        BoundSql sql = insert.original().getSqlSource().getBoundSql(parameter.given());
        built = sql;
        return sql;
    }

    /**
     * The SQL of this call, from the statement's own source, which is asked once.
     *
     * @throws PluginException if it binds an id that is not there, or leaves out the ids that were made, or if a row that is there
     *     already may have another id
     */
    BoundSql boundSql(SqlSource source, @Nullable Object given) {
        BoundSql sql = built != null && given == parameter.given() ? built : source.getBoundSql(given);
        new BoundIds(refusal, rows, assigned, insert.original(), sql).requireThere();
        storedIds.see(sql);
        storedIds.requireKnown();
        return sql;
    }
}
