package io.snowflakeid.spring.boot.contract.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
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
import io.snowflakeid.spring.boot.contract.RunningApplication.Plain;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.session.SqlSessionFactory;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Starts an application with each configuration in docs/spring-boot.md. */
class GuideTest {

    private static RunningApplication start(Class<?> application, String... files) {
        String imports = Stream.of(files).map("classpath:guide/"::concat).collect(Collectors.joining(","));
        return RunningApplication.start(
                application, "spring.main.web-application-type=none", "spring.config.import=" + imports);
    }

    @Test
    void aGameServerAndAFixedWorkerAndALedgerWithConnectionsOfItsOwn() {
        System.setProperty("snowflake.guide.worker", "41");
        try (RunningApplication gameServer = start(Plain.class, "game-server.properties");
                RunningApplication fixed = start(Plain.class, "fixed.properties");
                RunningApplication own = start(Plain.class, "own-connections.properties")) {
            SnowflakeIdGenerator ids = gameServer.bean(SnowflakeIdGenerator.class);
            assertThat(ids.layout().decode(ids.nextId()).datacenter()).isEqualTo(17);
            assertThat(fixed.bean(SnowflakeIdGenerator.class).status().worker()).isEqualTo(41);
            assertThat(own.bean(IdGenerator.class).nextId()).isPositive();
        } finally {
            System.clearProperty("snowflake.guide.worker");
        }
    }

    @Test
    void oneLedgerForAllAndASecondGeneratorThatIsABean() {
        try (RunningApplication application = start(WithAuditLog.class, "shared.properties", "careful.properties")) {
            SnowflakeIdGenerator ours = application.bean(SnowflakeIdGenerator.class);
            assertThat(ours.layout()).isEqualTo(SnowflakeLayout.DEFAULT);
            assertThat(ours.status().clockPolicy()).asString().startsWith("tiered");
            SnowflakeIdGenerator audit = application.context().getBean("audit", SnowflakeIdGenerator.class);

            application.bean(AuditLog.class).ids.nextId();
            assertThat(audit.issued()).isEqualTo(1);
            assertThat(application.bean(IdentifierGenerator.class).nextId(null)).isNotNull();
            assertThat(ours.issued()).isEqualTo(1);

            Map<String, Object> hibernate = new HashMap<>();
            application.bean(HibernateSettings.class).addTo(hibernate);
            assertThat(hibernate)
                    .containsEntry("hibernate.snowflake.generator", ours)
                    .containsEntry("hibernate.snowflake.generator.audit", audit)
                    .doesNotContainKey("hibernate.snowflake.generator.snowflakeIdGenerator");
            SnowflakeInterceptor mybatis = application.bean(SnowflakeInterceptor.class);
            assertThatThrownBy(() -> mybatis.addGenerator("audit", audit))
                    .hasMessageContaining("'audit' is empty or taken");
            assertThat(application.bean(SnowflakeHealth.class).check().details())
                    .containsOnlyKeys("default", "audit");

            // promised by docs/mybatis.md: after the application's own interceptors
            assertThat(application
                            .bean(SqlSessionFactory.class)
                            .getConfiguration()
                            .getInterceptors())
                    .contains(application.context().getBean("copying", Interceptor.class))
                    .last()
                    .isSameAs(mybatis);
        }
    }

    @Test
    void aLedgerOfTheApplication() {
        try (RunningApplication application = start(WithOwnLedger.class)) {
            assertThat(application.bean(IdGenerator.class).nextId()).isPositive();
            assertThat(application.bean(Alarm.class).raised).isEmpty();
        }
    }

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
}
