package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.hibernate.Entities.Hero;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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
        @SnowflakeId(geneOf = "paymentId", format = "base62")
        String id;

        String paymentId;
    }

    /** Other columns with genes, from keys of different types. */
    @Entity(name = "Keyed")
    static class Keyed {
        @Id
        @GeneratedValue
        @SnowflakeId(geneFrom = "boxed")
        Long id;

        @SnowflakeId(geneFrom = "whole")
        Long ofWhole;

        @SnowflakeId(geneFrom = "text")
        Long ofText;

        @SnowflakeId(geneOf = "id")
        Long ofId;

        Long boxed;
        Integer whole;
        String text;
    }

    @RegisterExtension
    static final HibernateOn hibernate = HibernateOn.h2(
            Map.of(SnowflakeSettings.WORKER, "720", SnowflakeSettings.LAYOUT, LAYOUT.spec()),
            Order.class,
            Item.class,
            Payment.class,
            Receipt.class,
            Keyed.class,
            Hero.class);

    @Test
    void anOrderItsItemsAndItsPaymentsHaveTheGeneOfTheUser() {
        Set<Long> genes = new HashSet<>();
        for (long userId = 1; userId <= 40; userId++) {
            long gene = LAYOUT.geneOf(userId);
            Order order = orderOf(userId);
            Item item = itemOf(order);
            Payment payment = new Payment();
            Receipt receipt = new Receipt();
            hibernate.inTransaction(session -> {
                session.persist(order);
                session.persist(item);
                payment.orderId = order.id;
                session.persist(payment);
                receipt.paymentId = IdFormat.BASE62.format(payment.id);
                session.persist(receipt);
            });
            assertThat(LAYOUT.geneIn(order.id)).isEqualTo(gene);
            assertThat(LAYOUT.geneIn(item.id)).isEqualTo(gene);
            assertThat(LAYOUT.geneIn(payment.id)).isEqualTo(gene);
            assertThat(LAYOUT.geneIn(IdFormat.BASE62.parse(receipt.id))).isEqualTo(gene);
            genes.add(gene);
        }
        assertThat(genes).hasSizeGreaterThan(20); // different genes
    }

    @Test
    void childrenThatAreReachedByCascadeHaveTheGeneOfTheirParent() {
        Order order = orderOf(77);
        order.items.add(itemOf(order));
        order.items.add(itemOf(order));
        hibernate.persisted(order);
        assertThat(order.items).allMatch(item -> LAYOUT.geneIn(item.id) == LAYOUT.geneOf(77));
        assertThat(order.items.get(0).id).isNotEqualTo(order.items.get(1).id);
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
    void takesKeysOfEveryKind() {
        for (int key = 0; key < 20; key++) {
            Keyed keyed = new Keyed();
            keyed.boxed = (long) key;
            keyed.whole = key;
            keyed.text = "shop " + key;
            hibernate.persisted(keyed);
            assertThat(LAYOUT.geneIn(keyed.id)).isEqualTo(LAYOUT.geneOf(key));
            assertThat(LAYOUT.geneIn(keyed.ofWhole)).isEqualTo(LAYOUT.geneOf(key));
            assertThat(LAYOUT.geneIn(keyed.ofText)).isEqualTo(LAYOUT.geneOf("shop " + key));
            assertThat(LAYOUT.geneIn(keyed.ofId)).isEqualTo(LAYOUT.geneOf(key));
        }
    }

    @Test
    void drawsGenesWhereNoneIsNamed() {
        Set<Long> genes = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            genes.add(LAYOUT.geneIn(hibernate.persisted(new Hero()).id));
        }
        assertThat(genes).hasSizeGreaterThan(30);
    }

    static Stream<Arguments> entitiesThatDoNotSayTheirGene() {
        Receipt ofText = new Receipt();
        ofText.paymentId = "A-17";
        return Stream.of(
                arguments(
                        new Keyed(),
                        "Keyed.id: its gene comes from Keyed.boxed, but Keyed.boxed is null: set Keyed.boxed"),
                arguments(
                        new Receipt(),
                        "Receipt.id: its gene comes from Receipt.paymentId, but Receipt.paymentId is null: set Receipt.paymentId"),
                arguments(
                        new Payment(),
                        "Payment.id: its gene comes from Payment.orderId, but Payment.orderId is 0: set Payment.orderId"),
                arguments(
                        new Item(),
                        "Item.id: its gene comes from Item.order.id, but Item.order is null: set Item.order"),
                arguments(
                        itemOf(orderOf(82)),
                        "Item.id: its gene comes from Item.order.id, but Item.order.id is 0: persist the parent first"),
                arguments(
                        ofText,
                        "Receipt.id: the parent's id in Receipt.paymentId is not a Snowflake id, so it has no gene to copy:"
                                + " 'A-17' is no id in format base62"));
    }

    @ParameterizedTest
    @MethodSource("entitiesThatDoNotSayTheirGene")
    void anEntityThatDoesNotSayItsGeneIsRefusedWithWhatToSet(Object entity, String message) {
        assertThatThrownBy(() -> hibernate.persisted(entity)).hasMessageContaining("cannot generate " + message);
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
