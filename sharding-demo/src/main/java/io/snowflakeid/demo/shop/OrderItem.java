package io.snowflakeid.demo.shop;

import io.snowflakeid.hibernate.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** An item of an order. The item id has the gene bits of the order id, so that both rows are in the same shard. */
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

    /** Hibernate requires this constructor. */
    @SuppressWarnings("NullAway.Init")
    protected OrderItem() {}

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

    /** Sets the id of the order. Call this method before you persist the item. */
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
