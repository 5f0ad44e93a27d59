package io.snowflakeid.demo.orders;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.hibernate.SnowflakeSettings;
import java.util.List;
import javax.sql.DataSource;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.boot.model.naming.PhysicalNamingStrategySnakeCaseImpl;
import org.hibernate.cfg.Configuration;
import org.jspecify.annotations.Nullable;

/** Writes through Hibernate, in JDBC batches of 50. */
final class HibernateStore implements OrderStore {

    static final String NAME = "hibernate";

    private final SessionFactory sessions;

    HibernateStore(DataSource sharded, IdGenerator ids) {
        Configuration configuration = new Configuration()
                .addAnnotatedClass(Order.class)
                .addAnnotatedClass(OrderItem.class)
                .addAnnotatedClass(Payment.class);
        configuration.setPhysicalNamingStrategy(new PhysicalNamingStrategySnakeCaseImpl());
        configuration.getProperties().put("hibernate.connection.datasource", sharded);
        configuration.getProperties().put(SnowflakeSettings.GENERATOR, ids);
        configuration.setProperty("hibernate.jdbc.batch_size", "50");
        configuration.setProperty("hibernate.order_inserts", "true");
        // ShardingSphere reads MySQL's SQL on H2 too, and its metadata is slow
        configuration.setProperty("hibernate.dialect", "org.hibernate.dialect.MySQLDialect");
        configuration.setProperty("hibernate.boot.allow_jdbc_metadata_access", "false");
        sessions = configuration.buildSessionFactory();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void write(List<PlacedOrder> orders, Runnable beforeCommit) {
        sessions.inTransaction(session -> {
            orders.forEach(placed -> persist(session, placed));
            session.flush();
            beforeCommit.run();
        });
    }

    private static void persist(Session session, PlacedOrder placed) {
        session.persist(placed.order());
        placed.linkChildren();
        placed.items().forEach(session::persist);
        placed.payments().forEach(session::persist);
    }

    @Nullable
    Order find(long id) {
        return sessions.fromSession(session -> session.find(Order.class, id));
    }

    @Override
    public void close() {
        sessions.close();
    }
}
