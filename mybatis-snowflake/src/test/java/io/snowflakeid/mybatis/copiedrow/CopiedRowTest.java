package io.snowflakeid.mybatis.copiedrow;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.util.Map;
import java.util.UUID;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Signature;
import org.junit.jupiter.api.Test;

/** Another plugin hands MyBatis a copy of the row: the id must be in both. */
class CopiedRowTest {

    interface Mapper {
        @Insert("INSERT INTO hero (id, name) VALUES (#{id}, #{name})")
        @Options(useGeneratedKeys = true, keyProperty = "id")
        void insert(Hero hero);
    }

    /** As plugins that encrypt do it. */
    @Intercepts(
            @Signature(
                    type = Executor.class,
                    method = "update",
                    args = {MappedStatement.class, Object.class}))
    public static final class Copying implements Interceptor {
        @Override
        public Object intercept(Invocation invocation) throws Throwable {
            Hero given = (Hero) invocation.getArgs()[1];
            Hero copy = new Hero("copy of " + given.name);
            copy.id = given.id;
            invocation.getArgs()[1] = copy;
            return invocation.proceed();
        }
    }

    @Test
    void aPluginThatCopiesTheParameterComesFirst() throws SQLException {
        try (World world = World.on(
                TestDatabase.h2("copied_" + UUID.randomUUID()),
                configuration -> configuration.addInterceptor(new Copying()),
                new SnowflakeInterceptor(new PredictableIds()),
                Mapper.class,
                "CREATE TABLE hero (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40))")) {
            Hero before = new Hero("Ann");
            Hero after = new Hero("Bob");
            world.call(Mapper.class, mapper -> mapper.insert(before));
            world.configuration().addInterceptor(new Copying());
            world.call(Mapper.class, mapper -> mapper.insert(after));

            assertThat(before.id).isEqualTo(1001);
            assertThat(after.id).isNull();
            assertThat(world.idsByName("hero")).isEqualTo(Map.of("copy of Ann", "1001", "copy of copy of Bob", "1002"));
        }
    }
}
