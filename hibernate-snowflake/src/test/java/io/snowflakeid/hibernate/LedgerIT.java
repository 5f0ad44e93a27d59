package io.snowflakeid.hibernate;

import static io.snowflakeid.hibernate.HibernateOn.workerOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.WorkerEntry;
import io.snowflakeid.hibernate.Entities.Hero;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import io.snowflakeid.testing.servers.TestDatabase;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A ledger on real MySQL or MariaDB, from settings alone. */
class LedgerIT {

    @Test
    @Timeout(60)
    void aPoolOfOneConnectionThatIsInUseDoesNotStarveTheLedger() throws Exception {
        try (TestDatabase heroes = HibernateOn.newMySqlOrMariaDb();
                TestDatabase ledger = HibernateOn.newMySqlOrMariaDb()) {
            Properties settings = new Properties();
            settings.setProperty("jakarta.persistence.jdbc.url", heroes.url());
            settings.setProperty("jakarta.persistence.jdbc.user", heroes.user());
            settings.setProperty("jakarta.persistence.jdbc.password", heroes.password());
            settings.setProperty("hibernate.connection.pool_size", "1");
            settings.setProperty("hibernate.hbm2ddl.auto", "create");
            settings.setProperty("hibernate.snowflake.ledger", ledger.url());
            settings.setProperty("hibernate.snowflake.ledger.user", ledger.user());
            settings.setProperty("hibernate.snowflake.ledger.password", ledger.password());
            settings.setProperty("hibernate.snowflake.ledger.scope", "shared");
            settings.setProperty("hibernate.snowflake.ledger.window", "1s");
            try (SessionFactory factory = new Configuration()
                            .addAnnotatedClass(Hero.class)
                            .addProperties(settings)
                            .buildSessionFactory();
                    Session session = factory.openSession()) {
                session.beginTransaction();
                Hero first = new Hero();
                session.persist(first);
                session.flush();
                // a transaction uses the pool's only connection for longer than a window
                Instant windowLater = workers(ledger).get(0).until().plusSeconds(1);
                while (workers(ledger).get(0).until().isBefore(windowLater)) {
                    Thread.sleep(20);
                }
                Hero second = new Hero();
                session.persist(second);
                session.getTransaction().commit();
                assertThat(workerOf(second.id)).as("the window was renewed").isEqualTo(workerOf(first.id));
                assertThat(workers(ledger)).singleElement().extracting("state").isEqualTo(WorkerEntry.State.HELD);
            }
            assertThat(workers(ledger)).singleElement().extracting("state").isEqualTo(WorkerEntry.State.FREE);
        }
    }

    private static List<WorkerEntry> workers(TestDatabase ledger) {
        return JdbcWorkerLedger.stored(ledger.dataSource(), "default").build().workers();
    }
}
