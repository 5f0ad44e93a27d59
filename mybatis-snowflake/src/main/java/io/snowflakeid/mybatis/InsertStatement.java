package io.snowflakeid.mybatis;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.ibatis.executor.keygen.Jdbc3KeyGenerator;
import org.apache.ibatis.executor.keygen.KeyGenerator;
import org.apache.ibatis.executor.keygen.NoKeyGenerator;
import org.apache.ibatis.executor.keygen.SelectKeyGenerator;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.ParameterMapping;
import org.apache.ibatis.mapping.SqlSource;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * An insert statement: which properties its key generator writes, and the same statement as we run it, with and without that.
 *
 * <p>What is run hands out its SQL through the {@link Insertion} that is in progress on the thread, so that it can be looked at
 * once. {@code ExecutorType.BATCH} joins consecutive calls into one JDBC batch only if they come with the identical
 * {@link MappedStatement}: so there is one for all calls, and what belongs to a call is kept in the insertion.
 */
final class InsertStatement {

    private final MappedStatement original;
    private final MappedStatement asWritten;
    private final MappedStatement withoutKeyGenerator;
    private final MappedStatement readingBack;
    private final List<String> keyProperties;
    private volatile Judged judged = new Judged("", Conflict.FAILS_OR_REPLACES);

    /** The text that was looked at last. */
    private record Judged(String sql, Conflict conflict) {}

    InsertStatement(MappedStatement original) {
        this.original = original;
        this.asWritten = copyWith(original.getKeyGenerator());
        this.withoutKeyGenerator = usesGeneratedKeys() ? copyWith(NoKeyGenerator.INSTANCE) : asWritten;
        this.readingBack = usesGeneratedKeys() ? copyWith(new KeyReader()) : asWritten;
        this.keyProperties = keyPropertiesOf(original);
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
        return names == null ? List.of() : Stream.of(names).map(String::trim).toList();
    }

    String id() {
        return original.getId();
    }

    /** As written in the mapper, some with the name of a parameter before them. */
    List<String> keyProperties() {
        return keyProperties;
    }

    boolean hasSelectKey() {
        return original.getKeyGenerator() instanceof SelectKeyGenerator;
    }

    boolean usesGeneratedKeys() {
        return original.getKeyGenerator().getClass() == Jdbc3KeyGenerator.class;
    }

    /** The key generator, if it is none of MyBatis's own and so may do anything. */
    @Nullable
    KeyGenerator foreignKeyGenerator() {
        KeyGenerator generator = original.getKeyGenerator();
        boolean known = generator instanceof NoKeyGenerator || hasSelectKey() || usesGeneratedKeys();
        return known ? null : generator;
    }

    /** The statement with its key generator. */
    MappedStatement asWritten() {
        return asWritten;
    }

    /** For rows that bring their ids: the keys that drivers report of them are wrong, and MyBatis would write them back. */
    MappedStatement withoutKeyGenerator() {
        return withoutKeyGenerator;
    }

    /** For rows that may be there already, under ids of their own. */
    MappedStatement readingBack() {
        return readingBack;
    }

    /** True if keyProperty names a property, or a path that ends in it. */
    boolean hasKeyProperty(String property) {
        return keyProperties.stream().anyMatch(key -> key.equals(property) || key.endsWith("." + property));
    }

    /** What the statement does where a row is there already, if its ids are to be looked after. */
    Conflict conflictOf(BoundSql sql) {
        Judged last = judged;
        if (!last.sql().equals(sql.getSql())) {
            last = new Judged(sql.getSql(), isUnchecked() ? Conflict.FAILS_OR_REPLACES : Conflict.of(sql.getSql()));
            judged = last;
        }
        return last.conflict();
    }

    private boolean isUnchecked() {
        return listOf(original.getKeyColumns()).contains(SnowflakeInterceptor.UNCHECKED_ID);
    }

    Configuration configuration() {
        return original.getConfiguration();
    }

    @Nullable
    String resource() {
        return original.getResource();
    }

    SqlSource sqlSource() {
        return original.getSqlSource();
    }

    /** Those of a {@code <parameterMap>}, which stand in for a statement that names none itself. */
    List<ParameterMapping> declaredMappings() {
        return original.getParameterMap().getParameterMappings();
    }

    private BoundSql boundSql(Object parameter) {
        Insertion insertion = Insertion.inProgress(this);
        return insertion == null
                ? original.getSqlSource().getBoundSql(parameter)
                : insertion.boundSql(original.getSqlSource(), parameter);
    }

    private MappedStatement copyWith(KeyGenerator keyGenerator) {
        return new MappedStatement.Builder(
                        original.getConfiguration(), original.getId(), this::boundSql, original.getSqlCommandType())
                .keyGenerator(keyGenerator)
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
                .keyColumn(keyColumn())
                .databaseId(original.getDatabaseId())
                .lang(original.getLang())
                .resultSets(joined(original.getResultSets()))
                .dirtySelect(original.isDirtySelect())
                .build();
    }

    /** Without the mark, for which the driver would ask the database. */
    private @Nullable String keyColumn() {
        List<String> columns = new ArrayList<>(listOf(original.getKeyColumns()));
        columns.remove(SnowflakeInterceptor.UNCHECKED_ID);
        return columns.isEmpty() ? null : String.join(",", columns);
    }

    private static @Nullable String joined(String @Nullable [] names) {
        return names == null ? null : String.join(",", names);
    }
}
