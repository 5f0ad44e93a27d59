package io.snowflakeid.demo.orders;

import io.snowflakeid.hibernate.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** An order; its id leads to the same shard as its user. One class for Hibernate and for MyBatis. */
@Entity
@Table(name = "t_order")
class Order {

    @Id
    @GeneratedValue
    @SnowflakeId(geneFrom = "userId")
    private @Nullable Long id;

    private long userId;
    private long merchantId;
    private String status;
    private long amountCents;
    private LocalDateTime createdAt;

    /** For Hibernate and MyBatis, which fill it. */
    @SuppressWarnings("NullAway.Init")
    Order() {}

    Order(long userId, long merchantId, String status, long amountCents, LocalDateTime createdAt) {
        this.userId = userId;
        this.merchantId = merchantId;
        this.status = status;
        this.amountCents = amountCents;
        this.createdAt = createdAt;
    }

    /** Null until it is inserted. */
    public @Nullable Long getId() {
        return id;
    }

    public void setId(Long id) {
        this.id = id;
    }

    public long getUserId() {
        return userId;
    }

    public long getMerchantId() {
        return merchantId;
    }

    public String getStatus() {
        return status;
    }

    public long getAmountCents() {
        return amountCents;
    }

    public LocalDateTime getCreatedAt() {
        return createdAt;
    }
}
