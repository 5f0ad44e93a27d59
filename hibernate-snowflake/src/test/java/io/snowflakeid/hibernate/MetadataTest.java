package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.hibernate.Entities.Hero;
import io.snowflakeid.hibernate.Entities.Order;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.hibernate.SessionFactory;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistry;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.tool.schema.spi.SchemaManagementToolCoordinator;
import org.junit.jupiter.api.Test;

/** Code that only reads mappings, such as a schema tool, takes no worker and needs no generator. */
class MetadataTest {

    @Test
    void aSchemaIsMadeWithoutAGenerator() throws Exception {
        try (TestDatabase database = HibernateOn.newH2();
                Mapped mapped = new Mapped(database, Map.of())) {
            SchemaManagementToolCoordinator.process(
                    mapped.metadata(), mapped.registry(), Map.of("hibernate.hbm2ddl.auto", "create-only"), drop -> {});
            assertThat(tables(database)).isEqualTo(2);
        }
    }

    @Test
    void aSessionFactoryWithoutAGeneratorIsRefusedBeforeItMakesATable() throws Exception {
        try (TestDatabase database = HibernateOn.newH2();
                Mapped mapped = new Mapped(database, Map.of("hibernate.hbm2ddl.auto", "create-only"))) {
            assertThatThrownBy(() -> mapped.metadata().buildSessionFactory())
                    .hasMessageStartingWith("cannot generate Hero.id: @SnowflakeId has no source of ids: set ");
            assertThat(tables(database)).isZero();
        }
    }

    @Test
    void aWorkerIsTakenWhenASessionFactoryIsBuilt() throws Exception {
        Map<String, Object> settings = Map.of(
                SnowflakeSettings.WORKER,
                798,
                SnowflakeSettings.LAYOUT,
                SnowflakeLayout.DEFAULT.withGene(4).spec());
        try (TestDatabase database = HibernateOn.newH2();
                Mapped mapped = new Mapped(database, settings)) {
            SnowflakeIdGenerator.on(FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 798))
                    .close(); // it is free
            try (SessionFactory factory = mapped.metadata().buildSessionFactory()) {
                assertThat(factory.isOpen()).isTrue();
                assertThatThrownBy(() -> SnowflakeIdGenerator.on(FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 798)))
                        .hasMessageContaining("worker 798 of datacenter 0 in namespace 'default' is already claimed");
            }
        }
    }

    private record Mapped(StandardServiceRegistry registry, Metadata metadata) implements AutoCloseable {
        Mapped(TestDatabase database, Map<String, Object> settings) {
            this(new StandardServiceRegistryBuilder()
                    .applySetting("hibernate.connection.datasource", database.dataSource())
                    .applySettings(settings)
                    .build());
        }

        private Mapped(StandardServiceRegistry registry) {
            this(
                    registry,
                    new MetadataSources(registry)
                            .addAnnotatedClasses(Hero.class, Order.class)
                            .buildMetadata());
        }

        @Override
        public void close() {
            StandardServiceRegistryBuilder.destroy(registry);
        }
    }

    private static int tables(TestDatabase database) throws SQLException {
        int tables = 0;
        try (Connection connection = database.dataSource().getConnection();
                var found = connection
                        .getMetaData()
                        .getTables(connection.getCatalog(), null, "%", new String[] {"BASE TABLE"})) {
            while (found.next()) {
                tables += found.getString("TABLE_SCHEM").equalsIgnoreCase("information_schema") ? 0 : 1;
            }
        }
        return tables;
    }
}
