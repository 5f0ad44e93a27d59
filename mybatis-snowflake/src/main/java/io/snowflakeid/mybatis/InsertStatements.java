package io.snowflakeid.mybatis;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.apache.ibatis.mapping.MappedStatement;

/**
 * The insert statements in use. None is kept alive from here, neither those of a configuration that has gone nor those that
 * another plugin makes for a single call: one that is in use is kept by the executor that runs it.
 *
 * <p>Thread-safe.
 */
final class InsertStatements {

    private final Map<MappedStatement, WeakReference<InsertStatement>> known = new WeakHashMap<>();

    /** The same for the same statement, as long as anything refers to it or to what it runs. */
    synchronized InsertStatement of(MappedStatement statement) {
        WeakReference<InsertStatement> reference = known.get(statement);
        InsertStatement insert = reference == null ? null : reference.get();
        if (insert == null) {
            insert = new InsertStatement(statement);
            known.put(statement, new WeakReference<>(insert));
        }
        return insert;
    }
}
