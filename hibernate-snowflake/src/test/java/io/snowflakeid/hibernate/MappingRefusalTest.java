package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.testing.servers.TestDatabase;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.hibernate.MappingException;
import org.junit.jupiter.api.Test;

class MappingRefusalTest {

    private static final int WORKER = 730;

    @Entity(name = "Hero")
    static class Hero {
        @Id
        @GeneratedValue
        @SnowflakeId
        Integer id;
    }

    @Entity(name = "Villain")
    static class Villain {
        private int hidden;

        @Id
        @GeneratedValue
        @SnowflakeId
        public int getNumber() {
            return hidden;
        }

        public void setNumber(int number) {
            hidden = number;
        }
    }

    @Entity(name = "Both")
    static class Both {
        @Id
        @GeneratedValue
        @SnowflakeId(geneFrom = "userId", geneOf = "orderId")
        Long id;

        long userId;
        long orderId;
    }

    @Entity(name = "FromUser")
    static class FromUser {
        @Id
        @GeneratedValue
        @SnowflakeId(geneFrom = "userId")
        Long id;

        long userId;
    }

    @Entity(name = "OfUser")
    static class OfUser {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "userId")
        Long id;

        long userId;
    }

    @Entity(name = "Misspelt")
    static class Misspelt {
        @Id
        @GeneratedValue
        @SnowflakeId(geneFrom = "usrId")
        Long id;

        long userId;
        String name;
    }

    @Entity(name = "MisspeltParent")
    static class MisspeltParent {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "ordr")
        Long id;

        long order_id;
    }

    @Entity(name = "FromTime")
    static class FromTime {
        @Id
        @GeneratedValue
        @SnowflakeId(geneFrom = "placedAt")
        Long id;

        Instant placedAt;
    }

    @Entity(name = "FromEntity")
    static class FromEntity {
        @Id
        @GeneratedValue
        @SnowflakeId(geneFrom = "placedBy")
        Long id;

        @ManyToOne
        FromUser placedBy;
    }

    @Entity(name = "OfInteger")
    static class OfInteger {
        @Id
        @GeneratedValue
        @SnowflakeId(geneOf = "orderNumber")
        Long id;

        int orderNumber;
    }

    @Test
    void anIdOfAnotherTypeIsRefused() {
        assertRefused(
                "DEFAULT",
                Hero.class,
                "cannot generate Hero.id: @SnowflakeId needs long, Long or String, found Integer");
        assertRefused(
                "DEFAULT",
                Villain.class,
                "cannot generate Villain.number: @SnowflakeId needs long, Long or String, found Integer");
    }

    @Test
    void twoGenesForOneIdAreRefused() {
        assertRefused(
                withGene(),
                Both.class,
                List.of(
                        "cannot generate Both.id",
                        "geneFrom = \"userId\" and geneOf = \"orderId\"",
                        "an id has one gene",
                        "remove one of them"));
    }

    @Test
    void aGeneOnALayoutWithoutGeneBitsIsRefused() {
        assertRefused("DEFAULT", FromUser.class, noGeneBits("FromUser"));
        assertRefused("DEFAULT", OfUser.class, noGeneBits("OfUser"));
    }

    private static List<String> noGeneBits(String entity) {
        return List.of(
                "cannot generate " + entity + ".id: @SnowflakeId names a gene",
                "layout 41x1ms/0/10/12@2010-11-04T01:42:54.657Z has no gene bits",
                "choose a layout with a gene",
                "or remove geneFrom and geneOf");
    }

    @Test
    void aNameThatIsNoPropertyIsRefused() {
        assertRefused(
                withGene(),
                Misspelt.class,
                List.of(
                        "cannot generate Misspelt.id",
                        "geneFrom = \"usrId\" is wrong",
                        "'usrId' names no property of Misspelt",
                        "which has [id, name, userId]"));
        assertRefused(
                withGene(),
                MisspeltParent.class,
                List.of(
                        "cannot generate MisspeltParent.id",
                        "geneOf = \"ordr\" is wrong",
                        "'ordr' names no property of MisspeltParent",
                        "which has [id, order_id]"));
    }

    @Test
    void aKeyThatHasNoGeneIsRefused() {
        assertRefused(
                withGene(),
                FromTime.class,
                List.of(
                        "cannot generate FromTime.id",
                        "geneFrom needs a property of type long, int, short, byte (or their boxes) or String",
                        "FromTime.placedAt is java.time.Instant"));
        assertRefused(
                withGene(),
                FromEntity.class,
                List.of(
                        "cannot generate FromEntity.id",
                        "geneFrom needs a property of type long, int, short, byte (or their boxes) or String",
                        "FromEntity.placedBy is " + FromUser.class.getName(),
                        "name one of its properties [id, userId]"),
                FromUser.class);
    }

    @Test
    void aParentIdThatIsNoSnowflakeIdIsRefused() {
        assertRefused(
                withGene(),
                OfInteger.class,
                List.of(
                        "cannot generate OfInteger.id",
                        "geneOf needs the parent's id (long, Long or String) or an association to the parent",
                        "OfInteger.orderNumber is java.lang.Integer"));
    }

    @Test
    void aRefusedStartGivesTheWorkerBack() throws Exception {
        assertRefused("DEFAULT", FromUser.class, noGeneBits("FromUser"));
        try (HibernateOn hibernate = HibernateOn.h2(settings(withGene()), FromUser.class)) {
            assertThat(hibernate.persisted(new FromUser()).id).isPositive();
        }
    }

    private static void assertRefused(String layout, Class<?> entity, String message) {
        assertRefused(layout, entity, List.of(message));
    }

    private static void assertRefused(String layout, Class<?> entity, List<String> parts, Class<?>... others) {
        Class<?>[] entities = java.util.Arrays.copyOf(others, others.length + 1);
        entities[others.length] = entity;
        try (TestDatabase database = HibernateOn.newH2()) {
            assertThatThrownBy(() -> HibernateOn.database(database, settings(layout), entities))
                    .isInstanceOf(MappingException.class)
                    .message()
                    .startsWith(parts.get(0))
                    .containsSubsequence(parts)
                    .endsWith(parts.get(parts.size() - 1));
        } catch (java.sql.SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<String, ?> settings(String layout) {
        return Map.of(SnowflakeSettings.WORKER, WORKER, SnowflakeSettings.LAYOUT, layout);
    }

    private static String withGene() {
        return SnowflakeLayout.DEFAULT.withGene(6).spec();
    }
}
