package io.snowflakeid.demo.orders;

import java.util.List;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.jspecify.annotations.Nullable;

/** The statements of {@link MyBatisStore}; ids are assigned by the interceptor. */
interface OrderMapper {

    @Insert("INSERT INTO t_order (id, user_id, merchant_id, status, amount_cents, created_at)"
            + " VALUES (#{id}, #{userId}, #{merchantId}, #{status}, #{amountCents}, #{createdAt})")
    void insertOrder(Order order);

    @Insert("INSERT INTO t_order_item (id, order_id, sku, quantity, price_cents)"
            + " VALUES (#{id}, #{orderId}, #{sku}, #{quantity}, #{priceCents})")
    void insertItem(OrderItem item);

    @Insert("INSERT INTO t_payment (id, order_id, method, amount_cents, paid_at)"
            + " VALUES (#{id}, #{orderId}, #{method}, #{amountCents}, #{paidAt})")
    void insertPayment(Payment payment);

    @Select("SELECT id, user_id, merchant_id, status, amount_cents, created_at FROM t_order WHERE user_id = #{userId}")
    List<Order> ordersOf(long userId);

    @Select("SELECT id, user_id, merchant_id, status, amount_cents, created_at FROM t_order"
            + " WHERE status = #{status} AND amount_cents = #{amountCents}")
    List<Order> ordersWith(@Param("status") String status, @Param("amountCents") long amountCents);

    /** One table of the order's database, by the gene that the payment's id has from its order's. */
    @Select("SELECT o.id, o.user_id, o.merchant_id, o.status, o.amount_cents, o.created_at FROM t_payment p"
            + " JOIN t_order o ON o.id = p.order_id WHERE p.id = #{paymentId}")
    @Nullable
    Order orderOfPayment(long paymentId);

    @Select("<script>SELECT id, user_id, merchant_id, status, amount_cents, created_at FROM t_order WHERE id IN"
            + " <foreach item='id' collection='ids' open='(' separator=',' close=')'>#{id}</foreach></script>")
    List<Order> ordersWithIds(@Param("ids") List<Long> ids);

    @Select("SELECT id, user_id, merchant_id, status, amount_cents, created_at FROM t_order"
            + " WHERE merchant_id = #{merchantId}")
    List<Order> ordersOfMerchant(long merchantId);
}
