package io.snowflakeid.mybatis;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Stream;
import org.apache.ibatis.builder.StaticSqlSource;
import org.apache.ibatis.executor.keygen.Jdbc3KeyGenerator;
import org.apache.ibatis.executor.keygen.KeyGenerator;
import org.apache.ibatis.executor.keygen.NoKeyGenerator;
import org.apache.ibatis.executor.keygen.SelectKeyGenerator;
import org.apache.ibatis.executor.parameter.ParameterHandler;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.ParameterMapping;
import org.apache.ibatis.mapping.ParameterMode;
import org.apache.ibatis.mapping.SqlSource;
import org.apache.ibatis.scripting.defaults.DefaultParameterHandler;
import org.apache.ibatis.scripting.defaults.RawSqlSource;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * An insert statement and two copies of the statement, which MyBatis runs instead of the original.
 *
 * <p>MyBatis gets the SQL of a copied statement from the current thread's {@link Insertion}, unless the statement is plain. All calls of
 * an insert use the same {@link MappedStatement} copies, because {@code ExecutorType.BATCH} starts a new JDBC batch if the instance changes.
 */
final class InsertStatement {

    private final MappedStatement original;
    private final MappedStatement asWritten;
    private final MappedStatement withoutKeyGenerator;
    private final List<String> keyProperties;
    private final List<String> keyColumns;
    private final boolean unchecked;
    private final @Nullable String otherKeyGenerator;
    private final boolean isPlain;
    private volatile Analyzed analyzed = new Analyzed("", Conflict.FAILS_OR_REPLACES);
    private volatile @Nullable OneBean bean;

    /** The SQL text that was analyzed last, with its effect on an existing row. */
    private record Analyzed(String sql, Conflict conflict) {}

    /**
     * What is known of a parameter class. The id property is null if an object of the class is not a row and contains no row.
     *
     * @param simple the statement to run for a row that has its id, or null if each call needs a check of its SQL
     */
    record OneBean(
            Class<?> type,
            @Nullable IdProperty id,
            boolean keyGeneratorWouldWrite,
            @Nullable MappedStatement simple) {}

    /**
     * A thread-safe cache of insert statements. The cache has only weak references, so that statements of discarded configurations can be
     * garbage-collected.
     */
    static final class Known {

        private static final int SLOTS = 64;

        private final Map<MappedStatement, WeakReference<InsertStatement>> known = new WeakHashMap<>();

        /** The statements that ran last, by their hash, which are found without a lock. */
        private final AtomicReferenceArray<@Nullable WeakReference<InsertStatement>> recent =
                new AtomicReferenceArray<>(SLOTS);

        /** Returns the same instance for a statement until the instance is garbage-collected. */
        InsertStatement of(MappedStatement statement) {
            int slot = System.identityHashCode(statement) % SLOTS;
            WeakReference<InsertStatement> reference = recent.get(slot);
            InsertStatement insert = reference == null ? null : reference.get();
            if (insert == null || insert.original != statement) {
                insert = find(statement);
                recent.set(slot, new WeakReference<>(insert));
            }
            return insert;
        }

        private synchronized InsertStatement find(MappedStatement statement) {
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
        this.otherKeyGenerator = nameOfOther(original.getKeyGenerator());
        List<String> columns = listOf(original.getKeyColumns());
        this.unchecked = columns.contains(SnowflakeInterceptor.UNCHECKED_ID);
        // The key columns must not contain UNCHECKED_ID, because the driver requests each key column from the database.
        this.keyColumns = columns.stream()
                .filter(column -> !column.equals(SnowflakeInterceptor.UNCHECKED_ID))
                .toList();
        SqlSource source = original.getSqlSource();
        this.isPlain = otherKeyGenerator == null
                && (source instanceof RawSqlSource || source instanceof StaticSqlSource)
                && conflictOf(source.getBoundSql(null)) == Conflict.FAILS_OR_REPLACES;
        this.asWritten = isPlain && !unchecked ? original : copyWith(original.getKeyGenerator());
        this.withoutKeyGenerator = usesGeneratedKeys() ? copyWith(NoKeyGenerator.INSTANCE) : asWritten;
    }

    /** Returns the key properties of the {@code selectKey} element, or of the statement if the statement has no such element. */
    private static List<String> keyPropertiesOf(MappedStatement statement) {
        Configuration configuration = statement.getConfiguration();
        String selectKey = statement.getId() + SelectKeyGenerator.SELECT_KEY_SUFFIX;
        boolean selected = statement.getKeyGenerator() instanceof SelectKeyGenerator
                && configuration.hasStatement(selectKey, false);
        MappedStatement naming = selected ? configuration.getMappedStatement(selectKey, false) : statement;
        return listOf(naming.getKeyProperties());
    }

