package io.snowflakeid.spring.boot.contract.missing;

import io.snowflakeid.hibernate.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;

/** Names its generator wrongly. */
@Entity
public class Entry {

    @Id
    @GeneratedValue(generator = "aduit")
    @SnowflakeId
    public Long id;
}
