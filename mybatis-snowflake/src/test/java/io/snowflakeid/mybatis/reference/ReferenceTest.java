package io.snowflakeid.mybatis.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.SnowflakeId;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import java.sql.SQLException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.plugin.PluginException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a row refers to is not a row: if the SQL binds the id of something that was never inserted, that is said. */
class ReferenceTest {

    private static final String MAPPER = ReferenceTest.class.getName() + "$Mapper.";

    static class Customer {
        @SnowflakeId
        Long id;
    }

    static class Order {
        @SnowflakeId
        Long id;

        Customer customer;
        List<Item> items = new ArrayList<>();
    }

    static class Item {
        @SnowflakeId
        Long id;

        long quantity = 2;
    }

    static class Category {
        @SnowflakeId
        Long id;

        Category parent;

        Category(Category parent) {
            this.parent = parent;
        }
    }

    static class Primitive {
        @SnowflakeId
        long id;
    }

    static class Deep {
        Request request = new Request();
    }

    static class Request {
        Order body = new Order();
    }

    interface Mapper {
        @Insert("INSERT INTO orders (id, other) VALUES (#{id}, #{customer.id})")
        void order(Order order);

        @Insert("<script>INSERT INTO orders (id, other) VALUES "
                + "<foreach collection='items' item='i' separator=','>(#{i.id}, #{id})</foreach></script>")
        void itemsOfOrder(Order order);

        @Insert("<script>INSERT INTO orders (id, other) VALUES "
                + "<foreach collection='items' item='i' separator=','>(#{i.id}, #{id})</foreach></script>")
        @Options(keyProperty = "items.id")
        void itemsOfOrderByPath(Order order);

        @Insert("<script>INSERT INTO orders (id, other) VALUES "
                + "<foreach collection='items' item='i' separator=','>(#{i.id}, #{order.id})</foreach></script>")
        void items(@Param("order") Order order, @Param("items") List<Item> items);

        @Insert("INSERT INTO orders (id, other) VALUES (#{item.id}, #{order.id})")
        void item(@Param("order") Order order, @Param("item") Item item);

        @Insert("INSERT INTO orders (id, other) VALUES (#{order.id}, #{primitive.id})")
        @Options(keyProperty = "order.id")
        void primitive(@Param("order") Order order, @Param("primitive") Primitive primitive);

        @Insert("INSERT INTO orders (id, other) VALUES (#{child.id}, #{parent.id})")
        @Options(keyProperty = "child.id")
        void child(@Param("child") Category child, @Param("parent") Category parent);

        @Insert("<script>INSERT INTO orders (id, other) VALUES "
                + "<foreach collection='list' item='c' separator=','>(#{c.id}, #{c.parent.id})</foreach></script>")
        void children(List<Category> categories);

        @Insert("INSERT INTO orders (id) VALUES (#{orders[0].id})")
        void firstOrder(@Param("orders") List<Order> orders);

        @Insert("INSERT INTO orders (id) VALUES (#{request.body.id})")
        void deep(Deep deep);

        @Insert("INSERT INTO orders (id) VALUES (#{request.body.id})")
        @Options(keyProperty = "request.body.id")
        void deepByPath(Deep deep);
    }

    private static final String BY_PATH = "let keyProperty be the path to it, such as 'order.items.id'";
    private static final String OR_A_LIST =
            ", or pass a List, if it comes from an Iterable, or a collection that makes new objects each time";

    private final PredictableIds ids = new PredictableIds();
    private World world;

    @BeforeEach
    void open() throws SQLException {
        world = World.onH2(
                new SnowflakeInterceptor(ids),
                Mapper.class,
                "CREATE TABLE orders (id BIGINT PRIMARY KEY, other BIGINT)");
    }

    @AfterEach
    void close() throws SQLException {
        world.close();
    }

    private List<String> rows() {
        return world.query("SELECT id, other FROM orders ORDER BY id");
    }

    private void assertNoRow(Consumer<Mapper> call, String statement, String path, String type, String wayOut) {
        assertThatThrownBy(() -> world.call(Mapper.class, call))
                .rootCause()
                .isInstanceOf(PluginException.class)
                .hasMessage("no id for statement " + MAPPER + statement + ": the statement binds #{" + path + "}, but "
                        + type + ".id is unset, as that " + type + " is no row of this insert; insert that " + type
                        + " first, or if it is the row, " + wayOut);
        assertThat(rows()).isEmpty();
    }

    private static Order orderOf(Customer customer) {
        Order order = new Order();
        order.customer = customer;
        return order;
    }

