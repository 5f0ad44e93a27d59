package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeRef;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@code @SnowflakeRef} generates no ids, although it looks similar to {@code @SnowflakeId}. */
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

    @Test
    void isRejectedOnAnIdWithoutAStrategy() {
        HibernateOn.assertRefused(
                Map.of(SnowflakeSettings.WORKER, WORKER),
                List.of(Plain.class),
                "cannot generate Plain.id",
                "@io.snowflakeid.SnowflakeRef, which generates no ids",
                "counted from 1",
                "put @io.snowflakeid.hibernate.SnowflakeId instead");
    }

    @Test
    void onIdsThatAreOursOrCountedByNameOrSetByTheApplicationItMayStand() throws Exception {
        Map<String, Object> settings = Map.of(SnowflakeSettings.WORKER, WORKER, SnowflakeSettings.AUTO, true);
        try (HibernateOn hibernate = HibernateOn.h2(settings, Both.class, Plain.class, Counted.class, Preset.class)) {
            HibernateOn.assertMadeBy(WORKER, hibernate.persisted(new Both()).id);
            HibernateOn.assertMadeBy(WORKER, hibernate.persisted(new Plain()).id);
            assertThat(hibernate.persisted(new Counted()).id).isEqualTo(1);
        }
    }
}
