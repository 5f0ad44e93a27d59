package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.testing.servers.TestDatabase;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hibernate.MappingException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Columns beside the id, such as an order number. */
class GeneratedColumnTest {

    private static final int WORKER = 760;

    @Embeddable
    static class Receipt {
        @SnowflakeId
        Long number;

        String text = "";
    }

    @Entity(name = "Purchase")
    @SecondaryTable(name = "purchase_extra")
    static class Purchase {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;

        @SnowflakeId
        Long orderNumber;

        @SnowflakeId
        long primitiveNumber;

        @SnowflakeId(format = "crockford32")
        @Column(length = 13)
        String code;

        @SnowflakeId
        @Column(table = "purchase_extra")
        Long extraNumber;

        @Embedded
        Receipt receipt = new Receipt();

        String note = "";
    }

    @Entity(name = "Assigned")
    static class Assigned {
        private long hiddenId;
        private Long hiddenNumber;

        @Id
        public long getId() {
            return hiddenId;
        }

        public void setId(long id) {
            hiddenId = id;
        }

        @SnowflakeId
        public Long getOrderNumber() {
            return hiddenNumber;
        }

        public void setOrderNumber(Long number) {
            hiddenNumber = number;
        }
    }

    @Embeddable
    record Stamp(@SnowflakeId Long number, String place) {}

    @Entity(name = "Stamped")
    static class Stamped {
        @Id
        Long id;

        @Embedded
        Stamp stamp;
    }

    @Entity(name = "InCollection")
    static class InCollection {
        @Id
        Long id;

        @ElementCollection
        List<Receipt> receipts = new ArrayList<>();
    }

    @Embeddable
    static class Envelope {
        @Embedded
        Receipt receipt = new Receipt();
    }

    @Entity(name = "TooDeep")
    static class TooDeep {
        @Id
        Long id;

        @Embedded
        Envelope envelope = new Envelope();
    }

    @Entity(name = "OnAssociation")
    static class OnAssociation {
        @Id
        Long id;

        @SnowflakeId
        @ManyToOne
        TooDeep other;
    }

    @Entity(name = "OnCollection")
    static class OnCollection {
        @Id
        Long id;

        @SnowflakeId
        @ElementCollection
        List<Long> numbers = new ArrayList<>();
    }

    @Entity(name = "OnVersion")
    static class OnVersion {
        @Id
        Long id;

        @SnowflakeId
        @Version
        long version;
    }

    @Entity(name = "NotWritten")
    static class NotWritten {
        @Id
        Long id;

        @SnowflakeId
        @Column(insertable = false)
        Long number;
    }

    @Entity(name = "SmallNumber")
    static class SmallNumber {
        @Id
        Long id;

        @SnowflakeId
        Integer number;
    }

    private static HibernateOn hibernate;

    @BeforeAll
    static void start() {
        hibernate = HibernateOn.h2(Map.of(SnowflakeSettings.WORKER, WORKER), Purchase.class, Assigned.class);
    }

    @AfterAll
    static void stop() throws Exception {
        if (hibernate != null) {
            hibernate.close(); // else the start failed, and has been reported
        }
    }

    private static void assertFresh(Long id) {
        assertThat(SnowflakeLayout.DEFAULT.decode(id).worker()).isEqualTo(WORKER);
    }

    @Test
    void aNumberBesideAnIdentityIsGenerated() {
        Purchase purchase = hibernate.persisted(new Purchase());
        assertThat(purchase.id).isLessThan(1_000);
        assertFresh(purchase.orderNumber);
        assertFresh(purchase.primitiveNumber);
        assertFresh(io.snowflakeid.IdFormat.CROCKFORD32.parse(purchase.code));
        assertFresh(purchase.extraNumber);
        assertFresh(purchase.receipt.number);
        Purchase found = find(purchase.id);
        assertThat(found.orderNumber).isEqualTo(purchase.orderNumber);
        assertThat(found.primitiveNumber).isEqualTo(purchase.primitiveNumber);
        assertThat(found.code).isEqualTo(purchase.code);
        assertThat(found.extraNumber).isEqualTo(purchase.extraNumber);
        assertThat(found.receipt.number).isEqualTo(purchase.receipt.number);
    }

    @Test
    void aNumberBesideAnAssignedIdIsGenerated() {
        Assigned assigned = new Assigned();
        assigned.setId(1);
        hibernate.persisted(assigned);
        assertFresh(assigned.getOrderNumber());
    }

    @Test
    void presetNumbersAreKept() {
        Purchase purchase = presetPurchase();
        hibernate.persisted(purchase);
        assertPreset(find(purchase.id));
    }

    @Test
    void statelessInsertKeepsPresetNumbersAndGeneratesOthers() {
        Purchase preset = presetPurchase();
        Purchase fresh = new Purchase();
        hibernate.statelessly(session -> {
            session.insert(preset);
            session.insert(fresh);
        });
        assertPreset(find(preset.id));
        assertFresh(fresh.orderNumber);
        assertFresh(fresh.receipt.number);
    }

