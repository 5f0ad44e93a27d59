package io.snowflakeid.hibernate;

import static io.snowflakeid.hibernate.HibernateOn.workerOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.IdSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.hibernate.Entities.Hero;
import io.snowflakeid.hibernate.Entities.Invoice;
import io.snowflakeid.ledger.FixedWorkerLedger;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Entities with named generators. */
class NamedGeneratorTest {

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

    @Test
    void usesTheNamedGeneratorAndDoesNotCloseIt() throws Exception {
        SnowflakeLayout layout = SnowflakeLayout.GAME_SERVERS;
        try (SnowflakeIdGenerator orders = SnowflakeIdGenerator.on(FixedWorkerLedger.of(layout, 12, 0));
                HibernateOn hibernate = HibernateOn.h2(
                        Map.of(SnowflakeSettings.WORKER, 770, "hibernate.snowflake.generator.orders", orders),
                        Invoice.class,
                        InvoiceLine.class,
                        Hero.class)) {
            long invoice = hibernate.persisted(new Invoice()).id;
            long line = hibernate.persisted(new InvoiceLine()).key.line;
            assertThat(List.of(invoice, line))
                    .extracting(id -> layout.decode(id).datacenter())
                    .containsExactly(12L, 12L);
            assertThat(workerOf(hibernate.persisted(new Hero()).id)).isEqualTo(770);
            hibernate.factory().close();
            assertThat(orders.status().closed()).isFalse();
        }
    }

    /** Numbers of segments, for example, have no layout. */
    private static IdSource numbers() {
        IdGenerator counting = CountingIdGenerator.from(SnowflakeLayout.DEFAULT, 41);
        return new IdSource() {
            @Override
            public long nextId() {
                return counting.nextId();
            }

            @Override
            public IdBatch reserve(int count) {
                return counting.reserve(count);
            }
        };
    }

    @Entity(name = "Routed")
    static class Routed {
        @Id
        @GeneratedValue(generator = "orders")
        @SnowflakeId(geneFrom = "customer")
        Long id;

        Long customer = 5L;
    }

    @Test
    void aSourceWithoutALayoutMakesIdsButNoGenes() throws Exception {
        Map<String, Object> settings = Map.of("hibernate.snowflake.generator.orders", numbers());
        try (HibernateOn hibernate = HibernateOn.h2(settings, Invoice.class)) {
            assertThat(hibernate.persisted(new Invoice()).id).isEqualTo(41);
        }
        HibernateOn.assertRefused(
                settings,
                List.of(Routed.class),
                "cannot generate Routed.id: @SnowflakeId names a gene, but segments have no gene",
                "choose a generator with a layout");
    }

    @Entity(name = "Unmarked")
    static class Unmarked {
        @Id
        @GeneratedValue(generator = "orders")
        Long id;
    }

    @Entity(name = "Counted")
    static class Counted {
        @Id
        @GeneratedValue(generator = "orders")
        @SequenceGenerator(name = "orders")
        Long id;
    }

    @Test
    void aNameWithoutSnowflakeIdIsRefusedUnlessAGeneratorOfThatNameIsDeclaredThere() throws Exception {
        Map<String, Object> settings =
                Map.of("hibernate.snowflake.generator.orders", CountingIdGenerator.from(SnowflakeLayout.DEFAULT, 7000));
        HibernateOn.assertRefused(
                settings,
                List.of(Unmarked.class),
                "cannot generate Unmarked.id: @GeneratedValue names the generator 'orders'",
                "hibernate.snowflake.generator.orders",
                "put @io.snowflakeid.hibernate.SnowflakeId beside it");
        try (HibernateOn hibernate = HibernateOn.h2(settings, Counted.class)) {
            assertThat(hibernate.persisted(new Counted()).id).isEqualTo(1);
        }
    }

    @Test
    void aNameThatTheSettingsDoNotHaveIsRefusedWithThoseThatTheyHave() throws Exception {
        try (SnowflakeIdGenerator order = SnowflakeIdGenerator.on(FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 774))) {
            HibernateOn.assertRefused(
                    Map.of(SnowflakeSettings.WORKER, 773, "hibernate.snowflake.generator.order", order),
                    List.of(Invoice.class),
                    "cannot generate Invoice.id",
                    "no generator 'orders'",
                    "known are [order]",
                    "set hibernate.snowflake.generator.orders to an io.snowflakeid.IdSource object");
        }
        try (HibernateOn hibernate = HibernateOn.h2(Map.of(SnowflakeSettings.WORKER, 773), Hero.class)) {
            assertThat(hibernate.persisted(new Hero()).id).isPositive(); // its worker was released
        }
    }
}
