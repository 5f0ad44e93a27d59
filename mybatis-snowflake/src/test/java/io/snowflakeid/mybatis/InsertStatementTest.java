package io.snowflakeid.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.ibatis.cache.decorators.LruCache;
import org.apache.ibatis.cache.impl.PerpetualCache;
import org.apache.ibatis.executor.keygen.Jdbc3KeyGenerator;
import org.apache.ibatis.executor.keygen.NoKeyGenerator;
import org.apache.ibatis.logging.Log;
import org.apache.ibatis.mapping.BoundSql;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.ParameterMap;
import org.apache.ibatis.mapping.ResultMap;
import org.apache.ibatis.mapping.ResultMapping;
import org.apache.ibatis.mapping.ResultSetType;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.mapping.StatementType;
import org.apache.ibatis.scripting.defaults.RawLanguageDriver;
import org.apache.ibatis.session.Configuration;
import org.junit.jupiter.api.Test;

class InsertStatementTest {

    private final Configuration configuration = new Configuration();

    /** No attribute has a builder's default value. */
    private MappedStatement unusualStatement() {
        configuration.setLogPrefix("sql.");
        ResultMapping nested = new ResultMapping.Builder(configuration, "guild")
                .nestedResultMapId("other")
                .build();
        ResultMap resultMap = new ResultMap.Builder(configuration, "map", Object.class, List.of(nested)).build();
        return new MappedStatement.Builder(configuration, "app.insert", parameter -> null, SqlCommandType.INSERT)
                .resource("app/Mapper.xml")
                .fetchSize(17)
                .timeout(9)
                .statementType(StatementType.CALLABLE)
                .resultSetType(ResultSetType.SCROLL_SENSITIVE)
                .cache(new LruCache(new PerpetualCache("cache")))
                .parameterMap(new ParameterMap.Builder(configuration, "parameters", Object.class, List.of()).build())
                .resultMaps(new ArrayList<>(List.of(resultMap)))
                .flushCacheRequired(true)
                .useCache(true)
                .resultOrdered(true)
                .keyGenerator(Jdbc3KeyGenerator.INSTANCE)
                .keyProperty("id,rank")
                .keyColumn("id_column,rank_column")
                .databaseId("mysql")
                .lang(new RawLanguageDriver())
                .resultSets("first,second")
                .dirtySelect(true)
                .build();
    }

    private static Map<String, Object> attributesOf(MappedStatement statement) throws ReflectiveOperationException {
        Map<String, Object> attributes = new LinkedHashMap<>();
        for (Method method : MappedStatement.class.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers()) && method.getParameterCount() == 0) {
                Object value = method.invoke(statement);
                attributes.put(method.getName(), value instanceof Log log ? log.getClass() : value);
            }
        }
        return attributes;
    }

    @Test
    void theCopyDiffersInItsKeyGeneratorAndItsSourceOfSqlAlone() throws ReflectiveOperationException {
        MappedStatement original = unusualStatement();
        MappedStatement fresh = new MappedStatement.Builder(
                        new Configuration(), "fresh", parameter -> null, SqlCommandType.UNKNOWN)
                .build();

        MappedStatement copy = new InsertStatement(original).running(false);

        assertThat(copy).isNotSameAs(original);
        assertThat(copy.getKeyGenerator()).isSameAs(NoKeyGenerator.INSTANCE);
        Map<String, Object> expected = attributesOf(original);
        Map<String, Object> actual = attributesOf(copy);
        assertThat(expected).hasSizeGreaterThanOrEqualTo(24);
        for (String attribute : expected.keySet()) {
            if (!attribute.equals("getStatementLog")) {
                assertThat(expected.get(attribute))
                        .as("%s of the original must not be the default, or this test proves nothing", attribute)
                        .isNotEqualTo(attributesOf(fresh).get(attribute));
            }
            if (!attribute.equals("getKeyGenerator") && !attribute.equals("getSqlSource")) {
                assertThat(actual.get(attribute)).as(attribute).isEqualTo(expected.get(attribute));
            }
        }
    }

    @Test
    void outsideOfAnInsertTheCopyHandsOutTheSqlOfItsOriginal() {
        BoundSql sql = new BoundSql(configuration, "INSERT", List.of(), null);
        MappedStatement original =
                new MappedStatement.Builder(configuration, "plain", parameter -> sql, SqlCommandType.INSERT).build();

        assertThat(new InsertStatement(original).running(true).getSqlSource().getBoundSql("x"))
                .isSameAs(sql);
    }

    @Test
    void aStatementIsAnalyzedOnceAndReleasedWhenUnused() {
        InsertStatement.Known statements = new InsertStatement.Known();
        MappedStatement original = unusualStatement();
        MappedStatement running = statements.of(original).running(false);

        System.gc();
        assertThat(statements.of(original).running(false))
                .as("what is kept by an executor, as a batch keeps it")
                .isSameAs(running);

        WeakReference<MappedStatement> forgotten = seenOnce(statements);
        assertThat(isCleared(forgotten)).isTrue();
    }

    private WeakReference<MappedStatement> seenOnce(InsertStatement.Known statements) {
        MappedStatement transientOne = unusualStatement();
        statements.of(transientOne);
        return new WeakReference<>(transientOne);
    }

    private static boolean isCleared(WeakReference<?> reference) {
        for (int i = 0; i < 50 && reference.get() != null; i++) {
            System.gc();
        }
        return reference.get() == null;
    }
}
