package io.snowflakeid.mybatis.gene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.Gene;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.SnowflakeId;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.plugin.PluginException;
import org.junit.jupiter.api.Test;

/** An order leads to its user's shard, and everything below an order leads to the order's. */
class GeneTest {

    private static final SnowflakeLayout WITH_GENE = SnowflakeLayout.DEFAULT.withGene(6);

    static class Order {
        @SnowflakeId(geneFrom = "userId")
        Long id;

        Long userId;

        Order(Long userId) {
            this.userId = userId;
        }
    }

    static class NamedOrder {
        @SnowflakeId(geneFrom = "user")
        String id;

        String user = "ann";
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

    static class Tenant {
        Customer customer = new Customer();
    }

    static class Customer {
        Long tenantId = 42L;
    }

    static class NestedOrder {
        @SnowflakeId(geneFrom = "owner.customer.tenantId")
        Long id;

        Tenant owner = new Tenant();
    }

    static class MapOrder {
        @SnowflakeId(geneFrom = "attributes.tenant")
        Long id;

        Map<String, Object> attributes = new HashMap<>(Map.of("tenant", 42));
    }

    static class Parcel {
        @SnowflakeId(geneOf = "item.order")
        Long id;

        Item item;
    }

    static class ParcelById {
        @SnowflakeId(geneOf = "item.order.id")
        Long id;

        Item item;
    }

    static class Misled {
        @SnowflakeId(geneFrom = "owner.customer.tenant")
        Long id;

        Tenant owner = new Tenant();
    }

    interface Mapper {
        @Insert("INSERT INTO t (x) VALUES (#{id})")
        void one(Object row);

        @Insert(
                "<script>INSERT INTO t (x) VALUES <foreach collection='rows' item='r' separator=','>(#{r.id})</foreach></script>")
        void many(@Param("rows") Object rows);
    }

    private final PredictableIds ids = new PredictableIds(WITH_GENE);

