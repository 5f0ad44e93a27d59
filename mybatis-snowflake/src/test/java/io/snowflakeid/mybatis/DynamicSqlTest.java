package io.snowflakeid.mybatis;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.mybatis.Rows.Hero;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.InsertProvider;
import org.junit.jupiter.api.Test;

/** Ids are there before the SQL text is built, and building it is left to MyBatis. */
class DynamicSqlTest {

    private static final String HERO = "CREATE TABLE hero (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40))";

    interface Mapper {
        @Insert("<script>INSERT INTO hero (<if test='id != null'>id,</if> name) VALUES "
                + "(<if test='id != null'>#{id},</if> #{name})</script>")
        void insert(Hero hero);

        @InsertProvider(Provider.class)
        void provided(Hero hero);
    }

    public static final class Provider implements org.apache.ibatis.builder.annotation.ProviderMethodResolver {
        static final ThreadLocal<AtomicInteger> CALLS = ThreadLocal.withInitial(AtomicInteger::new);

        public static String provided(Hero hero) {
            CALLS.get().incrementAndGet();
            return "INSERT INTO hero (id, name) VALUES (" + hero.id + ", #{name})";
        }
    }

    @Test
    void aTestForTheIdSeesIt() throws SQLException {
        try (World world = World.onH2(new SnowflakeInterceptor(new PredictableIds()), Mapper.class, HERO)) {
            world.call(Mapper.class, mapper -> mapper.insert(new Hero()));

            assertThat(world.idsByName("hero")).isEqualTo(Map.of("Ann", "1001"));
        }
    }

    @Test
    void aProviderIsCalledOnceAndSeesTheId() throws SQLException {
        Provider.CALLS.get().set(0);
        try (World world = World.onH2(new SnowflakeInterceptor(new PredictableIds()), Mapper.class, HERO)) {
            world.call(Mapper.class, mapper -> mapper.provided(new Hero()));

            assertThat(world.idsByName("hero")).isEqualTo(Map.of("Ann", "1001"));
            assertThat(Provider.CALLS.get().get()).isEqualTo(1);
        }
    }
}