    private static Order with(Order order, Item... items) {
        order.items = List.of(items);
        return order;
    }

    @Test
    void anOrderOfACustomerWhoWasNeverInsertedIsRefusedAndMayBeInsertedAfterwards() {
        Customer customer = new Customer();
        Order order = orderOf(customer);

        assertNoRow(
                mapper -> mapper.order(order),
                "order, parameter shape Order",
                "customer.id",
                "Customer",
                "set keyProperty to 'customer.id'");
        assertThat(order.id).as("taken back").isNull();
        assertThat(customer.id).isNull();

        customer.id = 5L;
        world.call(Mapper.class, mapper -> mapper.order(order));
        assertThat(rows()).containsExactly("1002,5");
    }

    @Test
    void anOrderOfNobodyIsInserted() {
        world.call(Mapper.class, mapper -> mapper.order(orderOf(null)));

        assertThat(rows()).containsExactly("1001,null");
    }

    @Test
    void theItemsOfAnOrderAreNotItsRowsUnlessKeyPropertySaysSo() {
        Order order = with(new Order(), new Item(), new Item());
        order.id = 5L;

        assertNoRow(
                mapper -> mapper.itemsOfOrder(order),
                "itemsOfOrder, parameter shape Order",
                "i.id",
                "Item",
                BY_PATH + OR_A_LIST);

        world.call(Mapper.class, mapper -> mapper.itemsOfOrderByPath(order));
        assertThat(rows()).containsExactly("1001,5", "1002,5");
    }

    @Test
    void itemsByPathOfAnOrderThatWasNeverInsertedAreRefused() {
        Order order = with(new Order(), new Item());

        assertNoRow(
                mapper -> mapper.itemsOfOrderByPath(order),
                "itemsOfOrderByPath, parameter shape Order",
                "id",
                "Order",
                "set keyProperty to 'id'");
        assertThat(order.items.get(0).id).isNull();
    }

    @Test
    void besideACollectionOfRowsASingleBeanIsAReference() {
        Order order = new Order();
        List<Item> items = List.of(new Item(), new Item());

        assertNoRow(
                mapper -> mapper.items(order, items),
                "items, parameter shape Map[items, order]",
                "order.id",
                "Order",
                "set keyProperty to 'order.id'");

        order.id = 5L;
        world.call(Mapper.class, mapper -> mapper.items(order, items));
        assertThat(rows()).containsExactly("1003,5", "1004,5");
    }

    @Test
    void ofTwoBeansTheOneWithAnIdIsAReference() {
        Order order = new Order();
        order.id = 5L;

        world.call(Mapper.class, mapper -> mapper.item(order, new Item()));

        assertThat(rows()).containsExactly("1001,5");
    }

    @Test
    void aPrimitiveZeroIsNoReference() {
        assertNoRow(
                mapper -> mapper.primitive(new Order(), new Primitive()),
                "primitive, parameter shape Map[order, primitive]",
                "primitive.id",
                "Primitive",
                "set keyProperty to 'primitive.id'");
    }

    @Test
    void aRowTwoObjectsAwayIsFoundByPathAlone() {
        assertNoRow(
                mapper -> mapper.deep(new Deep()),
                "deep, parameter shape Deep",
                "request.body.id",
                "Order",
                "set keyProperty to 'request.body.id'");

        world.call(Mapper.class, mapper -> mapper.deepByPath(new Deep()));
        assertThat(rows()).containsExactly("1001,null");
    }

    @Test
    void ofTwoRowsOfOneClassTheReferenceIsNotBlamedOnACollection() {
        assertNoRow(
                mapper -> mapper.child(new Category(null), new Category(null)),
                "child, parameter shape Map[child, parent]",
                "parent.id",
                "Category",
                "set keyProperty to 'parent.id'");
        assertNoRow(
                mapper -> mapper.children(List.of(new Category(new Category(null)))),
                "children, parameter shape List[Category]",
                "c.parent.id",
                "Category",
                BY_PATH);
    }

    @Test
    void aListThatMakesNewRowsEachTimeIsRefused() {
        List<Order> orders = new AbstractList<>() {
            @Override
            public Order get(int index) {
                return new Order();
            }

            @Override
            public int size() {
                return 1;
            }
        };

        assertNoRow(
                mapper -> mapper.firstOrder(orders),
                "firstOrder, parameter shape List[Order]",
                "orders[0].id",
                "Order",
                "set keyProperty to 'orders.id'" + OR_A_LIST);
    }
}
