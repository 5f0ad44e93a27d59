package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.SnowflakeRef;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import java.util.Map;
import org.hibernate.MappingException;
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
        assertThatThrownBy(() -> HibernateOn.h2(Map.of(SnowflakeSettings.WORKER, WORKER), entity)
                        .close())
                .isInstanceOf(MappingException.class)
                .hasMessageContainingAll(
                        "cannot generate " + entity.getSimpleName() + ".id",
                        "@io.snowflakeid.SnowflakeRef, which makes no ids",
                        "counted from 1",
                        "put @io.snowflakeid.hibernate.SnowflakeId in its place");
    }

    @Test
    void besideOursAndOnIdsThatTheApplicationSetsItMayStand() throws Exception {
        try (HibernateOn hibernate =
                HibernateOn.h2(Map.of(SnowflakeSettings.WORKER, WORKER), Both.class, Preset.class)) {
            assertThat(SnowflakeLayout.DEFAULT
                            .decode(hibernate.persisted(new Both()).id)
                            .worker())
                    .isEqualTo(WORKER);
        }
    }

    @Test
    void whereEveryPlainIdIsOursItMayStandToo() throws Exception {
        Map<String, Object> settings = Map.of(SnowflakeSettings.WORKER, WORKER, SnowflakeSettings.AUTO, true);
        try (HibernateOn hibernate = HibernateOn.h2(settings, Plain.class)) {
            assertThat(SnowflakeLayout.DEFAULT
                            .decode(hibernate.persisted(new Plain()).id)
                            .worker())
                    .isEqualTo(WORKER);
        }
    }
}
