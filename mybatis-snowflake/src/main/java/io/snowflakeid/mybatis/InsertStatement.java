package io.snowflakeid.mybatis;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.stream.Stream;
import org.apache.ibatis.executor.keygen.Jdbc3KeyGenerator;
import org.apache.ibatis.executor.keygen.KeyGenerator;
import org.apache.ibatis.executor.keygen.NoKeyGenerator;
import org.apache.ibatis.executor.keygen.SelectKeyGenerator;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.MappedStatement;
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
    private final List<String> keyProperties;
    private final List<String> keyColumns;
    private final boolean unchecked;
    private volatile Judged judged = new Judged("", Conflict.FAILS_OR_REPLACES);

    /** The text that was looked at last. */
    private record Judged(String sql, Conflict conflict) {}

    /**
     * The insert statements in use. None is kept alive from here, neither those of a configuration that has gone nor those that
     * another plugin makes for a single call: one that is in use is kept by the executor that runs it. Thread-safe.
     */
    static final class Known {

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

    InsertStatement(MappedStatement original) {
        this.original = original;
        this.keyProperties = keyPropertiesOf(original);
        List<String> columns = listOf(original.getKeyColumns());
        this.unchecked = columns.contains(SnowflakeInterceptor.UNCHECKED_ID);
        // without the mark, for which the driver would ask the database
        this.keyColumns = columns.stream()
                .filter(column -> !column.equals(SnowflakeInterceptor.UNCHECKED_ID))
                .toList();
        this.asWritten = copyWith(original.getKeyGenerator());
        this.withoutKeyGenerator = usesGeneratedKeys() ? copyWith(NoKeyGenerator.INSTANCE) : asWritten;
    }

    /** A {@code <selectKey>} names its properties itself; an XML insert around it usually does not. */
    private static List<String> keyPropertiesOf(MappedStatement statement) {
        Configuration configuration = statement.getConfiguration();
        String selectKey = statement.getId() + SelectKeyGenerator.SELECT_KEY_SUFFIX;
        boolean selected = statement.getKeyGenerator() instanceof SelectKeyGenerator
                && configuration.hasStatement(selectKey, false);
        MappedStatement naming = selected ? configuration.getMappedStatement(selectKey, false) : statement;
        return listOf(naming.getKeyProperties());
    }

    private static List<String> listOf(String @Nullable [] names) {
        return names == null ? List.of() : Stream.of(names).map(String::trim).toList();
    }

    /** As it is in the mapper. */
    MappedStatement original() {
        return original;
    }

    String id() {
        return original.getId();
    }

    /** As written in the mapper, some with the name of a parameter before them. */
    List<String> keyProperties() {
        return keyProperties;
    }

    boolean usesGeneratedKeys() {
        return original.getKeyGenerator().getClass() == Jdbc3KeyGenerator.class;
    }

    /** The name of a key generator that may write anything: {@code <selectKey>}, or one that is none of MyBatis's own. */
    @Nullable
    String otherKeyGenerator() {
        KeyGenerator generator = original.getKeyGenerator();
        if (generator instanceof NoKeyGenerator || usesGeneratedKeys()) {
            return null;
        }
        return generator instanceof SelectKeyGenerator
                ? "<selectKey>"
                : generator.getClass().getName();
    }

    /** The statement with its key generator. */
    MappedStatement asWritten() {
        return asWritten;
    }

    /** For rows that bring their ids: the keys that drivers report of them are wrong, and MyBatis would write them back. */
    MappedStatement withoutKeyGenerator() {
        return withoutKeyGenerator;
    }

    /** True if MyBatis reads generated keys into a property: keyProperty names it, or a path that ends in it. */
    boolean readsBack(String property) {
        return usesGeneratedKeys()
                && keyProperties.stream().anyMatch(key -> key.equals(property) || key.endsWith("." + property));
    }

    /** True if it says which column is read. */
    boolean hasKeyColumn() {
        return !keyColumns.isEmpty();
    }

    /** What the statement does where a row is there already, if its ids are to be looked after. */
    Conflict conflictOf(BoundSql sql) {
        Judged last = judged;
        if (!last.sql().equals(sql.getSql())) {
            last = new Judged(sql.getSql(), unchecked ? Conflict.FAILS_OR_REPLACES : Conflict.of(sql.getSql()));
            judged = last;
        }
        return last.conflict();
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
                .keyProperty(joined(listOf(original.getKeyProperties())))
                .keyColumn(joined(keyColumns))
                .databaseId(original.getDatabaseId())
                .lang(original.getLang())
                .resultSets(joined(listOf(original.getResultSets())))
                .dirtySelect(original.isDirtySelect())
                .build();
    }

    private static @Nullable String joined(List<String> names) {
        return names.isEmpty() ? null : String.join(",", names);
    }
}
