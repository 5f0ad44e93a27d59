package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.hibernate.Entities.Hero;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.jdbc.connections.spi.AbstractMultiTenantConnectionProvider;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.junit.jupiter.api.Test;

/** Several databases in one application. */
class SeveralFactoriesTest {

    @Test
    void allTenantsOfASessionFactoryShareItsGenerator() throws Exception {
        try (TestDatabase red = HibernateOn.newH2();
                TestDatabase blue = HibernateOn.newH2()) {
            Configuration configuration = new Configuration().addAnnotatedClass(Hero.class);
            configuration.getProperties().put(SnowflakeSettings.WORKER, 808);
            configuration
                    .getProperties()
                    .put("hibernate.multi_tenant_connection_provider", new Tenants(Map.of("red", red, "blue", blue)));
            configuration.setProperty("hibernate.dialect", "org.hibernate.dialect.H2Dialect");
            for (TestDatabase database : new TestDatabase[] {red, blue}) {
                try (Connection connection = database.dataSource().getConnection()) {
                    connection.createStatement().execute("create table Hero (id bigint primary key)");
                }
            }
            try (SessionFactory factory = configuration.buildSessionFactory()) {
                long inRed = persisted(factory, "red");
                long inBlue = persisted(factory, "blue");
                assertThat(inBlue).isGreaterThan(inRed);
            }
            assertThat(count(red)).isEqualTo(1);
            assertThat(count(blue)).isEqualTo(1);
        }
    }

    private static final class Tenants extends AbstractMultiTenantConnectionProvider<String> {
        private static final long serialVersionUID = 1L;

        private final transient Map<String, TestDatabase> databases;

        private Tenants(Map<String, TestDatabase> databases) {
            this.databases = databases;
        }

        @Override
        protected ConnectionProvider getAnyConnectionProvider() {
            return selectConnectionProvider("red");
        }

        @Override
        protected ConnectionProvider selectConnectionProvider(String tenant) {
            return new OneDatabase(databases.get(tenant));
        }
    }

    private static final class OneDatabase implements ConnectionProvider {
        private static final long serialVersionUID = 1L;

        private final transient TestDatabase database;

        private OneDatabase(TestDatabase database) {
            this.database = database;
        }

        @Override
        public Connection getConnection() throws SQLException {
            return database.dataSource().getConnection();
        }

        @Override
        public void closeConnection(Connection connection) throws SQLException {
            connection.close();
        }

        @Override
        public boolean supportsAggressiveRelease() {
            return false;
        }

        @Override
        public boolean isUnwrappableAs(Class<?> type) {
            return false;
        }

        @Override
        public <T> T unwrap(Class<T> type) {
            throw new UnsupportedOperationException(type.getName());
        }
    }

    private static long persisted(SessionFactory factory, String tenant) {
        Hero hero = new Hero();
        try (Session session =
                factory.withOptions().tenantIdentifier((Object) tenant).openSession()) {
            session.beginTransaction();
            session.persist(hero);
            session.getTransaction().commit();
        }
        return hero.id;
    }

    private static long count(TestDatabase database) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                var rows = connection.createStatement().executeQuery("select count(*) from Hero")) {
            rows.next();
            return rows.getLong(1);
        }
    }
}
