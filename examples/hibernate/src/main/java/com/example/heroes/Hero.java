package com.example.heroes;

import io.snowflakeid.hibernate.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

@Entity
class Hero {

    @Id
    @GeneratedValue
    @SnowflakeId
    private Long id;

    private String name;

    protected Hero() {}

    Hero(String name) {
        this.name = name;
    }

    Long id() {
        return id;
    }

    String name() {
        return name;
    }
}
