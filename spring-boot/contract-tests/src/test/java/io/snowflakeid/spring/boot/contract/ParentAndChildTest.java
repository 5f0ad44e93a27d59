package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.spring.boot.HibernateSettings;
import io.snowflakeid.spring.boot.actuate.SnowflakeHealth;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** A child context uses the generators of its parent. */
class ParentAndChildTest {

    @Test
    void aChildTakesTheGeneratorsOfItsParent() {
        ConfigurableApplicationContext child = new SpringApplicationBuilder(RunningApplication.Plain.class)
                .properties(
                        "spring.main.banner-mode=off",
                        "spring.flyway.enabled=false",
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID(),
                        "snowflake.ledger.data-source=dataSource",
                        "snowflake.ledger.scope=shared")
                .properties(RunningApplication.WITHOUT_JPA) // only Hibernate's settings are checked
                .child(RunningApplication.Plain.class)
                .web(WebApplicationType.NONE)
                .run();
        try (var parent = (ConfigurableApplicationContext) child.getParent()) {
            IdGenerator ids = parent.getBean(IdGenerator.class);
            Map<String, Object> settings = new HashMap<>();
            child.getBean(HibernateSettings.class).addTo(settings);

            assertThat(child.getBean(IdGenerator.class)).isSameAs(ids);
            assertThat(settings)
                    .containsEntry("hibernate.snowflake.generator", ids)
                    .doesNotContainKey("hibernate.snowflake.generator.snowflakeIdGenerator");
            assertThat(child.getBean(SnowflakeHealth.class).check().details()).containsOnlyKeys("default");
            assertThat(child.getBean(JdbcTemplate.class)
                            .queryForList("select worker from snowflake_worker", Long.class))
                    .hasSize(1);
        }
        assertThat(child.isActive()).isFalse();
    }
}
