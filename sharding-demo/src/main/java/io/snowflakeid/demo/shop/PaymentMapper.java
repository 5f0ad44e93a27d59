package io.snowflakeid.demo.shop;

import io.snowflakeid.IdFormat;
import io.snowflakeid.mybatis.SnowflakeId;
import java.util.Locale;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Select;
import org.jspecify.annotations.Nullable;

/** Payments, through MyBatis; the interceptor assigns their ids. */
public interface PaymentMapper {

    @Insert("INSERT INTO t_payment (id, order_id, amount_cents) VALUES (#{id}, #{orderId}, #{amountCents})")
    void insert(Payment payment);

    /** The order of a payment: one statement in one database, by the gene that the payment's id has from its order's. */
    @Select("SELECT o.id, o.user_id, o.number, o.attempt, o.amount_cents FROM t_payment p"
            + " JOIN t_order o ON o.id = p.order_id WHERE p.id = #{paymentId}")
    @Nullable
    Order orderOf(long paymentId);

    /** A payment for an order; its id copies the gene of the order's id. */
    final class Payment {

        @SnowflakeId(geneOf = "orderId")
        private @Nullable Long id;

        private final @Nullable Long orderId;
        private final long amountCents;

        /** A new one, without an id. */
        public Payment(@Nullable Long orderId, long amountCents) {
            this.orderId = orderId;
            this.amountCents = amountCents;
        }

        /** Null until it is inserted. */
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

    /** The number of a payment as a customer reads it out, {@code 1TY8H-Q6Q80-M07}: its id, so it needs no column and no index. */
    static String numberOf(long paymentId) {
        String text = IdFormat.CROCKFORD32.fixedWidth().format(paymentId);
        return text.substring(0, 5) + "-" + text.substring(5, 10) + "-" + text.substring(10);
    }

    /**
     * The id of the payment with that number; small letters, blanks and hyphens do not matter, and O, I and L are read as digits.
     *
     * @throws IllegalArgumentException if it is no payment number, saying why
     */
    static long idOf(String number) {
        String digits = number.replaceAll("[\\s-]", "").toUpperCase(Locale.ROOT);
        return IdFormat.CROCKFORD32
                .fixedWidth()
                .parse(digits.replace('O', '0').replace('I', '1').replace('L', '1'));
    }
}
