package io.snowflakeid.hibernate;

import static io.snowflakeid.hibernate.HibernateOn.assertMadeBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.hibernate.HibernateOn.Way;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SecondaryTable;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

    @RegisterExtension
    static final HibernateOn hibernate =
            HibernateOn.h2(Map.of(SnowflakeSettings.WORKER, WORKER), Purchase.class, Assigned.class);

    @ParameterizedTest
    @EnumSource
    void numbersBesideAnIdentityAreGenerated(Way way) {
        Purchase purchase = way.store(hibernate, new Purchase());
        assertThat(purchase.id).isLessThan(1_000);
        assertMadeBy(WORKER, purchase.orderNumber);
        assertMadeBy(WORKER, purchase.primitiveNumber);
        assertMadeBy(WORKER, io.snowflakeid.IdFormat.CROCKFORD32.parse(purchase.code));
        assertMadeBy(WORKER, purchase.extraNumber);
        assertMadeBy(WORKER, purchase.receipt.number);
        assertThat(find(purchase.id)).usingRecursiveComparison().isEqualTo(purchase);
    }

    @ParameterizedTest
    @EnumSource
    void presetNumbersAreKept(Way way) {
        Purchase purchase = new Purchase();
        purchase.orderNumber = 1L;
        purchase.primitiveNumber = 2;
        purchase.code = "3";
        purchase.extraNumber = 4L;
        purchase.receipt.number = 5L;
        Purchase found = find(way.store(hibernate, purchase).id);
        assertThat(found).usingRecursiveComparison().ignoringFields("id").isEqualTo(purchase);
        assertThat(found.receipt.number).isEqualTo(5);
    }

    @Test
    void aNumberBesideAnAssignedIdIsGenerated() {
        Assigned assigned = new Assigned();
        assigned.setId(1);
        hibernate.persisted(assigned);
        assertMadeBy(WORKER, assigned.getOrderNumber());
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
        assertMadeBy(WORKER, find(purchase.id).receipt.number);
    }

    private static Purchase find(Long id) {
        return hibernate.find(Purchase.class, id);
    }
}
