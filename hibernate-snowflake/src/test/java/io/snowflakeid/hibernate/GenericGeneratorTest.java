package io.snowflakeid.hibernate;

import static io.snowflakeid.hibernate.HibernateOn.workerOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.IdFormat;
import io.snowflakeid.testing.servers.TestDatabase;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.util.Throwables;
import org.hibernate.annotations.CollectionId;
import org.hibernate.annotations.CollectionIdJavaType;
import org.hibernate.annotations.GenericGenerator;
import org.hibernate.annotations.Parameter;
import org.hibernate.type.descriptor.java.LongJavaType;
import org.junit.jupiter.api.Test;

/** Our generator named by Hibernate's own annotation, as it is up to 7.4: 8.0 took the name away from it. */
@SuppressWarnings({"deprecation", "removal"}) // as long as applications may write it
class GenericGeneratorTest {

    @Entity(name = "Generic")
    @GenericGenerator(name = "ours", type = EntityIdGenerator.class)
    static class Generic {
        @Id
        @GeneratedValue(generator = "ours")
        Long id;
    }

    @Entity(name = "GenericText")
    static class GenericText {
        @Id
        @GeneratedValue(generator = "coded")
        @GenericGenerator(
                name = "coded",
                type = EntityIdGenerator.class,
                parameters = {
                    @Parameter(name = "format", value = "base62"),
                    @Parameter(name = "generator", value = "orders")
                })
        String id;
    }

    @Entity(name = "Misspelt")
    static class Misspelt {
        @Id
        @GeneratedValue(generator = "wrong")
        @GenericGenerator(
                name = "wrong",
                type = EntityIdGenerator.class,
                parameters = @Parameter(name = "fromat", value = "base62"))
        Long id;
    }

    @Entity(name = "OneOfSeveral")
    @GenericGenerator(name = "first", type = EntityIdGenerator.class)
    @GenericGenerator(
            name = "second",
            type = EntityIdGenerator.class,
            parameters = @Parameter(name = "generator", value = "orders"))
    static class OneOfSeveral {
        @Id
        @GeneratedValue(generator = "second")
        Long id;
    }

    @Entity(name = "Holder")
    @GenericGenerator(name = "ours", type = EntityIdGenerator.class)
    static class Holder {
        @Id
        Long id;

        @ElementCollection
        @CollectionTable(name = "holder_names")
        @CollectionId(column = @Column(name = "name_id"), generator = "ours")
        @CollectionIdJavaType(LongJavaType.class)
        List<String> names = new ArrayList<>();
    }

    private static final Map<String, Object> SETTINGS =
            Map.of(SnowflakeSettings.WORKER, 820, "hibernate.snowflake.orders.worker", "821");

    @Test
    void aGenericGeneratorMayNameOurs() throws Exception {
        try (HibernateOn hibernate = HibernateOn.h2(SETTINGS, Generic.class, GenericText.class, OneOfSeveral.class)) {
            assertThat(workerOf(hibernate.persisted(new Generic()).id)).isEqualTo(820);
            String coded = hibernate.persisted(new GenericText()).id;
            assertThat(workerOf(IdFormat.BASE62.parse(coded))).isEqualTo(821);
            assertThat(workerOf(hibernate.persisted(new OneOfSeveral()).id)).isEqualTo(821);
        }
    }

    @Test
    void anUnknownParameterOfAGenericGeneratorIsRefused() {
        assertRefused(
                SETTINGS,
                Misspelt.class,
                "cannot generate Misspelt.id",
                "its @GenericGenerator has the parameter 'fromat'",
                "known are [format, geneFrom, geneOf, generator]");
    }

    /** Hibernate gives it neither an entity nor an attribute that could be read. */
    @Test
    void aCollectionIdIsRefusedAtTheStart() {
        assertRefused(
                SETTINGS,
                Holder.class,
                "cannot generate holder_names.name_id: ",
                "ids are made for entities alone",
                "name another generator in the @CollectionId");
    }

    private static void assertRefused(Map<String, ?> settings, Class<?> entity, String... parts) {
        try (TestDatabase database = HibernateOn.newH2()) {
            assertThatThrownBy(() -> HibernateOn.database(database, settings, entity))
                    .satisfies(refusal ->
                            assertThat(Throwables.getStackTrace(refusal)).contains(parts));
        } catch (java.sql.SQLException e) {
            throw new AssertionError(e);
        }
    }
}
