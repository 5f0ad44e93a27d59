package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.Table;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hibernate.proxy.HibernateProxy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GeneTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT.withGene(6);

    @Entity(name = "Order")
    @Table(name = "t_order")
    static class Order {
        @Id
        @GeneratedValue
        @SnowflakeId(geneFrom = "userId")
        long id;

        long userId;

        @OneToMany(mappedBy = "order", cascade = CascadeType.PERSIST)
        List<Item> items = new ArrayList<>();
    }

    @Entity(name = "Item")
    static class Item {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "order")
        Long id;

        @ManyToOne(fetch = FetchType.LAZY)
        Order order;
    }

    @Entity(name = "Payment")
    static class Payment {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "orderId")
        Long id;

        long orderId;
    }

    @Entity(name = "Receipt")
    static class Receipt {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "paymentId")
        String id;

        String paymentId;
    }

    @Entity(name = "Stamp")
    static class Stamp {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "receipt")
        String id;

        @ManyToOne
        Receipt receipt;
    }

    @Entity(name = "ByBoxedKey")
    static class ByBoxedKey {
        @Id
        @GeneratedValue
        @SnowflakeId(geneFrom = "shop")
        Long id;

        Long shop;
    }

    @Entity(name = "ByIntKey")
    static class ByIntKey {
        @Id
        @GeneratedValue
        @SnowflakeId(geneFrom = "shop")
        Long id;

        Integer shop;
    }

    @Entity(name = "ByTextKey")
    static class ByTextKey {
        @Id
        @GeneratedValue
        @SnowflakeId(geneFrom = "shop")
        Long id;

        String shop;
    }

    @Entity(name = "ByGetterKey")
    static class ByGetterKey {
        private Long hiddenId;
        private long hiddenShop;

        @Id
        @GeneratedValue
        @SnowflakeId(geneFrom = "shop")
        public Long getId() {
            return hiddenId;
        }

        public void setId(Long id) {
            hiddenId = id;
        }

        public long getShop() {
            return hiddenShop;
        }

        public void setShop(long shop) {
            hiddenShop = shop;
        }
    }

    @Entity(name = "Ungened")
    static class Ungened {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Legacy")
    static class Legacy {
        @Id
        String id;
    }

    @Entity(name = "LegacyChild")
    static class LegacyChild {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "parent")
        Long id;

        @ManyToOne
        Legacy parent;
    }

    private static HibernateOn hibernate;

    @BeforeAll
    static void start() {
        hibernate = HibernateOn.h2(
                Map.of(SnowflakeSettings.WORKER, "720", SnowflakeSettings.LAYOUT, LAYOUT.spec()),
                Order.class,
                Item.class,
                Payment.class,
                Receipt.class,
                Stamp.class,
                ByBoxedKey.class,
                ByIntKey.class,
                ByTextKey.class,
                ByGetterKey.class,
                Ungened.class,
                Legacy.class,
                LegacyChild.class);
    }

    @AfterAll
    static void stop() throws Exception {
        if (hibernate != null) {
            hibernate.close(); // else the start failed, and has been reported
        }
    }

    @Test
    void anOrderItsItemsAndItsPaymentsHaveTheGeneOfTheUser() {
        Set<Long> genes = new HashSet<>();
        for (long userId = 1; userId <= 40; userId++) {
            long gene = LAYOUT.geneOf(userId);
            Order order = orderOf(userId);
            Item item = itemOf(order);
            Payment payment = new Payment();
            hibernate.inTransaction(session -> {
                session.persist(order);
                session.persist(item);
                payment.orderId = order.id;
                session.persist(payment);
            });
            assertThat(LAYOUT.geneIn(order.id)).isEqualTo(gene);
            assertThat(LAYOUT.geneIn(item.id)).isEqualTo(gene);
            assertThat(LAYOUT.geneIn(payment.id)).isEqualTo(gene);
            genes.add(gene);
        }
        assertThat(genes).hasSizeGreaterThan(20); // not one and the same gene for all
    }

    @Test
    void childrenThatAreReachedByCascadeHaveTheGeneOfTheirParent() {
        Order order = orderOf(77);
        order.items.add(itemOf(order));
        order.items.add(itemOf(order));
        hibernate.persisted(order);
        assertThat(order.items).allMatch(item -> LAYOUT.geneIn(item.id) == LAYOUT.geneOf(77));
    }

    @Test
    void copiesTheGeneFromAReferenceWithoutLoadingTheParent() {
        Order order = hibernate.persisted(orderOf(78));
        hibernate.executions().clear();
        Item item = new Item();
        hibernate.inTransaction(session -> {
            item.order = session.getReference(Order.class, order.id);
            assertThat(item.order).isInstanceOf(HibernateProxy.class);
            session.persist(item);
        });
        assertThat(LAYOUT.geneIn(item.id)).isEqualTo(LAYOUT.geneOf(78));
        assertThat(hibernate.executions())
                .singleElement()
                .matches(execution -> execution.sql().startsWith("insert into Item"));
    }

    @Test
    void statelessInsertGivesTheSameGenes() {
        Order order = orderOf(79);
        Item item = itemOf(order);
        hibernate.statelessly(session -> {
            session.insert(order);
            session.insert(item);
        });
        assertThat(LAYOUT.geneIn(order.id)).isEqualTo(LAYOUT.geneOf(79));
        assertThat(LAYOUT.geneIn(item.id)).isEqualTo(LAYOUT.geneOf(79));
    }

    @Test
    void copiesTheGeneOfTextIds() {
        Payment payment = new Payment();
        payment.orderId = hibernate.persisted(orderOf(80)).id;
        hibernate.persisted(payment);
        Receipt receipt = new Receipt();
        receipt.paymentId = payment.id.toString();
        hibernate.persisted(receipt);
        Stamp stamp = new Stamp();
        stamp.receipt = receipt;
        hibernate.persisted(stamp);
        assertThat(LAYOUT.geneIn(Long.parseLong(receipt.id))).isEqualTo(LAYOUT.geneOf(80));
        assertThat(LAYOUT.geneIn(Long.parseLong(stamp.id))).isEqualTo(LAYOUT.geneOf(80));
    }

    @Test
    void takesKeysOfEveryKind() {
        for (int key = 0; key < 20; key++) {
            ByBoxedKey boxed = new ByBoxedKey();
            boxed.shop = (long) key;
            ByIntKey whole = new ByIntKey();
            whole.shop = key;
            ByTextKey text = new ByTextKey();
            text.shop = "shop " + key;
            ByGetterKey getter = new ByGetterKey();
            getter.setShop(key);
            hibernate.inTransaction(session -> {
                session.persist(boxed);
                session.persist(whole);
                session.persist(text);
                session.persist(getter);
            });
            assertThat(LAYOUT.geneIn(boxed.id)).isEqualTo(LAYOUT.geneOf(key));
            assertThat(LAYOUT.geneIn(whole.id)).isEqualTo(LAYOUT.geneOf(key));
            assertThat(LAYOUT.geneIn(text.id)).isEqualTo(LAYOUT.geneOf("shop " + key));
            assertThat(LAYOUT.geneIn(getter.getId())).isEqualTo(LAYOUT.geneOf(key));
        }
    }

    @Test
    void drawsGenesWhereNoneIsNamed() {
        Set<Long> genes = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            genes.add(LAYOUT.geneIn(hibernate.persisted(new Ungened()).id));
        }
        assertThat(genes).hasSizeGreaterThan(30);
    }

    @Test
    void aPresetIdIsKeptWhateverItsGene() {
        Order order = orderOf(81);
        order.id = 5;
        assertThat(hibernate.persisted(order).id).isEqualTo(5);
    }

    @Test
    void aMissingKeyIsAnErrorThatNamesIt() {
        assertThatThrownBy(() -> hibernate.persisted(new ByBoxedKey()))
                .hasMessageContainingAll(
                        "cannot generate ByBoxedKey.id",
                        "its gene comes from ByBoxedKey.shop",
                        "which is null",
                        "set ByBoxedKey.shop before the entity is persisted");
    }

    @Test
    void aMissingParentIdIsAnErrorThatNamesIt() {
        assertThatThrownBy(() -> hibernate.persisted(new Receipt()))
                .hasMessageContainingAll(
                        "cannot generate Receipt.id",
                        "its gene is that of the parent's id in Receipt.paymentId",
                        "which is null",
                        "set Receipt.paymentId before the entity is persisted");
    }

    @Test
    void aPrimitiveParentIdOfZeroIsMissing() {
        assertThatThrownBy(() -> hibernate.persisted(new Payment()))
                .hasMessageContainingAll(
                        "cannot generate Payment.id",
                        "its gene is that of the parent's id in Payment.orderId",
                        "which is 0",
                        "set Payment.orderId before the entity is persisted");
    }

    @Test
    void aMissingParentIsAnErrorThatNamesIt() {
        assertThatThrownBy(() -> hibernate.persisted(new Item()))
                .hasMessageContainingAll(
                        "cannot generate Item.id",
                        "its gene is that of the parent in Item.order",
                        "which is null",
                        "set Item.order before the entity is persisted");
    }

    @Test
    void aParentWithoutIdIsAnErrorThatSaysToPersistItFirst() {
        Item item = itemOf(orderOf(82));
        assertThatThrownBy(() -> hibernate.persisted(item))
                .hasMessageContainingAll(
                        "cannot generate Item.id",
                        "its gene is that of the parent in Item.order",
                        "which has no id yet",
                        "persist the parent first");
        Stamp stamp = new Stamp();
        stamp.receipt = new Receipt();
        assertThatThrownBy(() -> hibernate.persisted(stamp))
                .hasMessageContainingAll(
                        "cannot generate Stamp.id",
                        "its gene is that of the parent in Stamp.receipt",
                        "which has no id yet",
                        "persist the parent first");
    }

    @Test
    void aParentIdThatIsNoNumberIsAnErrorThatShowsIt() {
        Legacy legacy = new Legacy();
        legacy.id = "A-17";
        LegacyChild child = new LegacyChild();
        child.parent = hibernate.persisted(legacy);
        assertThatThrownBy(() -> hibernate.persisted(child))
                .hasMessageContainingAll(
                        "cannot generate LegacyChild.id",
                        "the parent's id in LegacyChild.parent is no Snowflake id",
                        "'A-17' is no id in format decimal",
                        "'A' at position 0",
                        "none of 0123456789");
    }

    private static Order orderOf(long userId) {
        Order order = new Order();
        order.userId = userId;
        return order;
    }

    private static Item itemOf(Order order) {
        Item item = new Item();
        item.order = order;
        return item;
    }
}
