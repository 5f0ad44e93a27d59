package io.snowflakeid.spring.boot.contract;

import static io.snowflakeid.spring.boot.contract.WatchedApplication.part;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import io.snowflakeid.spring.boot.HibernateSettings;
import io.snowflakeid.spring.boot.actuate.SnowflakeHealth;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The generators of a parent are those of its children, and no child opens them again. */
class ParentAndChildTest {

    private static ConfigurableApplicationContext start(Class<?> parent, Class<?> child, String... settings) {
        SpringApplicationBuilder application = new SpringApplicationBuilder(parent)
                .properties(
                        "spring.main.banner-mode=off",
                        "spring.flyway.enabled=false",
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID())
                .properties(RunningApplication.WITHOUT_JPA) // Hibernate's settings alone are looked at
                .properties(settings);
        return application.child(child).web(WebApplicationType.NONE).run();
    }

    private static List<WorkerEntry> workers(ConfigurableApplicationContext context, String namespace) {
        return JdbcWorkerLedger.stored(context.getBean(DataSource.class), namespace)
                .build()
                .workers();
    }

    private static void close(ConfigurableApplicationContext child) {
        ((ConfigurableApplicationContext) child.getParent()).close();
        assertThat(child.isActive()).isFalse();
    }

    @Test
    void aChildTakesTheGeneratorsOfItsParent() {
        ConfigurableApplicationContext child = start(
                Application.class,
                Application.class,
                "snowflake.ledger.data-source=dataSource",
                "snowflake.ledger.scope=shared");
        try {
            assertThat(child.getBean(IdGenerator.class))
                    .isSameAs(child.getParent().getBean(IdGenerator.class));
            assertThat(workers(child, "default")).hasSize(1);
            assertThat(child.getBean(SnowflakeHealth.class).look().details()).containsOnlyKeys("default");
        } finally {
            close(child);
        }
    }

    @Test
    void aGeneratorThatTheParentMadeItselfServesItsChildren() {
        ConfigurableApplicationContext child = start(OwnGenerator.class, Application.class);
        try {
            Map<String, Object> settings = new HashMap<>();
            child.getBean(HibernateSettings.class).addTo(settings);
            assertThat(settings)
                    .containsEntry(
                            "hibernate.snowflake.generator", child.getParent().getBean("myIds"))
                    .doesNotContainKey("hibernate.snowflake.generator.myIds");
            assertThat(child.getBean(SnowflakeHealth.class).look().details()).containsOnlyKeys("default");
        } finally {
            close(child);
        }
    }

    @Test
    void theContextOfAnActuatorOnItsOwnPortOpensNone() throws Exception {
        try (WatchedApplication application = WatchedApplication.start("management.server.port=0")) {
            HttpResponse<String> answer = application.ask("snowflake");

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(((Map<?, ?>) part(answer, "generators")).keySet()).hasSize(2);
            assertThat(workers(application.application().context(), "default")).hasSize(1);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {}

    /** Nothing is set up here but what it makes itself. */
    @Configuration(proxyBeanMethods = false)
    static class OwnGenerator {

        @Bean(destroyMethod = "close")
        SnowflakeIdGenerator myIds() {
            return SnowflakeIdGenerator.on(
                    FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 84).inNamespace("parent"));
        }
    }
}
