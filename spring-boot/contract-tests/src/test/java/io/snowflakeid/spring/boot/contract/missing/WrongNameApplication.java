package io.snowflakeid.spring.boot.contract.missing;

import io.snowflakeid.hibernate.SnowflakeId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import org.springframework.boot.autoconfigure.SpringBootApplication;

@SpringBootApplication
public class WrongNameApplication {

    @Entity(name = "Entry")
    public static class Entry {

        @Id
        @GeneratedValue(generator = "aduit")
        @SnowflakeId
        public Long id;
    }
}
