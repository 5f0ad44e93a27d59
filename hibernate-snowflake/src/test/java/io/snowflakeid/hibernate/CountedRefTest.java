package io.snowflakeid.hibernate;

import io.snowflakeid.SnowflakeRef;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code @SnowflakeRef} reads like a mark that makes ids, and makes none. */
class CountedRefTest {

    private static final int WORKER = 844;

    @Entity(name = "Plain")
    static class Plain {
        @Id
        @GeneratedValue
        @SnowflakeRef
        Long id;
    }

    @Entity(name = "Counted")
    static class Counted {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        @SnowflakeRef
        Long id;
    }

    @Entity(name = "Sequenced")
    static class Sequenced {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "s")
        @SnowflakeRef
        Long id;
    }

    @Entity(name = "Both")
    static class Both {
        @Id
        @GeneratedValue
        @SnowflakeId
        @SnowflakeRef
        Long id;
    }

    @Entity(name = "Preset")
    static class Preset {
        @Id
        @SnowflakeRef
        Long id;
    }

    @ParameterizedTest
    @ValueSource(classes = {Plain.class, Counted.class, Sequenced.class})
    void onAnIdThatIsCountedItIsRefused(Class<?> entity) {
        HibernateOn.assertRefused(
                Map.of(SnowflakeSettings.WORKER, WORKER),
                List.of(entity),
                "cannot generate " + entity.getSimpleName() + ".id",
                "@io.snowflakeid.SnowflakeRef, which makes no ids",
                "counted from 1",
                "put @io.snowflakeid.hibernate.SnowflakeId in its place");
    }

    @Test
    void onIdsThatAreOursOrThatTheApplicationSetsItMayStand() throws Exception {
        Map<String, Object> settings = Map.of(SnowflakeSettings.WORKER, WORKER, SnowflakeSettings.AUTO, true);
        try (HibernateOn hibernate = HibernateOn.h2(settings, Both.class, Plain.class, Preset.class)) {
            HibernateOn.assertMadeBy(WORKER, hibernate.persisted(new Both()).id);
            HibernateOn.assertMadeBy(WORKER, hibernate.persisted(new Plain()).id);
        }
    }
}
