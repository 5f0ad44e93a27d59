package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.hibernate.Entities.Hero;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.hibernate.engine.jdbc.connections.spi.AbstractDataSourceBasedMultiTenantConnectionProviderImpl;
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
            red.execute("create table Hero (id bigint primary key)");
            blue.execute("create table Hero (id bigint primary key)");
            try (SessionFactory factory = configuration.buildSessionFactory()) {
                long inRed = persisted(factory, "red");
                long inBlue = persisted(factory, "blue");
                assertThat(inBlue).isGreaterThan(inRed);
            }
            assertThat(count(red)).isEqualTo(1);
            assertThat(count(blue)).isEqualTo(1);
        }
    }

    private static final class Tenants extends AbstractDataSourceBasedMultiTenantConnectionProviderImpl<String> {
        private static final long serialVersionUID = 1L;

        private final transient Map<String, TestDatabase> databases;

        private Tenants(Map<String, TestDatabase> databases) {
            this.databases = databases;
        }

        @Override
        protected DataSource selectAnyDataSource() {
            return selectDataSource("red");
        }

        @Override
        protected DataSource selectDataSource(String tenant) {
            return databases.get(tenant).dataSource();
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
