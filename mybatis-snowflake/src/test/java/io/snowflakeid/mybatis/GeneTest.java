package io.snowflakeid.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.snowflakeid.Gene;
import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** An order has the shard of its user, and all children of an order have the order's shard. */
class GeneTest {

    private static final SnowflakeLayout WITH_GENE = SnowflakeLayout.DEFAULT.withGene(6);

    /** With gene 37. */
    private static final long PARENT = 64 * 77_777L + 37;

    static class Order {
        @SnowflakeId(geneFrom = "userId")
        Long id;

        Object userId;

        Order(Object userId) {
            this.userId = userId;
        }
    }

    static class Item {
        @SnowflakeId(geneOf = "order")
        long id;

        Order order;

        Item(Order order) {
            this.order = order;
        }
    }

    static class Payment {
        @SnowflakeId(geneOf = "orderId")
        Long id;

        Object orderId;

        Payment(Object orderId) {
            this.orderId = orderId;
        }
    }

    static class FromPath {
        @SnowflakeId(geneFrom = "user.id")
        Long id;
    }

    static class FromBoth {
        @SnowflakeId(geneFrom = "userId", geneOf = "orderId")
        Long id;

        Long userId = 1L;
        Long orderId = 1L;
    }

    record Tenant(Customer customer) {}

    record Customer(Long tenantId) {}

    static class NestedOrder {
        @SnowflakeId(geneFrom = "owner.customer.tenantId")
        Long id;

        Tenant owner;

        NestedOrder(Tenant owner) {
            this.owner = owner;
        }
    }

    static class MapOrder {
        @SnowflakeId(geneFrom = "attributes.tenant")
        Long id;

        Map<String, Object> attributes = new HashMap<>(Map.of("tenant", 42));
    }

    static class Voucher {
        @SnowflakeId(format = "base62")
        String id = IdFormat.BASE62.format(PARENT);
    }

    static class Redemption {
        @SnowflakeId(geneOf = "voucher")
        Long id;

        Voucher voucher = new Voucher();
    }

    static class RedemptionById {
        @SnowflakeId(geneOf = "voucher.id")
        Long id;

        Voucher voucher = new Voucher();

        RedemptionById(String voucherId) {
            voucher.id = voucherId;
        }
    }

    static class Receipt {
        @SnowflakeId(geneOf = "voucherId", format = "base62")
        String id;

        String voucherId = new Voucher().id;
    }

    static class OfHibernate {
        @io.snowflakeid.hibernate.SnowflakeId(geneFrom = "userId")
        Long id;

        Long userId = 42L;
    }

    static class Misled {
        @SnowflakeId(geneFrom = "owner.customer.tenant")
        Long id;

        Tenant owner = new Tenant(new Customer(42L));
    }

    private final PredictableIds ids = new PredictableIds(WITH_GENE);

