package io.snowflakeid.mybatis;

import java.sql.SQLException;
import java.util.List;
import org.apache.ibatis.cache.CacheKey;
import org.apache.ibatis.cursor.Cursor;
import org.apache.ibatis.executor.BatchResult;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.reflection.MetaObject;
import org.apache.ibatis.session.ResultHandler;
import org.apache.ibatis.session.RowBounds;
import org.apache.ibatis.transaction.Transaction;
import org.jspecify.annotations.Nullable;

/** Passes inserts to the interceptor, and other calls to another executor. A JDK proxy would allocate an array for each call. */
@SuppressWarnings("rawtypes") // as in the interface
record AssigningExecutor(SnowflakeInterceptor interceptor, Executor next) implements Executor {

    @Override
    public int update(MappedStatement statement, @Nullable Object parameter) throws SQLException {
        return statement.getSqlCommandType() == SqlCommandType.INSERT
                ? interceptor.insert(next, statement, parameter)
                : next.update(statement, parameter);
    }

    @Override
    public <E> List<E> query(
            MappedStatement select,
            @Nullable Object parameter,
            RowBounds bounds,
            @Nullable ResultHandler handler,
            CacheKey key,
            BoundSql sql)
            throws SQLException {
        return next.query(select, parameter, bounds, handler, key, sql);
    }

    @Override
    public <E> List<E> query(
            MappedStatement select, @Nullable Object parameter, RowBounds bounds, @Nullable ResultHandler handler)
            throws SQLException {
        return next.query(select, parameter, bounds, handler);
    }

    @Override
    public <E> Cursor<E> queryCursor(MappedStatement select, @Nullable Object parameter, RowBounds bounds)
            throws SQLException {
        return next.queryCursor(select, parameter, bounds);
    }

    @Override
    public List<BatchResult> flushStatements() throws SQLException {
        return next.flushStatements();
    }

    @Override
    public void commit(boolean required) throws SQLException {
        next.commit(required);
    }

    @Override
    public void rollback(boolean required) throws SQLException {
        next.rollback(required);
    }

    @Override
    public CacheKey createCacheKey(MappedStatement select, @Nullable Object parameter, RowBounds bounds, BoundSql sql) {
        return next.createCacheKey(select, parameter, bounds, sql);
    }

    @Override
    public boolean isCached(MappedStatement select, CacheKey key) {
        return next.isCached(select, key);
    }

    @Override
    public void clearLocalCache() {
        next.clearLocalCache();
    }

    @Override
    public void deferLoad(MappedStatement select, MetaObject result, String property, CacheKey key, Class<?> type) {
        next.deferLoad(select, result, property, key, type);
    }

    @Override
    public Transaction getTransaction() {
        return next.getTransaction();
    }

    @Override
    public void close(boolean forceRollback) {
        next.close(forceRollback);
    }

    @Override
    public boolean isClosed() {
        return next.isClosed();
    }

    @Override
    public void setExecutorWrapper(Executor executor) {
        next.setExecutorWrapper(executor);
    }
}