    private static @Nullable String nameOfOther(KeyGenerator generator) {
        if (generator instanceof NoKeyGenerator || generator.getClass() == Jdbc3KeyGenerator.class) {
            return null;
        }
        return generator instanceof SelectKeyGenerator
                ? "<selectKey>"
                : generator.getClass().getName();
    }

    private static List<String> listOf(String @Nullable [] names) {
        return names == null ? List.of() : Stream.of(names).map(String::trim).toList();
    }

    MappedStatement original() {
        return original;
    }

    List<String> keyProperties() {
        return keyProperties;
    }

    boolean usesGeneratedKeys() {
        return original.getKeyGenerator().getClass() == Jdbc3KeyGenerator.class;
    }

    /** Returns the name of the statement's key generator, such as {@code selectKey}, or null if there is none but {@code useGeneratedKeys}. */
    @Nullable
    String otherKeyGenerator() {
        return otherKeyGenerator;
    }

    /** Returns true if all calls have the same SQL, and the SQL fails for an existing row or replaces it. MyBatis runs such SQL after the check. */
    boolean isPlain() {
        return isPlain;
    }

    /** Returns the statement to run, without {@code useGeneratedKeys} if drivers would report wrong keys, as for rows whose ids are set. */
    MappedStatement running(boolean withKeyGenerator) {
        return withKeyGenerator ? asWritten : withoutKeyGenerator;
    }

    /** Returns true if MyBatis writes generated keys to the property. */
    boolean readsBack(String property) {
        return usesGeneratedKeys()
                && keyProperties.stream().anyMatch(key -> key.equals(property) || key.endsWith("." + property));
    }

    boolean hasKeyColumn() {
        return !keyColumns.isEmpty();
    }

    /** Returns the statement's effect on an existing row. If the key column is {@code UNCHECKED_ID}, the SQL is not analyzed. */
    Conflict conflictOf(BoundSql sql) {
        Analyzed last = analyzed;
        if (!last.sql().equals(sql.getSql())) {
            last = new Analyzed(sql.getSql(), unchecked ? Conflict.FAILS_OR_REPLACES : Conflict.of(sql.getSql()));
            analyzed = last;
        }
        return last.conflict();
    }

    /** Returns what is known of the parameter's class, or null. */
    @Nullable
    OneBean knownBean(@Nullable Object parameter) {
        OneBean last = bean;
        return last != null && parameter != null && parameter.getClass() == last.type() ? last : null;
    }

    /** Sets the parameter's id and returns the statement to run, or returns null if the call needs an {@link Insertion}. */
    @Nullable
    MappedStatement simple(@Nullable Object parameter, IdAssignment assignment) {
        OneBean known = knownBean(parameter);
        if (known == null || known.simple == null || known.id == null || parameter == null) {
            return null;
        }
        return assignment.hasId(parameter, known.id) ? known.simple : null;
    }

    /** Remembers the parameter's class after a call, if the parameter is the only row or can contain no row. */
    void learn(Call call, List<Row> rows, boolean keyGeneratorWouldWrite, BoundSql sql) {
        Object parameter = call.parameter();
        if (parameter == null
                || parameter instanceof Map
                || keyProperties.stream().anyMatch(key -> key.contains("."))) {
            return;
        }
        Class<?> type = parameter.getClass();
        if (rows.size() == 1 && rows.get(0).bean() == parameter) {
            IdProperty id = rows.get(0).id();
            boolean simple = isPlain && bindsIdOfParameter(sql, id);
            bean = new OneBean(type, id, keyGeneratorWouldWrite, simple ? running(!keyGeneratorWouldWrite) : null);
        } else if (rows.isEmpty() && RowType.of(type).holdsNoRow()) {
            bean = new OneBean(type, null, false, null);
        }
    }

    /** Returns true if MyBatis itself binds the parameter's id, and no property of another object. Other handlers may call {@link RowIds}. */
    private boolean bindsIdOfParameter(BoundSql sql, IdProperty id) {
        ParameterHandler handler = original.getConfiguration().newParameterHandler(original, null, sql);
        List<ParameterMapping> mappings = Objects.requireNonNullElse(sql.getParameterMappings(), List.of());
        return handler.getClass() == DefaultParameterHandler.class
                && mappings.stream().noneMatch(mapping -> mapping.getProperty().contains("."))
                && mappings.stream()
                        .anyMatch(mapping ->
                                mapping.getProperty().equals(id.name()) && mapping.getMode() != ParameterMode.OUT);
    }

    private BoundSql boundSql(Object parameter) {
        Insertion insertion = isPlain ? null : Insertion.inProgress(this);
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
