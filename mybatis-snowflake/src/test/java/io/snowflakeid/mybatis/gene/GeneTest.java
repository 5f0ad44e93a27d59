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
import java.util.List;
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

    private void assertRefused(Object row, String message) {
        assertThatThrownBy(() -> insert(ids, row))
                .cause()
                .isInstanceOf(PluginException.class)
                .hasMessage(message);
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
                "cannot generate Item.id: geneOf = \"order\" has no id yet, Order.id is unset: insert the parent first");
        assertRefused(
                new Payment("x1"),
                "cannot generate Payment.id: geneOf = \"orderId\" is refused: 'x1' is no id in format decimal: "
                        + "it has 'x' at position 0, which is none of 0123456789");
        assertRefused(
                new Payment(7),
                "cannot generate Payment.id: geneOf = \"orderId\" is a java.lang.Integer; let it be the parent's id "
                        + "(long, Long or String), or mark the parent's own id @SnowflakeId");
    }

    @Test
    void attributesThatCannotWorkAreNamed() {
        assertRefused(
                new FromPath(),
                "cannot generate FromPath.id: geneFrom = \"user.id\" starts at FromPath, which has no property 'user'");
        assertRefused(
                new FromBoth(),
                "cannot generate FromBoth.id: found geneFrom = \"userId\" and geneOf = \"orderId\"; "
                        + "an id has one gene, so leave one of them");
    }

    @Test
    void aLayoutWithoutGeneBitsIsNamed() {
        assertThatThrownBy(() -> insert(new PredictableIds(), new Order(1L)))
                .rootCause()
                .hasMessage("cannot generate Order.id: geneFrom = \"userId\" asks for a gene, but layout "
                        + SnowflakeLayout.DEFAULT.spec()
                        + " has no gene bits: use one made by withGene(bits), or leave the attribute out");
    }
}
