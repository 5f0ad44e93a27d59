package io.snowflakeid.demo.shop;

import io.snowflakeid.hibernate.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** An item of an order. The item's id has the gene of the order's id, so that the item is in the order's shard. */
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

    /** Hibernate uses this constructor and then sets the fields. */
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

    /** Returns the id of the order, or null if the order is not yet persisted. */
    public @Nullable Long getOrderId() {
        return orderId;
    }

    /** Sets the id of the order. The caller must call this method after the order has its id and before the item is persisted. */
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
