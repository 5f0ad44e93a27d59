package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.hibernate.Entities.Identified;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.ManyToOne;
import java.util.Map;
import org.hibernate.proxy.HibernateProxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Genes from paths through embeddables and associations. */
class GenePathTest {

    private static final int WORKER = 785;
    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT.withGene(6);

    @Entity(name = "Tenant")
    static class Tenant extends Identified {
        String region = "";
    }

    @Entity(name = "Customer")
    static class Customer {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "tenant", format = "base62")
        String id;

        @ManyToOne(fetch = FetchType.LAZY)
        Tenant tenant;
    }

    @Embeddable
    static class Delivery {
        @ManyToOne(fetch = FetchType.LAZY)
        Customer customer;
    }

    @Entity(name = "Sale")
    static class Sale {
        @Id
        @GeneratedValue
        @SnowflakeId(geneFrom = "delivery.customer.tenant.id")
        Long id;

        @Embedded
        Delivery delivery = new Delivery();
    }

    /** The parent's id is a text in the parent's own format. */
    @Entity(name = "Letter")
    static class Letter {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "delivery.customer")
        Long id;

        @Embedded
        Delivery delivery = new Delivery();
    }

    @Entity(name = "ByIdOfCustomer")
    static class ByIdOfCustomer {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "customer.id")
        Long id;

        @ManyToOne(fetch = FetchType.LAZY)
        Customer customer;
    }

    @Embeddable
    static class LineKey extends KeyOfFields {
        Long userId;

        @GeneratedValue
        @SnowflakeId(geneFrom = "key.userId")
        Long line;
    }

    @Entity(name = "Line")
    static class Line {
        @EmbeddedId
        LineKey key = new LineKey();
    }

    @Entity(name = "Note")
    static class Note {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "line.key.line")
        Long id;

        @ManyToOne(fetch = FetchType.LAZY)
        Line line;
    }

    static class StepKey extends KeyOfFields {
        Long userId;
        Long number;
    }

    @Entity(name = "Step")
    @IdClass(StepKey.class)
    static class Step {
        @Id
        Long userId;

        @Id
        @GeneratedValue
        @SnowflakeId(geneFrom = "userId")
        Long number;
    }

    @Entity(name = "OfStep")
    static class OfStep {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "step.number")
        Long id;

        @ManyToOne(fetch = FetchType.LAZY)
        Step step;
    }

    @RegisterExtension
    static final HibernateOn hibernate = HibernateOn.h2(
            Map.of(SnowflakeSettings.WORKER, WORKER, SnowflakeSettings.LAYOUT, LAYOUT.spec()),
            Tenant.class,
            Customer.class,
            Sale.class,
            Letter.class,
            ByIdOfCustomer.class,
            Line.class,
            Note.class,
            Step.class,
            OfStep.class);

    private static Customer newCustomer() {
        Customer customer = new Customer();
        customer.tenant = hibernate.persisted(new Tenant());
        return hibernate.persisted(customer);
    }

    private static long geneOf(Customer customer) {
        return LAYOUT.geneIn(IdFormat.BASE62.parse(customer.id));
    }

    @Test
    void aKeyIsReadThroughEmbeddablesAndAssociationsAndWhatLiesBehindAReferenceIsLoaded() {
        for (int i = 0; i < 8; i++) {
            Customer customer = newCustomer();
            Sale sale = new Sale();
            hibernate.inTransaction(session -> {
                sale.delivery.customer = session.getReference(Customer.class, customer.id);
                session.persist(sale);
            });
            assertThat(LAYOUT.geneIn(sale.id)).isEqualTo(LAYOUT.geneOf(customer.tenant.id));
        }
    }

    @Test
    void theIdOfAReferenceIsReadWithoutLoadingIt() {
        for (int i = 0; i < 8; i++) {
            Customer customer = newCustomer();
            hibernate.executions().clear();
            Letter letter = new Letter();
            ByIdOfCustomer byId = new ByIdOfCustomer();
            hibernate.inTransaction(session -> {
                letter.delivery.customer = session.getReference(Customer.class, customer.id);
                assertThat(letter.delivery.customer).isInstanceOf(HibernateProxy.class);
                byId.customer = letter.delivery.customer;
                session.persist(letter);
                session.persist(byId);
            });
            assertThat(LAYOUT.geneIn(letter.id)).isEqualTo(geneOf(customer));
            assertThat(LAYOUT.geneIn(byId.id)).isEqualTo(geneOf(customer));
            assertThat(hibernate.executions())
                    .hasSize(2)
                    .allMatch(execution -> execution.sql().startsWith("insert into"));
        }
    }

    @Test
    void whatIsNullOnTheWayIsNamed() {
        Sale sale = new Sale();
        sale.delivery.customer = new Customer();
        assertThatThrownBy(() -> hibernate.persisted(sale))
                .hasMessage("cannot generate Sale.id: its gene comes from Sale.delivery.customer.tenant.id, but"
                        + " Sale.delivery.customer.tenant is null: set Sale.delivery.customer.tenant before the entity is"
                        + " persisted");
        assertThatThrownBy(() -> hibernate.persisted(new Line()))
                .hasMessage("cannot generate Line.key.line: its gene comes from Line.key.userId, but Line.key.userId is"
                        + " null: set Line.key.userId before the entity is persisted");
    }

    @Test
    void aPartOfAnEmbeddedIdTakesItsGeneFromASiblingAndGivesItToChildrenWithoutBeingLoaded() {
        for (long userId = 1; userId <= 8; userId++) {
            Line line = new Line();
            line.key.userId = userId;
            hibernate.persisted(line);
            assertThat(LAYOUT.geneIn(line.key.line)).isEqualTo(LAYOUT.geneOf(userId));
            hibernate.executions().clear();
            Note note = new Note();
            hibernate.inTransaction(session -> {
                note.line = session.getReference(Line.class, line.key);
                session.persist(note);
            });
            assertThat(LAYOUT.geneIn(note.id)).isEqualTo(LAYOUT.geneOf(userId));
            assertThat(hibernate.executions()).hasSize(1);
        }
    }

    @Test
    void aPartOfAnIdClassTakesItsGeneFromAnother() {
        for (long userId = 1; userId <= 8; userId++) {
            Step step = new Step();
            step.userId = userId;
            hibernate.persisted(step);
            assertThat(LAYOUT.geneIn(step.number)).isEqualTo(LAYOUT.geneOf(userId));
            OfStep child = new OfStep();
            child.step = step;
            assertThat(LAYOUT.geneIn(hibernate.persisted(child).id)).isEqualTo(LAYOUT.geneOf(userId));
        }
    }

    @Test
    void aReferenceThatCannotBeLoadedIsNamed() {
        Sale sale = new Sale();
        hibernate.inTransaction(session -> sale.delivery.customer = session.getReference(Customer.class, "nobody"));
        assertThatThrownBy(() -> hibernate.persisted(sale))
                .hasMessageStartingWith("cannot generate Sale.id: Sale.delivery.customer.tenant cannot be read (")
                .hasMessageEndingWith("): load it before the entity is persisted, in a session that is open");
    }
}