    @Test
    void mergeGeneratesNumbersOfANewRowAndKeepsPresetOnes() {
        Purchase fresh = hibernate.fromTransaction(session -> session.merge(new Purchase()));
        assertFresh(fresh.orderNumber);
        assertPreset(hibernate.fromTransaction(session -> session.merge(presetPurchase())));
    }

    @Test
    void anUpdateNeverChangesThem() {
        Purchase purchase = hibernate.persisted(new Purchase());
        hibernate.inTransaction(session -> session.find(Purchase.class, purchase.id).note = "changed");
        purchase.note = "merged";
        hibernate.inTransaction(session -> session.merge(purchase));
        Purchase found = find(purchase.id);
        assertThat(found.note).isEqualTo("merged");
        assertThat(found.orderNumber).isEqualTo(purchase.orderNumber);
        assertThat(found.receipt.number).isEqualTo(purchase.receipt.number);
    }

    @Test
    void anUpdateGeneratesNothingForAnOldRowWithout() {
        Purchase purchase = hibernate.persisted(new Purchase());
        hibernate.inTransaction(
                session -> session.createMutationQuery("update Purchase set orderNumber = null where id = :id")
                        .setParameter("id", purchase.id)
                        .executeUpdate());
        hibernate.inTransaction(session -> session.find(Purchase.class, purchase.id).note = "changed");
        assertThat(find(purchase.id).orderNumber).isNull();
    }

    @Test
    void anEmbeddableThatIsNullIsMade() {
        Purchase purchase = new Purchase();
        purchase.receipt = null;
        hibernate.persisted(purchase);
        assertFresh(find(purchase.id).receipt.number);
    }

    @Test
    void anEmbeddableThatIsARecordIsRefused() {
        assertRefused(
                Stamped.class,
                "cannot generate Stamped.stamp.number",
                "cannot in the record Stamp",
                "make it a class",
                "or set it yourself by IdGenerator.nextId()",
                "remove @SnowflakeId");
    }

    @Test
    void whereHibernateWouldLeaveItUnsetItIsRefused() {
        assertRefused(
                InCollection.class,
                "cannot generate InCollection.receipts.number",
                "no generated value inside a collection",
                "move it up",
                "or set it yourself by IdGenerator.nextId()",
                "remove @SnowflakeId");
        assertRefused(
                TooDeep.class,
                "cannot generate TooDeep.envelope.receipt.number",
                "no generated value inside an embeddable of an embeddable",
                "move it up",
                "or set it yourself by IdGenerator.nextId()",
                "remove @SnowflakeId");
        assertRefused(
                NotWritten.class,
                "cannot generate NotWritten.number: its column is not written by inserts: let it be insertable");
    }

    @Test
    void anotherKindOfAttributeIsRefused() {
        assertRefused(
                SmallNumber.class,
                "cannot generate SmallNumber.number: @SnowflakeId needs long, Long or String, found Integer");
        assertRefused(
                OnAssociation.class,
                "cannot generate OnAssociation.other: @SnowflakeId needs long, Long or String, found TooDeep");
        assertRefused(
                OnCollection.class,
                "cannot generate OnCollection.numbers: @SnowflakeId needs long, Long or String, found Collection");
        assertRefused(
                OnVersion.class,
                "cannot generate OnVersion.version: a @Version is counted by Hibernate: remove one of them");
    }

    private static Purchase presetPurchase() {
        Purchase purchase = new Purchase();
        purchase.orderNumber = 1L;
        purchase.primitiveNumber = 2;
        purchase.code = "3";
        purchase.extraNumber = 4L;
        purchase.receipt.number = 5L;
        return purchase;
    }

    private static void assertPreset(Purchase purchase) {
        assertThat(purchase.orderNumber).isEqualTo(1);
        assertThat(purchase.primitiveNumber).isEqualTo(2);
        assertThat(purchase.code).isEqualTo("3");
        assertThat(purchase.extraNumber).isEqualTo(4);
        assertThat(purchase.receipt.number).isEqualTo(5);
    }

    private static Purchase find(Long id) {
        return hibernate.fromTransaction(session -> session.find(Purchase.class, id));
    }

    private static void assertRefused(Class<?> entity, String... parts) {
        Map<String, Object> settings = Map.of(SnowflakeSettings.WORKER, WORKER + 1);
        try (TestDatabase database = HibernateOn.newH2()) {
            assertThatThrownBy(() -> HibernateOn.database(database, settings, entity, other(entity)))
                    .isInstanceOf(MappingException.class)
                    .hasMessageStartingWith(parts[0])
                    .hasMessageContainingAll(parts)
                    .hasMessageEndingWith(parts[parts.length - 1]);
        } catch (java.sql.SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** What an association refers to; its own mark is refused later than the one under test. */
    private static Class<?> other(Class<?> entity) {
        return entity == OnAssociation.class ? TooDeep.class : entity;
    }
}
