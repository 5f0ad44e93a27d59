package io.snowflakeid.hibernate;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Two annotations have the same name. Hibernate reads its own, not that of MyBatis. */
class MyBatisAnnotationTest {

    private static final int WORKER = 733;

    @Entity(name = "Plain")
    static class Plain {
        @Id
        @GeneratedValue
        @io.snowflakeid.mybatis.SnowflakeId
        Long id;
    }

    @MappedSuperclass
    abstract static class Base {
        @Id
        @io.snowflakeid.mybatis.SnowflakeId
        public Long getId() {
            return 7L;
        }

        public void setId(Long id) {}
    }

    @Entity(name = "Preset")
    static class Preset extends Base {}

    @Embeddable
    static class Inner {
        @io.snowflakeid.mybatis.SnowflakeId
        Long number;
    }

    @Entity(name = "Collecting")
    static class Collecting {
        @Id
        Long id;

        @ElementCollection
        List<Inner> all = new ArrayList<>();
    }

    @Entity(name = "Sharing")
    static class Sharing {
        @Id
        @GeneratedValue
        @SnowflakeId
        @io.snowflakeid.mybatis.SnowflakeId
        Long id;
    }

    @MappedSuperclass
    abstract static class MarkedForMyBatis {
        @io.snowflakeid.mybatis.SnowflakeId
        Long id;

        @Id
        @GeneratedValue
        @SnowflakeId
        public Long getId() {
            return id;
        }

        public void setId(Long id) {
            this.id = id;
        }
    }

    @Entity(name = "Apart")
    static class Apart extends MarkedForMyBatis {}

    static Stream<Arguments> attributesWithTheWrongOne() {
        return Stream.of(
                arguments(Plain.class, "Plain.id", "Plain"),
                arguments(Preset.class, "Preset.id", "Base"),
                arguments(Collecting.class, "Collecting.all.number", "Inner"));
    }

    @ParameterizedTest
    @MethodSource("attributesWithTheWrongOne")
    void whereItStandsAloneItIsRefused(Class<?> entity, String attribute, String bearer) {
        HibernateOn.assertRefused(
                Map.of(SnowflakeSettings.WORKER, WORKER, SnowflakeSettings.AUTO, true),
                List.of(entity),
                "cannot generate " + attribute + ": " + MyBatisAnnotationTest.class.getName() + "$" + bearer + ".",
                " has @io.snowflakeid.mybatis.SnowflakeId",
                "which Hibernate does not read",
                "import io.snowflakeid.hibernate.SnowflakeId instead",
                "or add both");
    }

    @Test
    void anEntityThatServesBothBearsBoth() throws Exception {
        try (HibernateOn hibernate =
                HibernateOn.h2(Map.of(SnowflakeSettings.WORKER, WORKER), Sharing.class, Apart.class)) {
            HibernateOn.assertMadeBy(WORKER, hibernate.persisted(new Sharing()).id);
            HibernateOn.assertMadeBy(WORKER, hibernate.persisted(new Apart()).getId());
        }
    }
}
