package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.testing.servers.TestDatabase;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hibernate.MappingException;
import org.hibernate.proxy.HibernateProxy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Genes that come from somewhere behind an embeddable or an association. */
class GenePathTest {

    private static final int WORKER = 785;
    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT.withGene(6);

    @Entity(name = "Tenant")
    static class Tenant {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long id;

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

        String city;
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

    @Entity(name = "ByCity")
    static class ByCity {
        @Id
        @GeneratedValue
        @SnowflakeId(geneFrom = "delivery.city")
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

    @Entity(name = "ByCopiedId")
    static class ByCopiedId {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "customerId", format = "base62")
        String id;

        String customerId;
    }

    @Entity(name = "Profile")
    static class Profile {
        @Id
        String id;

        @MapsId
        @OneToOne
        Customer customer;
    }

    /** The parent's id is itself taken over, and has the format of the one who made it. */
    @Entity(name = "Picture")
    static class Picture {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "profile")
        Long id;

        @ManyToOne
        Profile profile;
    }

    @Embeddable
    static class LineKey implements Serializable {
        Long userId;

        @GeneratedValue
        @SnowflakeId(geneFrom = "key.userId")
        Long line;

        @Override
        public boolean equals(Object other) {
            return other instanceof LineKey key && Objects.equals(line, key.line) && Objects.equals(userId, key.userId);
        }

        @Override
        public int hashCode() {
            return Objects.hash(line, userId);
        }
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

    static class StepKey implements Serializable {
        Long userId;
        Long number;

        @Override
        public boolean equals(Object other) {
            return other instanceof StepKey key
                    && Objects.equals(number, key.number)
                    && Objects.equals(userId, key.userId);
        }

        @Override
        public int hashCode() {
            return Objects.hash(number, userId);
        }
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

    /** A number beside the id, with the gene of the id. */
    @Entity(name = "Numbered")
    static class Numbered {
        @Id
        @GeneratedValue
        @SnowflakeId(geneFrom = "shop")
        Long id;

        @SnowflakeId(geneOf = "id")
        Long orderNumber;

        long shop;
    }

    @Entity(name = "OfComposite")
    static class OfComposite {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "line")
        Long id;

        @ManyToOne
        Line line;
    }

    @Entity(name = "OfIdClass")
    static class OfIdClass {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "step")
        Long id;

        @ManyToOne
        Step step;
    }

    @Entity(name = "WrongPath")
    static class WrongPath {
        @Id
        @GeneratedValue
        @SnowflakeId(geneFrom = "customer.tenat.id")
        Long id;

        @ManyToOne
        Customer customer;
    }

    @Entity(name = "BeyondTheEnd")
    static class BeyondTheEnd {
        @Id
        @GeneratedValue
        @SnowflakeId(geneFrom = "customer.tenant.region.name")
        Long id;

        @ManyToOne
        Customer customer;
    }

