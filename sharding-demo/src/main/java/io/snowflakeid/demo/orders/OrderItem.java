package io.snowflakeid.demo.orders;

import io.snowflakeid.hibernate.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** A line of an order; its id copies the gene of the order's id, so it lies beside its order. */
@Entity
@Table(name = "t_order_item")
class OrderItem {

    @Id
    @GeneratedValue
    @SnowflakeId(geneOf = "orderId")
    private @Nullable Long id;

    private @Nullable Long orderId;
    private String sku;
    private int quantity;
    private long priceCents;

    /** For Hibernate and MyBatis, which fill it. */
    @SuppressWarnings("NullAway.Init")
    OrderItem() {}

    OrderItem(String sku, int quantity, long priceCents) {
        this.sku = sku;
        this.quantity = quantity;
        this.priceCents = priceCents;
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

    public String getSku() {
        return sku;
    }

    public int getQuantity() {
        return quantity;
    }

    public long getPriceCents() {
        return priceCents;
    }
}
