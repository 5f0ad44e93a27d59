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
import org.apache.ibatis.mapping.ParameterMapping;
import org.apache.ibatis.session.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * An insert statement with its key properties, and two copies of the statement, with and without a key generator. MyBatis runs a copy instead of the
 * original statement.
 *
 * <p>A copy gets its SQL through the {@link Insertion} that is in progress on the thread. The insertion checks the SQL. {@code ExecutorType.BATCH}
 * joins consecutive calls into one JDBC batch only for the identical {@link MappedStatement}. All calls share one copy, so an insertion contains the
 * state of a call.
 */
final class InsertStatement {

    private final MappedStatement original;
    private final MappedStatement asWritten;
    private final MappedStatement withoutKeyGenerator;
    private final List<String> keyProperties;
    private final List<String> keyColumns;
    private final boolean unchecked;
    private volatile Analyzed analyzed = new Analyzed("", Conflict.FAILS_OR_REPLACES);
    private volatile @Nullable OneBean bean;

    /** The SQL text that was analyzed most recently, and its effect if a row already exists. */
    private record Analyzed(String sql, Conflict conflict) {}

    /**
     * The results of the checks for a parameter that is the only row. These results are equal for every parameter of the class.
     *
     * @param checked mappings that bind the id, and properties of the parameter only, or null before the first check
     */
    record OneBean(
            Class<?> type,
            IdProperty id,
            boolean keyGeneratorWouldWrite,
            @Nullable List<ParameterMapping> checked) {

        boolean isChecked(BoundSql sql) {
            return checked != null && checked == sql.getParameterMappings() && !sql.hasAdditionalParameter(id.name());
        }
    }

    /**
     * A cache of insert statements. The cache holds weak references only, because a configuration may be discarded, and a plugin may create a
     * statement for a single call. A running statement is not discarded, because its executor has a strong reference. This class is thread-safe.
     */
    static final class Known {

        private final Map<MappedStatement, WeakReference<InsertStatement>> known = new WeakHashMap<>();
        private volatile @Nullable WeakReference<InsertStatement> last;

        /** Returns one instance per statement, as long as the statement or its copy is referenced. */
        InsertStatement of(MappedStatement statement) {
            WeakReference<InsertStatement> reference = last;
            InsertStatement insert = reference == null ? null : reference.get();
            return insert != null && insert.original == statement ? insert : find(statement);
        }

        private synchronized InsertStatement find(MappedStatement statement) {
            WeakReference<InsertStatement> reference = known.get(statement);
            InsertStatement insert = reference == null ? null : reference.get();
            if (insert == null) {
                insert = new InsertStatement(statement);
                reference = new WeakReference<>(insert);
                known.put(statement, reference);
            }
            last = reference;
            return insert;
        }
    }

    InsertStatement(MappedStatement original) {
        this.original = original;
        this.keyProperties = keyPropertiesOf(original);
        List<String> columns = listOf(original.getKeyColumns());
        this.unchecked = columns.contains(SnowflakeInterceptor.UNCHECKED_ID);
        // UNCHECKED_ID is removed, because the driver requests each key column from the database.
        this.keyColumns = columns.stream()
                .filter(column -> !column.equals(SnowflakeInterceptor.UNCHECKED_ID))
                .toList();
        this.asWritten = copyWith(original.getKeyGenerator());
        this.withoutKeyGenerator = usesGeneratedKeys() ? copyWith(NoKeyGenerator.INSTANCE) : asWritten;
    }

    /**
     * Returns the key properties of the {@code selectKey} element if there is one, because the {@code insert} element then usually names no property.
     */
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

    MappedStatement original() {
        return original;
    }

    String id() {
        return original.getId();
    }

    /** Returns the key properties as written in the mapper, possibly with the name of a parameter as prefix. */
    List<String> keyProperties() {
        return keyProperties;
    }

    boolean usesGeneratedKeys() {
        return original.getKeyGenerator().getClass() == Jdbc3KeyGenerator.class;
    }

    /** Returns the name of a key generator that may write any property, such as {@code selectKey}, or null. */
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

    MappedStatement asWritten() {
        return asWritten;
    }

    /** Returns the copy for rows whose ids are set. The copy has no key generator, because drivers report wrong keys for rows whose ids are set. */
    MappedStatement withoutKeyGenerator() {
        return withoutKeyGenerator;
    }

    /** Returns true if MyBatis reads generated keys into the property, because keyProperty is the property or a path that ends in the property. */
    boolean readsBack(String property) {
        return usesGeneratedKeys()
                && keyProperties.stream().anyMatch(key -> key.equals(property) || key.endsWith("." + property));
    }

    boolean hasKeyColumn() {
        return !keyColumns.isEmpty();
    }

    /** Returns the statement's effect if a row already exists. A statement with {@code UNCHECKED_ID} counts as {@code FAILS_OR_REPLACES}. */
    Conflict conflictOf(BoundSql sql) {
        Analyzed last = analyzed;
        if (!last.sql().equals(sql.getSql())) {
            last = new Analyzed(sql.getSql(), unchecked ? Conflict.FAILS_OR_REPLACES : Conflict.of(sql.getSql()));
            analyzed = last;
        }
        return last.conflict();
    }

    /** Returns the earlier result for a bean of this class, or null if the rows must be searched. */
    @Nullable
    OneBean knownBean(@Nullable Object parameter) {
        OneBean last = bean;
        return last != null && parameter != null && parameter.getClass() == last.type() ? last : null;
    }

    /** Keeps the result of a search if the only row is the parameter itself, because a path in keyProperty depends on more than the class. */
    void learn(@Nullable Object parameter, List<Row> rows, boolean keyGeneratorWouldWrite) {
        if (rows.size() == 1
                && rows.get(0).bean() == parameter
                && !(parameter instanceof Map)
                && keyProperties.stream().noneMatch(key -> key.contains("."))) {
            bean = new OneBean(parameter.getClass(), rows.get(0).id(), keyGeneratorWouldWrite, null);
        }
    }

    /** Keeps the checked mappings if each one names a property of the parameter, and one of them names the id. */
    void learn(@Nullable OneBean known, BoundSql sql) {
        List<ParameterMapping> mappings = sql.getParameterMappings();
        if (known != null
                && mappings != null
                && mappings.stream().noneMatch(mapping -> mapping.getProperty().contains("."))
                && mappings.stream()
                        .anyMatch(mapping ->
                                mapping.getProperty().equals(known.id().name()))) {
            bean = new OneBean(known.type(), known.id(), known.keyGeneratorWouldWrite(), mappings);
        }
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
