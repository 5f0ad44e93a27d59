package io.snowflakeid.demo.shop;

import io.snowflakeid.hibernate.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** An order of a user. The gene bits of the order id depend on the user id, so that one shard contains all orders of a user. */
@Entity
@Table(name = "t_order")
public class Order {

    @Id
    @GeneratedValue
    @SnowflakeId(geneFrom = "userId")
    private @Nullable Long id;

    private long userId;
    private int number;
    private int attempt;
    private long amountCents;

    /** Hibernate and MyBatis require this constructor. */
    protected Order() {}

    /**
     * Creates an order without an id.
     *
     * @param number a number that identifies the order before the order has an id
     * @param attempt the number of attempts to store the order, including the current attempt
     */
    public Order(long userId, int number, int attempt, long amountCents) {
        this.userId = userId;
        this.number = number;
        this.attempt = attempt;
        this.amountCents = amountCents;
    }

    /** Returns the id of the order, or null if the order is not yet persisted. */
    public @Nullable Long getId() {
        return id;
    }

    public long getUserId() {
        return userId;
    }

    public int getNumber() {
        return number;
    }

    public int getAttempt() {
        return attempt;
    }

    public long getAmountCents() {
        return amountCents;
    }
}
