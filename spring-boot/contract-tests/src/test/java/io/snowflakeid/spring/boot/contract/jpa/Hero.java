package io.snowflakeid.spring.boot.contract.jpa;

import io.snowflakeid.hibernate.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

/** The entity of the quick start. */
@Entity
public class Hero {

    @Id
    @GeneratedValue
    @SnowflakeId
    private Long id;

    public String name;

    public Long getId() {
        return id;
    }

    public void setId(Long id) {
        this.id = id;
    }
}
