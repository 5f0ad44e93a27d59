package io.snowflakeid.hibernate;

import static io.snowflakeid.hibernate.HibernateOn.workerOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.hibernate.Entities.Hero;
import io.snowflakeid.hibernate.Entities.Invoice;
import io.snowflakeid.ledger.FixedWorkerLedger;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Entities that take their ids from generators with a name. */
class NamedGeneratorTest {

    /** Without our annotation: the name in the settings is enough. */
    @Entity(name = "Refund")
    static class Refund {
        @Id
        @GeneratedValue(generator = "orders")
        Long id;
    }

    @Embeddable
    static class LineKey extends KeyOfFields {
        @GeneratedValue(generator = "orders")
        @SnowflakeId
        Long line;
    }

    @Entity(name = "InvoiceLine")
    static class InvoiceLine {
        @EmbeddedId
        LineKey key = new LineKey();
    }

    /** Its generator is declared in JPA's own way, and stays Hibernate's. */
    @Entity(name = "Shipment")
    static class Shipment {
        @Id
        @GeneratedValue(generator = "orders")
        @SequenceGenerator(name = "orders", sequenceName = "shipment_sequence")
        Long id;
    }

    @Entity(name = "Delivery")
    static class Delivery {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "orders")
        Long id;
    }

    private static final Map<String, Object> SETTINGS = Map.of(
            SnowflakeSettings.WORKER,
            770,
            "hibernate.snowflake.orders.worker",
            "771",
            "hibernate.snowflake.orders.layout",
            "DEFAULT");

    @Test
    void idsComeFromTheGeneratorOfThatName() throws Exception {
        try (HibernateOn hibernate =
                HibernateOn.h2(SETTINGS, Invoice.class, Refund.class, InvoiceLine.class, Hero.class)) {
            assertThat(workerOf(hibernate.persisted(new Invoice()).id)).isEqualTo(771);
            assertThat(workerOf(hibernate.persisted(new Refund()).id)).isEqualTo(771);
            assertThat(workerOf(hibernate.persisted(new InvoiceLine()).key.line))
                    .isEqualTo(771);
            assertThat(workerOf(hibernate.persisted(new Hero()).id)).isEqualTo(770);
        }
    }

    @Test
    void aNamedGeneratorMayBeHandedOverAndHaveALayoutOfItsOwn() throws Exception {
        SnowflakeLayout layout = SnowflakeLayout.GAME_SERVERS;
        try (SnowflakeIdGenerator orders = SnowflakeIdGenerator.on(FixedWorkerLedger.of(layout, 12, 0));
                HibernateOn hibernate =
                        HibernateOn.h2(Map.of("hibernate.snowflake.generator.orders", orders), Invoice.class)) {
            assertThat(layout.decode(hibernate.persisted(new Invoice()).id).datacenter())
                    .isEqualTo(12);
            hibernate.factory().close();
            assertThat(orders.status().closed()).isFalse();
        }
    }

    @Test
    void workersOfAllNamesAreFreeAgainWhenOneIsRefused() throws Exception {
        HibernateOn.assertRefused(
                Map.of(SnowflakeSettings.WORKER, 772, "hibernate.snowflake.orders.worker", "many"),
                List.of(Hero.class),
                "cannot generate Hero.id",
                "hibernate.snowflake.orders.worker must be a whole number, but is 'many'",
                "its source may be given instead",
                "env:NAME, sysprop:NAME, statefulset:NAME, statefulset:NAME+OFFSET, ipv4:SUBNET");
        try (HibernateOn hibernate = HibernateOn.h2(Map.of(SnowflakeSettings.WORKER, 772), Hero.class)) {
            assertThat(hibernate.persisted(new Hero()).id).isPositive();
        }
    }

    @Test
    void aNameThatTheSettingsDoNotHaveIsRefusedWithThoseThatTheyHave() {
        HibernateOn.assertRefused(
                Map.of(
                        SnowflakeSettings.WORKER,
                        773,
                        "hibernate.snowflake.order.worker",
                        774,
                        "hibernate.snowflake.reports.worker",
                        775),
                List.of(Invoice.class),
                "cannot generate Invoice.id",
                "no generator 'orders'",
                "known are [order, reports]",
                "set hibernate.snowflake.generator.orders, hibernate.snowflake.orders.worker or"
                        + " hibernate.snowflake.orders.ledger");
    }

    @Test
    void aNamedGeneratorWithoutWorkerIsRefused() {
        HibernateOn.assertRefused(
                Map.of(SnowflakeSettings.WORKER, 776, "hibernate.snowflake.orders.layout", "TWITTER"),
                List.of(Invoice.class),
                "cannot generate Invoice.id: generator 'orders' has no source of ids",
                "set hibernate.snowflake.orders.worker to a worker id that no other process uses",
                "or hibernate.snowflake.orders.ledger",
                "or hand an io.snowflakeid.IdGenerator over",
                "hibernate.snowflake.generator.orders");
    }

    @Test
    void aGeneratorThatJpaDeclaresStaysHibernates() throws Exception {
        try (HibernateOn hibernate = HibernateOn.h2(SETTINGS, Shipment.class, Hero.class)) {
            assertThat(hibernate.persisted(new Shipment()).id).isLessThan(1_000);
        }
        try (HibernateOn hibernate = HibernateOn.h2(SETTINGS, Delivery.class, Hero.class)) {
            assertThat(hibernate.persisted(new Delivery()).id).isLessThan(1_000);
        }
    }
}
