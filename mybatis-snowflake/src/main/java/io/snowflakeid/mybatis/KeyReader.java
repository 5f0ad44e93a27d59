package io.snowflakeid.mybatis;

import java.sql.Statement;
import org.apache.ibatis.executor.BatchExecutor;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.executor.keygen.Jdbc3KeyGenerator;
import org.apache.ibatis.mapping.MappedStatement;
import org.jspecify.annotations.Nullable;

/**
 * Lets the driver return keys, as MyBatis's own key generator does, and hands them to the insertion that is in progress, which knows
 * what they are worth. Keys of a batch are left alone: of its rows only some may have one.
 */
final class KeyReader extends Jdbc3KeyGenerator {

    private final InsertStatement insert;

    KeyReader(InsertStatement insert) {
        this.insert = insert;
    }

    @Override
    public void processBefore(
            Executor executor, MappedStatement statement, @Nullable Statement none, Object parameter) {
        Insertion insertion = insert.inProgress();
        if (insertion != null && executor instanceof BatchExecutor) {
            insertion.storedIds().joinsBatch();
        }
    }

    @Override
    public void processAfter(Executor executor, MappedStatement statement, Statement executed, Object parameter) {
        Insertion insertion = insert.inProgress();
        if (insertion != null && !(executor instanceof BatchExecutor)) {
            insertion.storedIds().readKeys(executed);
        }
    }
}
