package io.snowflakeid.demo.shop;

import io.snowflakeid.hibernate.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/** An order; its id has the gene of its user, so it lies in the shard where all orders of that user lie. */
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

    /** For Hibernate and MyBatis, which fill it. */
    protected Order() {}

    /**
     * A new one, without an id.
     *
     * @param number the customer's number of the order, by which it is found again if a first attempt broke off
     * @param attempt how many times it has been placed, from 1
     */
    public Order(long userId, int number, int attempt, long amountCents) {
        this.userId = userId;
        this.number = number;
        this.attempt = attempt;
        this.amountCents = amountCents;
    }

    /** Null until it is inserted. */
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
