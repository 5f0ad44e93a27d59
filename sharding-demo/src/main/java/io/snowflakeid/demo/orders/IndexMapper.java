package io.snowflakeid.demo.orders;

import java.util.List;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.jspecify.annotations.Nullable;

/** The statements of {@link MerchantIndex} and of its repair. */
interface IndexMapper {

    @Insert(
            "<script>INSERT INTO t_merchant_order (order_id, merchant_id) VALUES"
                    + " <foreach item='row' collection='rows' separator=','>(#{row.orderId}, #{row.merchantId})</foreach></script>")
    void insert(@Param("rows") List<IndexRow> rows);

    @Delete("DELETE FROM t_merchant_order WHERE order_id = #{orderId} AND merchant_id = #{merchantId}")
    void delete(IndexRow row);

    @Select("SELECT order_id FROM t_merchant_order WHERE merchant_id = #{merchantId} ORDER BY order_id DESC")
    List<Long> ordersOf(long merchantId);

    /** The rows that the index holds for a span of ids: a range of its primary key. */
    @Select("SELECT merchant_id, order_id FROM t_merchant_order WHERE order_id BETWEEN #{first} AND #{last}")
    List<IndexRow> rowsBetween(@Param("first") long first, @Param("last") long last);

    /** The rows that it should hold: a range of the orders' primary key. */
    @Select("SELECT merchant_id, id FROM t_order WHERE id BETWEEN #{first} AND #{last}")
    List<IndexRow> ordersBetween(@Param("first") long first, @Param("last") long last);

    @Select("SELECT MIN(id) FROM t_order")
    @Nullable
    Long firstOrder();

    @Select("SELECT MIN(order_id) FROM t_merchant_order")
    @Nullable
    Long firstRow();
}
