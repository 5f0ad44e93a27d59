package io.snowflakeid.demo.orders;

import io.snowflakeid.hibernate.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** A payment for an order; its id copies the gene of the order's id. */
@Entity
@Table(name = "t_payment")
class Payment {

    @Id
    @GeneratedValue
    @SnowflakeId(geneOf = "orderId")
    private @Nullable Long id;

    private @Nullable Long orderId;
    private String method;
    private long amountCents;
    private LocalDateTime paidAt;

    /** For Hibernate and MyBatis, which fill it. */
    @SuppressWarnings("NullAway.Init")
    Payment() {}

    Payment(String method, long amountCents, LocalDateTime paidAt) {
        this.method = method;
        this.amountCents = amountCents;
        this.paidAt = paidAt;
    }

    public @Nullable Long getId() {
        return id;
    }

    public void setId(Long id) {
        this.id = id;
    }

    /** Null until its order is inserted. */
    public @Nullable Long getOrderId() {
        return orderId;
    }

    public void setOrderId(@Nullable Long orderId) {
        this.orderId = orderId;
    }

    public String getMethod() {
        return method;
    }

    public long getAmountCents() {
        return amountCents;
    }

    public LocalDateTime getPaidAt() {
        return paidAt;
    }
}
