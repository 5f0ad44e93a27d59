package io.snowflakeid.spring.boot.contract.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import io.snowflakeid.ledger.LedgerGroup;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.spring.boot.HibernateSettings;
import io.snowflakeid.spring.boot.actuate.SnowflakeHealth;
import io.snowflakeid.spring.boot.contract.RunningApplication;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.session.SqlSessionFactory;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Starts an application with each configuration in docs/spring-boot.md. */
class GuideTest {

    private static ConfigurableApplicationContext start(Class<?> application, String... files) {
        String[] imports = new String[files.length];
        for (int i = 0; i < files.length; i++) {
            imports[i] = "spring.config.import[" + i + "]=classpath:guide/" + files[i];
        }
        return RunningApplication.start(application, imports).context();
    }

    @Test
    void oneLedgerForAll() {
        try (ConfigurableApplicationContext context = start(Plain.class, "shared.properties", "careful.properties")) {
            SnowflakeIdGenerator ids = context.getBean(SnowflakeIdGenerator.class);
            assertThat(ids.layout()).isEqualTo(SnowflakeLayout.DEFAULT);
            assertThat(ids.status().clockPolicy()).asString().startsWith("tiered");
        }
    }

    @Test
    void aGameServerAndAFixedWorkerAndALedgerWithConnectionsOfItsOwn() {
        System.setProperty("snowflake.guide.worker", "41");
        try (ConfigurableApplicationContext gameServer = start(Plain.class, "game-server.properties");
                ConfigurableApplicationContext fixed = start(Plain.class, "fixed.properties");
                ConfigurableApplicationContext own = start(Plain.class, "own-connections.properties")) {
            SnowflakeIdGenerator ids = gameServer.getBean(SnowflakeIdGenerator.class);
            assertThat(ids.layout().decode(ids.nextId()).datacenter()).isEqualTo(17);
            assertThat(fixed.getBean(SnowflakeIdGenerator.class).status().worker())
                    .isEqualTo(41);
            assertThat(own.getBean(IdGenerator.class).nextId()).isPositive();
        } finally {
            System.clearProperty("snowflake.guide.worker");
        }
    }

    @Test
    void aSecondGeneratorIsABean() {
        try (ConfigurableApplicationContext context = start(WithAuditLog.class, "shared.properties")) {
            SnowflakeIdGenerator ours = context.getBean("snowflakeIdGenerator", SnowflakeIdGenerator.class);
            SnowflakeIdGenerator audit = context.getBean("audit", SnowflakeIdGenerator.class);

            context.getBean(AuditLog.class).ids.nextId();
            assertThat(audit.issued()).isEqualTo(1);
            assertThat(context.getBean(IdentifierGenerator.class).nextId(null)).isNotNull();
            assertThat(ours.issued()).isEqualTo(1);

            Map<String, Object> hibernate = new HashMap<>();
            context.getBean(HibernateSettings.class).addTo(hibernate);
            assertThat(hibernate)
                    .containsEntry("hibernate.snowflake.generator", ours)
                    .containsEntry("hibernate.snowflake.generator.audit", audit)
                    .doesNotContainKey("hibernate.snowflake.generator.snowflakeIdGenerator");
            SnowflakeInterceptor mybatis = context.getBean(SnowflakeInterceptor.class);
            assertThatThrownBy(() -> mybatis.addGenerator("audit", audit))
                    .hasMessageContaining("'audit' is empty or taken");
            assertThat(context.getBean(SnowflakeHealth.class).check().details()).containsOnlyKeys("default", "audit");
        }
    }

    /** Promised by docs/mybatis.md. */
    @Test
    void ourInterceptorComesAfterThatOfTheApplication() {
        try (ConfigurableApplicationContext context = start(WithInterceptor.class, "shared.properties")) {
            assertThat(context.getBean(SqlSessionFactory.class)
                            .getConfiguration()
                            .getInterceptors())
                    .contains(context.getBean("copying", Interceptor.class))
                    .last()
                    .isInstanceOf(SnowflakeInterceptor.class);
        }
    }

    @Test
    void aLedgerOfTheApplication() {
        try (ConfigurableApplicationContext context = start(WithOwnLedger.class)) {
            assertThat(context.getBean(IdGenerator.class).nextId()).isPositive();
            assertThat(context.getBean(Alarm.class).raised).isEmpty();
        }
    }

    @Test
    void aGeneratorOfTheApplication() {
        try (ConfigurableApplicationContext context = start(WithOwnGenerator.class)) {
            assertThat(context.getBean(IdGenerator.class)).isInstanceOf(CountingIdGenerator.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Plain {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(AuditLog.class)
    static class WithAuditLog {

        @Bean(defaultCandidate = false)
        SnowflakeIdGenerator audit(DataSource dataSource) {
            return SnowflakeIdGenerator.on(JdbcWorkerLedger.shared(SnowflakeLayout.SONYFLAKE_LIKE, dataSource)
                    .namespace("audit")
                    .build());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithInterceptor {

        @Bean
        Interceptor copying() {
            return new Interceptor() {
                @Override
                public Object intercept(Invocation invocation) {
                    throw new AssertionError("wraps nothing");
                }

                @Override
                public Object plugin(Object target) {
                    return target;
                }
            };
        }
    }

    static class AuditLog {

        private final IdGenerator ids;

        AuditLog(@Qualifier("audit") IdGenerator ids) {
            this.ids = ids;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Alarm.class)
    static class WithOwnLedger {

        private final DataSource one = memory("one");
        private final DataSource other = memory("other");

        private static DataSource memory(String name) {
            JdbcDataSource memory = new JdbcDataSource();
            memory.setURL("jdbc:h2:mem:guide-" + name + ";DB_CLOSE_DELAY=-1");
            return memory;
        }

        @Bean
        WorkerLedger workers() {
            return LedgerGroup.of(
                    JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, one)
                            .workers(0, 511)
                            .build(),
                    JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, other)
                            .workers(512, 1023)
                            .build());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithOwnGenerator {

        @Bean
        IdGenerator countingIds() {
            return CountingIdGenerator.from(1001);
        }
    }
}
