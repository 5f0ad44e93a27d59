package io.snowflakeid.mybatis;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Function;
import org.apache.ibatis.mapping.MappedStatement;
import org.jspecify.annotations.Nullable;

/**
 * The insert statements in use. None is kept alive from here, neither those of a configuration that has gone nor those that
 * another plugin makes for a single call: one that is in use is kept by the executor that runs it.
 *
 * <p>Thread-safe.
 */
final class InsertStatements {

    private final Map<MappedStatement, WeakReference<InsertStatement>> known = new WeakHashMap<>();

    /** The same for the same statement, as long as anything refers to it or to what it runs. */
    InsertStatement of(MappedStatement statement, Function<MappedStatement, InsertStatement> make) {
        InsertStatement insert = known(statement);
        return insert == null ? firstOf(statement, make.apply(statement)) : insert;
    }

    private synchronized @Nullable InsertStatement known(MappedStatement statement) {
        WeakReference<InsertStatement> reference = known.get(statement);
        return reference == null ? null : reference.get();
    }

    private synchronized InsertStatement firstOf(MappedStatement statement, InsertStatement made) {
        InsertStatement earlier = known(statement);
        if (earlier != null) {
            return earlier;
        }
        known.put(statement, new WeakReference<>(made));
        return made;
    }
}
