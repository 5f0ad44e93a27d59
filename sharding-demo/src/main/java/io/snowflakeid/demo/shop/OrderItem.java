package io.snowflakeid.demo.shop;

import io.snowflakeid.hibernate.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** An item of an order. Its id has the gene of the order's id, so it is in the order's shard. */
@Entity
@Table(name = "t_order_item")
public class OrderItem {

    @Id
    @GeneratedValue
    @SnowflakeId(geneOf = "orderId")
    private @Nullable Long id;

    private @Nullable Long orderId;
    private String sku;
    private long priceCents;

    /** For Hibernate, which sets the fields. */
    @SuppressWarnings("NullAway.Init")
    protected OrderItem() {}

    /** Creates an item without ids. */
    public OrderItem(String sku, long priceCents) {
        this.sku = sku;
        this.priceCents = priceCents;
    }

    public @Nullable Long getId() {
        return id;
    }

    /** Null until its order is persisted. */
    public @Nullable Long getOrderId() {
        return orderId;
    }

    /** Set it after the order has its id, and before this item is persisted. */
    public void setOrderId(@Nullable Long orderId) {
        this.orderId = orderId;
    }

    public String getSku() {
        return sku;
    }

    public long getPriceCents() {
        return priceCents;
    }
}
