package io.snowflakeid.demo.shop;

import io.snowflakeid.hibernate.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** An order of a user. The order's id has the gene of the user, so that all orders of a user are in one shard. */
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

    /** Hibernate and MyBatis use this constructor and then set the fields. */
    protected Order() {}

    /**
     * Creates an order without an id.
     *
     * @param number the customer's number for the order, which identifies the order after a failed attempt
     * @param attempt the number of the attempt, from 1
     */
    public Order(long userId, int number, int attempt, long amountCents) {
        this.userId = userId;
        this.number = number;
        this.attempt = attempt;
        this.amountCents = amountCents;
    }

    /** Returns the id, or null before the insert. */
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