    private void insert(PredictableIds generator, Object row) {
        try (World world =
                World.onH2(new SnowflakeInterceptor(generator), Mapper.class, "CREATE TABLE t (x VARCHAR(40))")) {
            boolean many = row instanceof List || row instanceof Object[];
            world.call(Mapper.class, mapper -> {
                if (many) {
                    mapper.many(row);
                } else {
                    mapper.one(row);
                }
            });
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private void assertRefused(Object row, String... parts) {
        assertThatThrownBy(() -> insert(ids, row))
                .cause()
                .isInstanceOf(PluginException.class)
                .hasMessageStartingWith(parts[0])
                .hasMessageContainingAll(parts)
                .hasMessageEndingWith(parts[parts.length - 1]);
        assertThat(ids.asked).isEmpty();
    }

    @Test
    void geneFromMixesTheShardingKeyOfEachRow() {
        List<Order> orders = List.of(new Order(1L), new Order(2L), new Order(3L));

        insert(ids, orders);

        assertThat(orders)
                .allSatisfy(order -> assertThat(WITH_GENE.geneIn(order.id)).isEqualTo(Gene.of(order.userId, 6)));
        assertThat(orders).extracting(order -> WITH_GENE.geneIn(order.id)).doesNotHaveDuplicates();
        assertThat(ids.asked).containsExactly("reserve 3");
    }

    @Test
    void geneFromMixesTexts() {
        NamedOrder order = new NamedOrder();

        insert(ids, order);

        assertThat(WITH_GENE.geneIn(Long.parseLong(order.id))).isEqualTo(Gene.of("ann", 6));
    }

    @Test
    void geneOfCopiesTheGeneOfAParent() {
        Order order = new Order(42L);
        order.id = 64 * 5L + 37;
        Item item = new Item(order);

        insert(ids, item);

        assertThat(WITH_GENE.geneIn(item.id)).isEqualTo(37);
    }

    @Test
    void geneOfCopiesTheGeneOfAnIdHoweverItIsHeld() {
        Payment byNumber = new Payment(64 * 5L + 37);
        Payment byText = new Payment("" + (64 * 5L + 38));

        insert(ids, new Payment[] {byNumber, byText});

        assertThat(List.of(byNumber, byText))
                .extracting(payment -> WITH_GENE.geneIn(payment.id))
                .containsExactly(37L, 38L);
    }

    @Test
    void aMissingShardingKeyIsNamedAndNoRowGetsAnId() {
        Order complete = new Order(1L);

        assertRefused(
                List.of(complete, new Order(null)),
                "cannot generate Order.id: geneFrom = \"userId\" is null: set that property before the insert");
        assertThat(complete.id).isNull();
    }

    @Test
    void aPresetIdNeedsNoGene() {
        Order order = new Order(null);
        order.id = 5L;

        insert(ids, order);

        assertThat(order.id).isEqualTo(5);
    }

    @Test
    void aParentThatCannotGiveAGeneIsNamed() {
        assertRefused(
                new Item(null),
                "cannot generate Item.id: geneOf = \"order\" is null: set that property before the insert");
        assertRefused(
                new Item(new Order(1L)),
                "cannot generate Item.id: geneOf = \"order\" has no id yet",
                "Order.id is unset",
                "insert the parent first");
        assertRefused(
                new Payment("x1"),
                "cannot generate Payment.id: geneOf = \"orderId\" is refused",
                "'x1' is no id in format decimal",
                "'x' at position 0",
                "none of 0123456789");
        assertRefused(
                new Payment(7),
                "cannot generate Payment.id: geneOf = \"orderId\" is a java.lang.Integer",
                "let it be the parent's id (long, Long or String)",
                "or mark the parent's own id @SnowflakeId");
    }

    @Test
    void attributesThatCannotWorkAreNamed() {
        assertRefused(
                new FromPath(),
                "cannot generate FromPath.id: geneFrom = \"user.id\" starts at FromPath, which has no property 'user'");
        assertRefused(
                new FromBoth(),
                "cannot generate FromBoth.id",
                "geneFrom = \"userId\" and geneOf = \"orderId\"",
                "an id has one gene",
                "leave one of them");
    }

    @Test
    void aLayoutWithoutGeneBitsIsNamed() {
        assertThatThrownBy(() -> insert(new PredictableIds(), new Order(1L)))
                .rootCause()
                .hasMessageContainingAll(
                        "cannot generate Order.id: geneFrom = \"userId\" asks for a gene",
                        "layout " + SnowflakeLayout.DEFAULT.spec() + " has no gene bits",
                        "use one made by withGene(bits)",
                        "leave the attribute out");
    }

    @Test
    void geneFromFollowsAPath() {
        NestedOrder nested = new NestedOrder();
        MapOrder inAMap = new MapOrder();

        insert(ids, nested);
        insert(ids, inAMap);

        assertThat(WITH_GENE.geneIn(nested.id)).isEqualTo(Gene.of(42, 6));
        assertThat(WITH_GENE.geneIn(inAMap.id)).isEqualTo(Gene.of(42, 6));
    }

    @Test
    void geneOfFollowsAPathToTheParentOrToItsId() {
        Parcel parcel = new Parcel();
        parcel.item = new Item(new Order(1L));
        parcel.item.order.id = 64 * 5L + 37;
        ParcelById byId = new ParcelById();
        byId.item = parcel.item;

        insert(ids, parcel);
        insert(ids, byId);

        assertThat(List.of(parcel.id, byId.id)).extracting(WITH_GENE::geneIn).containsExactly(37L, 37L);
    }

    @Test
    void aNullOnTheWayIsNamed() {
        NestedOrder withoutOwner = new NestedOrder();
        withoutOwner.owner = null;
        NestedOrder withoutCustomer = new NestedOrder();
        withoutCustomer.owner.customer = null;
        NestedOrder withoutTenant = new NestedOrder();
        withoutTenant.owner.customer.tenantId = null;
        ParcelById ofNewOrder = new ParcelById();
        ofNewOrder.item = new Item(new Order(1L));
        String cannot = "cannot generate NestedOrder.id: geneFrom = \"owner.customer.tenantId\" is null";

        assertRefused(withoutOwner, cannot + ", as owner is: set that property before the insert");
        assertRefused(withoutCustomer, cannot + ", as owner.customer is: set that property before the insert");
        assertRefused(withoutTenant, cannot + ": set that property before the insert");
        assertRefused(
                ofNewOrder,
                "cannot generate ParcelById.id: geneOf = \"item.order.id\" has no id yet",
                "Order.id is unset",
                "insert the parent first");
        assertRefused(
                new Misled(),
                "cannot generate Misled.id: geneFrom = \"owner.customer.tenant\" leads nowhere",
                "Customer has no property 'tenant'");
    }
}
