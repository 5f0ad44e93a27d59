package io.snowflakeid.spring.boot.contract.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeRef;
import io.snowflakeid.spring.boot.contract.RunningApplication;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What Hibernate stores in a JSON column is no business of the web's JSON. */
class StoredJsonTest {

    private static final long ID = 2123748188476166151L;

    public record Load(@SnowflakeRef long itemId) {}

    @Entity(name = "Mount")
    public static class Mount {
        @Id
        Long id = 1L;

        @JdbcTypeCode(SqlTypes.JSON)
        Load load = new Load(ID);
    }

    @ParameterizedTest
    @ValueSource(strings = {"annotated", "all-longs"})
    void idsInAColumnOfJsonStayNumbers(String mode) {
        try (RunningApplication application = RunningApplication.start(Stable.class, "snowflake.json=" + mode);
                EntityManager entities = application
                        .context()
                        .getBean(EntityManagerFactory.class)
                        .createEntityManager()) {
            entities.getTransaction().begin();
            entities.persist(new Mount());
            entities.getTransaction().commit();

            assertThat(entities.createNativeQuery("select cast(load as varchar) from Mount", String.class)
                            .getSingleResult())
                    .asString()
                    .contains(":" + ID + "}");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Stable {

        @Bean
        IdGenerator ids() {
            return CountingIdGenerator.from(1);
        }
    }
}
