package io.snowflakeid.mybatis;

import java.util.List;
import org.apache.ibatis.executor.keygen.Jdbc3KeyGenerator;
import org.apache.ibatis.executor.keygen.KeyGenerator;
import org.apache.ibatis.executor.keygen.NoKeyGenerator;
import org.apache.ibatis.executor.keygen.SelectKeyGenerator;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * An insert statement: which properties its key generator writes, and the same statement without one.
 *
 * <p>The copy is made once. {@code ExecutorType.BATCH} joins consecutive calls into one JDBC batch only if they come with the
 * identical {@link MappedStatement}.
 */
final class InsertStatement {

    private final MappedStatement statement;
    private final MappedStatement withoutKeyGenerator;
    private final List<String> keyProperties;

    InsertStatement(MappedStatement statement) {
        this.statement = statement;
        this.withoutKeyGenerator = usesGeneratedKeys() ? copyWithoutKeyGenerator(statement) : statement;
        this.keyProperties = keyPropertiesOf(statement);
    }

    /** A {@code <selectKey>} names its properties itself; an XML insert around it usually does not. */
    private static List<String> keyPropertiesOf(MappedStatement statement) {
        Configuration configuration = statement.getConfiguration();
        String selectKey = statement.getId() + SelectKeyGenerator.SELECT_KEY_SUFFIX;
        if (statement.getKeyGenerator() instanceof SelectKeyGenerator && configuration.hasStatement(selectKey, false)) {
            return listOf(configuration.getMappedStatement(selectKey, false).getKeyProperties());
        }
        return listOf(statement.getKeyProperties());
    }

    private static List<String> listOf(String @Nullable [] names) {
        return names == null ? List.of() : List.of(names);
    }

    String id() {
        return statement.getId();
    }

    /** As written in the mapper, some with the name of a parameter before them. */
    List<String> keyProperties() {
        return keyProperties;
    }

    boolean hasSelectKey() {
        return statement.getKeyGenerator() instanceof SelectKeyGenerator;
    }

    boolean usesGeneratedKeys() {
        return statement.getKeyGenerator().getClass() == Jdbc3KeyGenerator.class;
    }

    /** The key generator, if it is none of MyBatis's own and so may do anything. */
    @Nullable
    KeyGenerator foreignKeyGenerator() {
        KeyGenerator generator = statement.getKeyGenerator();
        boolean known = generator instanceof NoKeyGenerator || hasSelectKey() || usesGeneratedKeys();
        return known ? null : generator;
    }

    /**
     * The statement to run: as written if no row is ours, or if the key generator writes other properties only. Else without one:
     * the keys that drivers report for rows with preset ids are wrong, and MyBatis would write them back.
     */
    MappedStatement statementFor(List<Row> rows, KeyTarget key) {
        for (Row row : rows) {
            if (key.properties().isEmpty() || key.names(row.id().name())) {
                return withoutKeyGenerator;
            }
        }
        return statement;
    }

    private static MappedStatement copyWithoutKeyGenerator(MappedStatement original) {
        return new MappedStatement.Builder(
                        original.getConfiguration(),
                        original.getId(),
                        original.getSqlSource(),
                        original.getSqlCommandType())
                .keyGenerator(NoKeyGenerator.INSTANCE)
                .resource(original.getResource())
                .parameterMap(original.getParameterMap())
                .resultMaps(original.getResultMaps())
                .fetchSize(original.getFetchSize())
                .timeout(original.getTimeout())
                .statementType(original.getStatementType())
                .resultSetType(original.getResultSetType())
                .cache(original.getCache())
                .flushCacheRequired(original.isFlushCacheRequired())
                .useCache(original.isUseCache())
                .resultOrdered(original.isResultOrdered())
                .keyProperty(joined(original.getKeyProperties()))
                .keyColumn(joined(original.getKeyColumns()))
                .databaseId(original.getDatabaseId())
                .lang(original.getLang())
                .resultSets(joined(original.getResultSets()))
                .dirtySelect(original.isDirtySelect())
                .build();
    }

    private static @Nullable String joined(String @Nullable [] names) {
        return names == null ? null : String.join(",", names);
    }
}
