package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.testing.servers.TestDatabase;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** Entities that an application's contributor adds after all other mappings were read. */
class LateEntityTest {

    @Entity(name = "LateHero")
    static class LateHero {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long id;
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

    @Test
    void anEntityThatIsAddedLateIsRejected(@TempDir Path folder) throws Exception {
        try (TestDatabase database = HibernateOn.newH2()) {
            assertThatThrownBy(() -> start(database, folder))
                    .hasStackTraceContaining("cannot generate LateHero.id: put @io.snowflakeid.hibernate.SnowflakeId on"
                            + " an attribute of an entity that is registered with Hibernate itself");
        }
    }

    private static SessionFactory start(TestDatabase database, Path folder) throws Exception {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(
                services.resolve(AdditionalMappingContributor.class.getName()), HeroContributor.class.getName());
        ClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, LateEntityTest.class.getClassLoader());
        StandardServiceRegistry registry = new StandardServiceRegistryBuilder(new BootstrapServiceRegistryBuilder()
                        .applyClassLoader(loader)
                        .build())
                .applySetting("hibernate.connection.datasource", database.dataSource())
                .applySetting("hibernate.hbm2ddl.auto", "create-only")
                .applySetting(SnowflakeSettings.WORKER, 815)
                .build();
        try {
            return new MetadataSources(registry).buildMetadata().buildSessionFactory();
        } catch (RuntimeException e) {
            StandardServiceRegistryBuilder.destroy(registry);
            throw e;
        }
    }
}
