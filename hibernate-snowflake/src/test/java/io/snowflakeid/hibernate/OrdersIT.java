package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.hibernate.GeneTest.Item;
import io.snowflakeid.hibernate.GeneTest.Order;
import io.snowflakeid.hibernate.GeneTest.Payment;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Orders, items and payments on real MySQL or MariaDB. */
class OrdersIT {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT.withGene(6);

    private static HibernateOn hibernate;

    @BeforeAll
    static void start() {
        hibernate = HibernateOn.database(
                HibernateOn.newMySqlOrMariaDb(),
                Map.of(SnowflakeSettings.WORKER, 750, SnowflakeSettings.LAYOUT, LAYOUT.spec()),
                Order.class,
                Item.class,
                Payment.class);
    }

    @AfterAll
    static void stop() throws Exception {
        if (hibernate != null) {
            hibernate.close();
        }
    }

    @Test
    void anOrderAndItsChildrenAreFoundByTheGeneOfTheUser() {
        long userId = 4_711;
        long orderId = hibernate.fromTransaction(session -> {
            Order order = new Order();
            order.userId = userId;
            session.persist(order);
            Item item = new Item();
            item.order = order;
            session.persist(item);
            Payment payment = new Payment();
            payment.orderId = order.id;
            session.persist(payment);
            return order.id;
        });
        assertThat(LAYOUT.geneIn(orderId)).isEqualTo(LAYOUT.geneOf(userId));
        assertThat(withGene("Item", LAYOUT.geneOf(userId))).isEqualTo(1);
        assertThat(withGene("Payment", LAYOUT.geneOf(userId))).isEqualTo(1);
    }

    private static long withGene(String entity, long gene) {
        return hibernate.fromTransaction(session -> session.createSelectionQuery(
                        "select count(*) from " + entity + " where mod(id, 64) = :gene", Long.class)
                .setParameter("gene", gene)
                .getSingleResult());
    }

    @Test
    void presetIdsAreKept() {
        hibernate.inTransaction(session -> session.persist(orderWithId(1)));
        hibernate.inTransaction(session -> session.merge(orderWithId(2)));
        hibernate.statelessly(session -> session.insert(orderWithId(3)));
        hibernate.inTransaction(session -> {
            for (long id = 1; id <= 3; id++) {
                assertThat(session.find(Order.class, id)).isNotNull();
            }
        });
    }

    private static Order orderWithId(long id) {
        Order order = new Order();
        order.id = id;
        return order;
    }
}
