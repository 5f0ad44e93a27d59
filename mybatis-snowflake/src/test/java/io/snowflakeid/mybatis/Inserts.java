package io.snowflakeid.mybatis;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.ibatis.binding.MapperMethod.ParamMap;
import org.apache.ibatis.executor.BatchResult;
import org.apache.ibatis.executor.keygen.Jdbc3KeyGenerator;
import org.apache.ibatis.executor.keygen.NoKeyGenerator;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.scripting.xmltags.XMLLanguageDriver;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Runs inserts that tests write as texts, as in a mapper's XML, into a table of heroes. */
final class Inserts implements AutoCloseable, AfterEachCallback {

    private static final String HERO =
            "CREATE TABLE hero (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40), other VARCHAR(40))";
    private static final String INTO = "INSERT INTO hero (id, name) VALUES ";

    final MyBatisOn setup;
    private final Map<String, String> statements = new HashMap<>();

    interface NoMapper {}

    Inserts(Interceptor interceptor) {
        try {
            setup = MyBatisOn.onH2(interceptor, NoMapper.class, HERO);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    static String one(String idAndName) {
        return INTO + "(" + idAndName + ")";
    }

    static String each(String collection) {
        return INTO + forEach(collection, "h", "(#{h.id}, #{h.name})");
    }

    static String eachOfEach(String outer, String inner) {
        return INTO + forEach(outer, "o", forEach(inner, "h", "(#{h.id}, #{h.name})"));
    }

    private static String forEach(String collection, String item, String body) {
        return "<foreach collection='" + collection + "' item='" + item + "' index='i' separator=','>" + body
                + "</foreach>";
    }

    /** Several arguments, or a named one, as a mapper passes them. */
    static ParamMap<Object> params(Object... namesAndValues) {
        ParamMap<Object> params = new ParamMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            params.put((String) namesAndValues[i], namesAndValues[i + 1]);
            params.put("param" + (i / 2 + 1), namesAndValues[i + 1]);
        }
        return params;
    }

    /** With {@code useGeneratedKeys} where there is a keyProperty. */
    void insert(String sql, String keyProperty, Object parameter) {
        insert(ExecutorType.SIMPLE, sql, keyProperty, parameter);
    }

    List<BatchResult> insert(ExecutorType executor, String sql, String keyProperty, Object... parameters) {
        String id = statements.computeIfAbsent(sql + keyProperty, text -> define(sql, keyProperty));
        try (SqlSession session = setup.sessions().openSession(executor)) {
            for (Object parameter : parameters) {
                session.insert(id, parameter);
            }
            List<BatchResult> batches = session.flushStatements();
            session.commit();
            return batches;
        }
    }

    /** The first is called {@code insert}. */
    private String define(String sql, String keyProperty) {
        String id = "insert" + (statements.isEmpty() ? "" : statements.size());
        Configuration configuration = setup.configuration();
        configuration.addMappedStatement(new MappedStatement.Builder(
                        configuration,
                        id,
                        new XMLLanguageDriver()
                                .createSqlSource(configuration, "<script>" + sql + "</script>", Object.class),
                        SqlCommandType.INSERT)
                .keyGenerator(keyProperty.isEmpty() ? NoKeyGenerator.INSTANCE : Jdbc3KeyGenerator.INSTANCE)
                .keyProperty(keyProperty.isEmpty() ? null : keyProperty)
                .build());
        return id;
    }

    Map<String, String> stored() {
        return setup.idsByName("hero");
    }

    @Override
    public void afterEach(ExtensionContext context) throws SQLException {
        close();
    }

    @Override
    public void close() throws SQLException {
        setup.close();
    }
}