    @Entity(name = "OfItself")
    static class OfItself {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "id")
        Long id;
    }

    @Entity(name = "OfEmbeddable")
    static class OfEmbeddable {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "delivery")
        Long id;

        @Embedded
        Delivery delivery = new Delivery();
    }

    private static HibernateOn hibernate;

    @BeforeAll
    static void start() {
        hibernate = HibernateOn.h2(
                settings(WORKER),
                Tenant.class,
                Customer.class,
                Sale.class,
                ByCity.class,
                Letter.class,
                ByIdOfCustomer.class,
                ByCopiedId.class,
                Profile.class,
                Picture.class,
                Line.class,
                Note.class,
                Step.class,
                OfStep.class,
                Numbered.class);
    }

    @AfterAll
    static void stop() throws Exception {
        if (hibernate != null) {
            hibernate.close(); // else the start failed, and has been reported
        }
    }

    private static Map<String, Object> settings(int worker) {
        return Map.of(SnowflakeSettings.WORKER, worker, SnowflakeSettings.LAYOUT, LAYOUT.spec());
    }

    private static Customer newCustomer() {
        Customer customer = new Customer();
        customer.tenant = hibernate.persisted(new Tenant());
        return hibernate.persisted(customer);
    }

    private static long geneOf(Customer customer) {
        return LAYOUT.geneIn(IdFormat.BASE62.parse(customer.id));
    }

    @Test
    void aKeyIsReadThroughEmbeddablesAndAssociations() {
        for (int i = 0; i < 8; i++) {
            Sale sale = new Sale();
            sale.delivery.customer = newCustomer();
            hibernate.persisted(sale);
            assertThat(LAYOUT.geneIn(sale.id)).isEqualTo(LAYOUT.geneOf(sale.delivery.customer.tenant.id));
            ByCity byCity = new ByCity();
            byCity.delivery.city = "city " + i;
            assertThat(LAYOUT.geneIn(hibernate.persisted(byCity).id)).isEqualTo(LAYOUT.geneOf("city " + i));
        }
    }

    @Test
    void whatLiesBehindAReferenceIsLoaded() {
        Customer customer = newCustomer();
        Sale sale = new Sale();
        hibernate.inTransaction(session -> {
            sale.delivery.customer = session.getReference(Customer.class, customer.id);
            session.persist(sale);
        });
        assertThat(LAYOUT.geneIn(sale.id)).isEqualTo(LAYOUT.geneOf(customer.tenant.id));
    }

    @Test
    void theIdOfAReferenceIsReadWithoutLoadingIt() {
        for (int i = 0; i < 8; i++) {
            Customer customer = newCustomer();
            hibernate.executions().clear();
            Letter letter = new Letter();
            ByIdOfCustomer byId = new ByIdOfCustomer();
            hibernate.inTransaction(session -> {
                Customer reference = session.getReference(Customer.class, customer.id);
                assertThat(reference).isInstanceOf(HibernateProxy.class);
                letter.delivery.customer = reference;
                byId.customer = reference;
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
    void aCopiedIdIsReadInTheFormatOfTheAnnotation() {
        Customer customer = newCustomer();
        ByCopiedId child = new ByCopiedId();
        child.customerId = customer.id;
        hibernate.persisted(child);
        assertThat(LAYOUT.geneIn(IdFormat.BASE62.parse(child.id))).isEqualTo(geneOf(customer));
    }

    @Test
    void anIdThatWasTakenOverHasTheFormatOfItsMaker() {
        Profile profile = new Profile();
        profile.customer = newCustomer();
        hibernate.inTransaction(session -> {
            profile.customer = session.merge(profile.customer);
            session.persist(profile);
        });
        Picture picture = new Picture();
        picture.profile = profile;
        hibernate.persisted(picture);
        assertThat(LAYOUT.geneIn(picture.id)).isEqualTo(geneOf(profile.customer));
    }

    @Test
    void aSiblingInAnEmbeddedIdIsNamedFromTheEntity() {
        for (long userId = 1; userId <= 8; userId++) {
            Line line = new Line();
            line.key.userId = userId;
            hibernate.persisted(line);
            assertThat(LAYOUT.geneIn(line.key.line)).isEqualTo(LAYOUT.geneOf(userId));
        }
    }

    @Test
    void aPartOfAParentsEmbeddedIdIsReadWithoutLoadingTheParent() {
        Line line = new Line();
        line.key.userId = 33L;
        hibernate.persisted(line);
        hibernate.executions().clear();
        Note note = new Note();
        hibernate.inTransaction(session -> {
            note.line = session.getReference(Line.class, line.key);
            session.persist(note);
        });
        assertThat(LAYOUT.geneIn(note.id)).isEqualTo(LAYOUT.geneOf(33));
        assertThat(hibernate.executions()).hasSize(1);
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
    void aNumberBesideTheIdMayHaveTheGeneOfTheId() {
        for (long shop = 1; shop <= 8; shop++) {
            Numbered numbered = new Numbered();
            numbered.shop = shop;
            hibernate.persisted(numbered);
            assertThat(LAYOUT.geneIn(numbered.orderNumber)).isEqualTo(LAYOUT.geneOf(shop));
        }
    }

    @Test
    void whatIsNullOnTheWayIsNamed() {
        Sale sale = new Sale();
        sale.delivery.customer = new Customer();
        assertThatThrownBy(() -> hibernate.persisted(sale))
                .hasMessageContainingAll(
                        "cannot generate Sale.id",
                        "its gene comes from Sale.delivery.customer.tenant.id",
                        "Sale.delivery.customer.tenant is null",
                        "set Sale.delivery.customer.tenant before the entity is persisted");
        sale.delivery = null;
        assertThatThrownBy(() -> hibernate.persisted(sale))
                .hasMessageContainingAll(
                        "cannot generate Sale.id",
                        "its gene comes from Sale.delivery.customer.tenant.id",
                        "Sale.delivery is null",
                        "set Sale.delivery before the entity is persisted");
        assertThatThrownBy(() -> hibernate.persisted(new Letter()))
                .hasMessageContainingAll(
                        "cannot generate Letter.id",
                        "its gene is that of the parent in Letter.delivery.customer",
                        "which is null",
                        "set Letter.delivery.customer before the entity is persisted");
        assertThatThrownBy(() -> hibernate.persisted(new Note()))
                .hasMessageContainingAll(
                        "cannot generate Note.id",
                        "its gene is that of the parent's id in Note.line.key.line",
                        "Note.line is null",
                        "set Note.line before the entity is persisted");
        assertThatThrownBy(() -> hibernate.persisted(new Line()))
                .hasMessageContainingAll(
                        "cannot generate Line.key.line",
                        "its gene comes from Line.key.userId",
                        "which is null",
                        "set Line.key.userId before the entity is persisted");
    }

    @Test
    void aReferenceThatCannotBeLoadedIsNamed() {
        Sale sale = new Sale();
        hibernate.inTransaction(session -> sale.delivery.customer = session.getReference(Customer.class, "nobody"));
        assertThatThrownBy(() -> hibernate.persisted(sale))
                .hasMessageStartingWith("cannot generate Sale.id: Sale.delivery.customer.tenant cannot be read (")
                .hasMessageEndingWith("): load it before the entity is persisted, in a session that is open");
    }

    @Test
    void aParentOfSeveralPartsMustBeNamedByOneOfThem() {
        assertRefused(
                OfComposite.class,
                List.of(
                        "cannot generate OfComposite.id",
                        "geneOf = \"line\" leads to Line",
                        "no single long, Long or String",
                        "name a part of it, by \"line.key.<part>\"",
                        "one of [line, userId]"),
                Line.class);
        assertRefused(
                OfIdClass.class,
                List.of(
                        "cannot generate OfIdClass.id",
                        "geneOf = \"step\" leads to Step",
                        "no single long, Long or String",
                        "name a part of it, by \"step.<part>\"",
                        "one of [number, userId]"),
                Step.class);
    }

    @Test
    void aWrongPathIsRefusedWithWhatThereIs() {
        assertRefused(
                WrongPath.class,
                List.of(
                        "cannot generate WrongPath.id",
                        "geneFrom = \"customer.tenat.id\" is wrong",
                        "'tenat' names no property of WrongPath.customer",
                        "which has [id, tenant]"),
                Customer.class,
                Tenant.class);
        assertRefused(
                BeyondTheEnd.class,
                List.of(
                        "cannot generate BeyondTheEnd.id",
                        "geneFrom = \"customer.tenant.region.name\" is wrong",
                        "'name' names no property",
                        "BeyondTheEnd.customer.tenant.region has none"),
                Customer.class,
                Tenant.class);
        assertRefused(
                OfItself.class,
                List.of("cannot generate OfItself.id", "geneOf = \"id\" is the id itself", "name another property"));
        assertRefused(
                OfEmbeddable.class,
                List.of(
                        "cannot generate OfEmbeddable.id",
                        "geneOf needs the parent's id (long, Long or String) or an association to the parent",
                        "OfEmbeddable.delivery is " + Delivery.class.getName(),
                        "name one of its properties [city, customer]"),
                Customer.class,
                Tenant.class);
    }

    private static void assertRefused(Class<?> entity, List<String> parts, Class<?>... others) {
        Class<?>[] entities = java.util.Arrays.copyOf(others, others.length + 1);
        entities[others.length] = entity;
        try (TestDatabase database = HibernateOn.newH2()) {
            assertThatThrownBy(() -> HibernateOn.database(database, settings(WORKER + 1), entities))
                    .isInstanceOf(MappingException.class)
                    .message()
                    .startsWith(parts.get(0))
                    .containsSubsequence(parts)
                    .endsWith(parts.get(parts.size() - 1));
        } catch (java.sql.SQLException e) {
            throw new AssertionError(e);
        }
    }
}
