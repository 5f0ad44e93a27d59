package io.snowflakeid.hibernate;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Version;

/** Entities of the plainest forms, for tests to which no more matters than the type of the id and where it comes from. */
final class Entities {

    private Entities() {}

    @MappedSuperclass
    abstract static class Identified {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long id;
    }

    /** Has no column but its id. */
    @Entity(name = "Hero")
    static class Hero {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Boxed")
    static class Boxed extends Identified {
        String name = "";
    }

    @Entity(name = "Primitive")
    static class Primitive {
        @Id
        @GeneratedValue
        @SnowflakeId
        long id;
    }

    @Entity(name = "Text")
    static class Text {
        @Id
        @GeneratedValue
        @SnowflakeId
        String id;
    }

    @Entity(name = "Versioned")
    static class Versioned extends Identified {
        @Version
        Integer version;

        String name = "";
    }

    /** Its ids come from the generator with the name {@code orders}. */
    @Entity(name = "Invoice")
    static class Invoice {
        @Id
        @GeneratedValue(generator = "orders")
        @SnowflakeId
        Long id;
    }

    /** Does not bear our annotation. */
    @Entity(name = "Plain")
    static class Plain {
        @Id
        @GeneratedValue
        Long id;
    }
}
