package io.snowflakeid.spring.boot.contract.sister;

import io.snowflakeid.mybatis.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

/** Imports the wrong one of two annotations. */
@Entity
public class Letter {

    @Id
    @GeneratedValue
    @SnowflakeId
    private Long id;

    public Long getId() {
        return id;
    }
}
