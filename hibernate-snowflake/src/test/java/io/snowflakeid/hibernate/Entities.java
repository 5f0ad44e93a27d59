package io.snowflakeid.hibernate;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Version;

/** Entities of the plainest forms, for tests to which no more matters than the type of the id and where it comes from. */
final class Entities {

    private Entities() {}

    /** Has no column but its id. */
    @Entity(name = "Hero")
    static class Hero {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Boxed")
    static class Boxed {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long id;

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
    static class Versioned {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long id;

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
