package io.snowflakeid.spring.boot.contract.aot;

import io.snowflakeid.hibernate.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** Takes its ids from the generator of that name. */
@Entity
@Table(name = "orders")
public class Order {

    @Id
    @GeneratedValue(generator = "orders")
    @SnowflakeId
    private Long id;

    public Long getId() {
        return id;
    }
}
