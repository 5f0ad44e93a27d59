package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.testing.TestDatabase;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.io.Serializable;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.hibernate.MappingException;
import org.hibernate.SessionFactory;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.ResourceStreamLocator;
import org.hibernate.boot.registry.BootstrapServiceRegistryBuilder;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.spi.AdditionalMappingContributions;
import org.hibernate.boot.spi.AdditionalMappingContributor;
import org.hibernate.boot.spi.InFlightMetadataCollector;
import org.hibernate.boot.spi.MetadataBuildingContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Entities that a contributor of the application adds when all other mappings have been read. */
class LateEntityTest {

    private static final int WORKER = 815;

    @Entity(name = "LateHero")
    static class LateHero {
        @Id
        @GeneratedValue(generator = "late")
        @SnowflakeId
        Long id;
    }

    @Embeddable
    static class LateKey implements Serializable {
        @GeneratedValue
        @SnowflakeId
        Long number;

        String hall = "";

        @Override
        public boolean equals(Object other) {
            return other instanceof LateKey key && Objects.equals(number, key.number);
        }

        @Override
        public int hashCode() {
            return Objects.hash(number);
        }
    }

    @Entity(name = "LateSeat")
    static class LateSeat {
        @EmbeddedId
        LateKey key = new LateKey();
    }

    /** For the service loader. */
    public static final class HeroContributor implements AdditionalMappingContributor {
        @Override
        public void contribute(
                AdditionalMappingContributions contributions,
                InFlightMetadataCollector metadata,
                ResourceStreamLocator resources,
                MetadataBuildingContext context) {
            contributions.contributeEntity(LateHero.class);
        }
    }

    /** For the service loader. */
    public static final class SeatContributor implements AdditionalMappingContributor {
        @Override
        public void contribute(
                AdditionalMappingContributions contributions,
                InFlightMetadataCollector metadata,
                ResourceStreamLocator resources,
                MetadataBuildingContext context) {
            contributions.contributeEntity(LateSeat.class);
        }
    }

    @Test
    void anEntityThatIsAddedLateGetsIdsAllTheSame(@TempDir Path folder) throws Exception {
        try (TestDatabase database = HibernateOn.newH2();
                SessionFactory factory = start(HeroContributor.class, database, folder)) {
            LateHero hero = new LateHero();
            factory.inTransaction(session -> session.persist(hero));
            assertThat(SnowflakeLayout.DEFAULT.decode(hero.id).worker()).isEqualTo(WORKER);
        }
    }

    @Test
    void aCompositeIdThatIsAddedLateIsRefused(@TempDir Path folder) throws Exception {
        try (TestDatabase database = HibernateOn.newH2()) {
            assertThatThrownBy(() -> start(SeatContributor.class, database, folder))
                    .isInstanceOf(MappingException.class)
                    .hasMessage("cannot generate a part of the composite id of LateSeat, which was added after all"
                            + " mappings had been read: register the entity with Hibernate itself");
        }
    }

    private static SessionFactory start(Class<?> contributor, TestDatabase database, Path folder) throws Exception {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(services.resolve(AdditionalMappingContributor.class.getName()), contributor.getName());
        ClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, LateEntityTest.class.getClassLoader());
        StandardServiceRegistry registry = new StandardServiceRegistryBuilder(new BootstrapServiceRegistryBuilder()
                        .applyClassLoader(loader)
                        .build())
                .applySetting("hibernate.connection.datasource", database.dataSource())
                .applySetting("hibernate.hbm2ddl.auto", "create-only")
                .applySetting("hibernate.snowflake.late.worker", WORKER)
                .build();
        try {
            return new MetadataSources(registry).buildMetadata().buildSessionFactory();
        } catch (RuntimeException e) {
            StandardServiceRegistryBuilder.destroy(registry);
            throw e;
        }
    }
}