    /** The stored columns of a row. */
    private static List<String> inserted(PredictableIds ids, Object row) {
        String values = row instanceof List
                ? "<foreach collection='list' item='r' index='i' separator=','>(#{i}, #{r.id})</foreach>"
                : "(1, #{id})";
        try (Inserts inserts = new Inserts(new SnowflakeInterceptor(ids))) {
            inserts.insert("INSERT INTO hero (id, name) VALUES " + values, "", row);
            return inserts.setup.query("SELECT name FROM hero ORDER BY id");
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static Order stored(long userId) {
        Order order = new Order(userId);
        order.id = PARENT;
        return order;
    }

    static Stream<Arguments> genes() {
        return Stream.of(
                arguments(new Order(42L), Gene.of(42, 6)),
                arguments(new Order("ann"), Gene.of("ann", 6)),
                arguments(new OfHibernate(), Gene.of(42, 6)),
                arguments(new NestedOrder(new Tenant(new Customer(42L))), Gene.of(42, 6)),
                arguments(new MapOrder(), Gene.of(42, 6)),
                arguments(new Item(stored(42)), 37L),
                arguments(new Payment(PARENT), 37L),
                arguments(new Payment("" + PARENT), 37L),
                arguments(new Redemption(), 37L),
                arguments(new RedemptionById(new Voucher().id), 37L));
    }

    @ParameterizedTest
    @MethodSource
    void genes(Object row, long gene) {
        String id = inserted(ids, row).get(0);

        assertThat(WITH_GENE.geneIn(Long.parseLong(id))).isEqualTo(gene);
    }

    @Test
    void aChildReadsItsParentsTextInItsOwnFormatWhereTheParentIsNotThere() {
        assertThat(WITH_GENE.geneIn(
                        IdFormat.BASE62.parse(inserted(ids, new Receipt()).get(0))))
                .isEqualTo(37);
    }

    @Test
    void eachRowOfACollectionHasTheGeneOfItsOwnKey() {
        List<Order> orders = List.of(new Order(1L), new Order(2L), new Order(3L));

        inserted(ids, orders);

        assertThat(orders)
                .extracting(order -> WITH_GENE.geneIn(order.id))
                .containsExactly(Gene.of(1, 6), Gene.of(2, 6), Gene.of(3, 6));
        assertThat(ids.asked).containsExactly("reserve 3");
    }

    @Test
    void aPresetIdNeedsNoGene() {
        Order order = new Order(null);
        order.id = 5L;

        assertThat(inserted(ids, order)).containsExactly("5");
    }

    static Stream<Arguments> refused() {
        String nested = "NestedOrder.id: geneFrom = \"owner.customer.tenantId\" is null";
        String setIt = ": set that property before the insert";
        String unset = " has no id yet, %s.id is unset: insert the parent first";
        return Stream.of(
                arguments(new Order(null), "Order.id: geneFrom = \"userId\" is null" + setIt),
                arguments(new Item(null), "Item.id: geneOf = \"order\" is null" + setIt),
                arguments(new Item(new Order(1L)), "Item.id: geneOf = \"order\"" + unset.formatted("Order")),
                arguments(
                        new RedemptionById(null),
                        "RedemptionById.id: geneOf = \"voucher.id\"" + unset.formatted("Voucher")),
                arguments(new NestedOrder(null), nested + ", as owner is" + setIt),
                arguments(new NestedOrder(new Tenant(null)), nested + ", as owner.customer is" + setIt),
                arguments(new NestedOrder(new Tenant(new Customer(null))), nested + setIt),
                arguments(
                        new Payment("x1"),
                        "Payment.id: geneOf = \"orderId\" is rejected: 'x1' is no id in format decimal"),
                arguments(
                        new Payment(7),
                        "Payment.id: geneOf = \"orderId\" is a java.lang.Integer; make it the parent's id (long, Long or"
                                + " String), or annotate the parent's own id with @SnowflakeId"),
                arguments(
                        new Misled(),
                        "Misled.id: geneFrom = \"owner.customer.tenant\" does not exist: Customer has no property 'tenant'"),
                arguments(
                        new FromPath(),
                        "FromPath.id: geneFrom = \"user.id\" does not exist: FromPath has no property 'user'"),
                arguments(
                        new FromBoth(),
                        "FromBoth.id: found geneFrom = \"userId\" and geneOf = \"orderId\"; an id has one gene, so remove"
                                + " one of them"));
    }

    @ParameterizedTest
    @MethodSource
    void refused(Object row, String message) {
        assertThatThrownBy(() -> inserted(ids, row)).cause().hasMessageStartingWith("cannot generate " + message);
        assertThat(ids.asked).isEmpty();
    }

    @Test
    void ofSeveralRowsNoneGetsAnIdWhereOneLacksItsKey() {
        Order complete = new Order(1L);

        assertThatThrownBy(() -> inserted(ids, List.of(complete, new Order(null))))
                .hasMessageContaining("is null");
        assertThat(complete.id).isNull();
    }

    @Test
    void aLayoutWithoutGeneBitsIsNamed() {
        assertThatThrownBy(() -> inserted(new PredictableIds(), new Order(1L)))
                .rootCause()
                .hasMessage("cannot generate Order.id: geneFrom = \"userId\" needs a gene, but layout "
                        + SnowflakeLayout.DEFAULT.spec()
                        + " has no gene bits: use a layout made by withGene(bits), or remove the attribute");
    }
}
