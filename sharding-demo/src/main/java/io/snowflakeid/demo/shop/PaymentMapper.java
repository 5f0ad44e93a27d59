package io.snowflakeid.demo.shop;

import io.snowflakeid.IdFormat;
import io.snowflakeid.mybatis.SnowflakeId;
import java.util.Locale;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Select;
import org.jspecify.annotations.Nullable;

/** Reads and writes payments. The MyBatis interceptor {@code SnowflakeInterceptor} sets the ids of new payments. */
public interface PaymentMapper {

    @Insert("INSERT INTO t_payment (id, order_id, amount_cents) VALUES (#{id}, #{orderId}, #{amountCents})")
    void insert(Payment payment);

    /** Returns the order of a payment. ShardingSphere queries only one database, because the payment id contains the gene bits of the order id. */
    @Select("SELECT o.id, o.user_id, o.number, o.attempt, o.amount_cents FROM t_payment p"
            + " JOIN t_order o ON o.id = p.order_id WHERE p.id = #{paymentId}")
    @Nullable
    Order orderOf(long paymentId);

    /** A payment for an order. The payment id has the gene bits of the order id. */
    final class Payment {

        @SnowflakeId(geneOf = "orderId")
        private @Nullable Long id;

        private final @Nullable Long orderId;
        private final long amountCents;

        /** Creates a payment without an id. */
        public Payment(@Nullable Long orderId, long amountCents) {
            this.orderId = orderId;
            this.amountCents = amountCents;
        }

        /** Returns the id of the payment, or null if the payment is not yet persisted. */
        public @Nullable Long getId() {
            return id;
        }

        public void setId(Long id) {
            this.id = id;
        }

        public @Nullable Long getOrderId() {
            return orderId;
        }

        public long getAmountCents() {
            return amountCents;
        }
    }

    /** Converts a payment id to a payment number for customers, such as {@code 1TY8H-Q6Q80-M07}. */
    static String numberOf(long paymentId) {
        String text = IdFormat.CROCKFORD32.fixedWidth().format(paymentId);
        return text.substring(0, 5) + "-" + text.substring(5, 10) + "-" + text.substring(10);
    }

    /**
     * Converts a payment number to a payment id. This method ignores case, white space and hyphens, and reads the letters O, I and L as digits.
     *
     * @throws IllegalArgumentException if the text is not a payment number
     */
    static long idOf(String number) {
        String digits = number.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT);
        return IdFormat.CROCKFORD32
                .fixedWidth()
                .parse(digits.replace('O', '0').replace('I', '1').replace('L', '1'));
    }
}
