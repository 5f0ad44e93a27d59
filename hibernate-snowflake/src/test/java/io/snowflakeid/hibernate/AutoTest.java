package io.snowflakeid.hibernate;

import static io.snowflakeid.hibernate.HibernateOn.assertMadeBy;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import jakarta.persistence.SequenceGenerator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.hibernate.annotations.UuidGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One setting gives every plain {@code @GeneratedValue} a Snowflake id. */
class AutoTest {

    private static final int WORKER = 765;

    @Entity(name = "Boxed")
    static class Boxed {
        @Id
        @GeneratedValue
        Long id;
    }

    @Entity(name = "Primitive")
    static class Primitive {
        private long hidden;

        @Id
        @GeneratedValue
        public long getId() {
            return hidden;
        }

        public void setId(long id) {
            hidden = id;
        }
    }

    @MappedSuperclass
    abstract static class Base<T> {
        @Id
        @GeneratedValue(strategy = GenerationType.AUTO)
        T id;
    }

    @Entity(name = "Inheriting")
    static class Inheriting extends Base<Long> {}

    @Embeddable
    static class Key extends KeyOfFields {
        @GeneratedValue
        Long number;

        String hall = "";
    }

    @Entity(name = "Composite")
    static class Composite {
        @EmbeddedId
        Key key = new Key();
    }

    @Entity(name = "ByIdentity")
    static class ByIdentity {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        Long id;
    }

    @Entity(name = "BySequence")
    static class BySequence {
        @Id
        @GeneratedValue(strategy = GenerationType.SEQUENCE)
        Long id;
    }

    @Entity(name = "ByNamedSequence")
    static class ByNamedSequence {
        @Id
        @GeneratedValue(generator = "mine")
        @SequenceGenerator(name = "mine", sequenceName = "my_sequence")
        Long id;
    }

    @Entity(name = "ByTable")
    static class ByTable {
        @Id
        @GeneratedValue(strategy = GenerationType.TABLE)
        Long id;
    }

    @Entity(name = "ByUuid")
    static class ByUuid {
        @Id
        @GeneratedValue
        UUID id;
    }

    @Entity(name = "ByOwnUuid")
    static class ByOwnUuid {
        @Id
        @UuidGenerator
        String id;
    }

    @Entity(name = "Small")
    static class Small {
        @Id
        @GeneratedValue
        Integer id;
    }

    @Entity(name = "Shared")
    static class Shared {
        @Id
        @GeneratedValue // without effect, as the parent's id is used
        Long id;

        @MapsId
        @OneToOne
        ByIdentity parent;
    }

    @Entity(name = "Preset")
    static class Preset {
        @Id
        Long id;
    }

    private static HibernateOn hibernate;
    private static final List<LogRecord> LOGGED = new ArrayList<>();
    private static final List<Logger> LOGGERS = Stream.of(EntityIds.class, SnowflakeIntegrator.class)
            .map(type -> Logger.getLogger(type.getName()))
            .toList();

    @BeforeAll
    static void start() {
        LOGGERS.forEach(logger -> logger.setFilter(LOGGED::add));
        hibernate = HibernateOn.h2(
                Map.of(SnowflakeSettings.WORKER, WORKER, SnowflakeSettings.AUTO, "true"),
                Boxed.class,
                Primitive.class,
                Inheriting.class,
                Composite.class,
                ByIdentity.class,
                BySequence.class,
                ByNamedSequence.class,
                ByTable.class,
                ByUuid.class,
                ByOwnUuid.class,
                Small.class,
                Shared.class,
                Preset.class);
    }

    @AfterAll
    static void stop() throws Exception {
        LOGGERS.forEach(logger -> logger.setFilter(null));
        if (hibernate != null) {
            hibernate.close(); // otherwise the start has failed, and was reported
        }
    }

    @Test
    void plainNumbersGetSnowflakeIds() {
        assertMadeBy(WORKER, hibernate.persisted(new Boxed()).id);
        assertMadeBy(WORKER, hibernate.persisted(new Primitive()).getId());
        assertMadeBy(WORKER, hibernate.persisted(new Inheriting()).id);
        assertMadeBy(WORKER, hibernate.persisted(new Composite()).key.number);
        Composite preset = new Composite();
        preset.key.number = 14L;
        assertThat(hibernate.persisted(preset).key.number).isEqualTo(14);
    }

    @Test
    void idsWithAStrategyOrGeneratorDoNotChange() {
        assertThat(hibernate.persisted(new ByIdentity()).id).isLessThan(1_000);
        assertThat(hibernate.persisted(new BySequence()).id).isLessThan(1_000);
        assertThat(hibernate.persisted(new ByNamedSequence()).id).isLessThan(1_000);
        assertThat(hibernate.persisted(new ByTable()).id).isLessThan(1_000);
        assertThat(hibernate.persisted(new ByUuid()).id).isNotNull();
        assertThat(hibernate.persisted(new ByOwnUuid()).id).isNotNull();
    }

    @Test
    void anIdThatIsTakenOverFromTheParentIsLeftAlone() {
        Shared shared = new Shared();
        shared.parent = new ByIdentity();
        hibernate.inTransaction(session -> {
            session.persist(shared.parent);
            session.persist(shared);
        });
        assertThat(shared.id).isEqualTo(shared.parent.id);
    }

    @Test
    void anIntDoesNotChangeAndIsLogged() {
        assertThat(hibernate.persisted(new Small()).id).isLessThan(1_000);
        assertThat(LOGGED.stream().map(AutoTest::text).filter(text -> text.contains("not apply")))
                .singleElement()
                .asString()
                .containsSubsequence(
                        "hibernate.snowflake.auto does not apply to Small.id",
                        "does not fit into Integer",
                        "make it a long and its column a BIGINT",
                        "or give @GeneratedValue another strategy");
    }

    @Test
    void theLogListsAllGeneratedIds() {
        assertThat(LOGGED.stream().map(AutoTest::text).filter(text -> text.startsWith("generated ids")))
                .contains("generated ids: {@SnowflakeId=[Boxed.id, Composite.key.number, Inheriting.id, Primitive.id],"
                        + " AUTO=[ByNamedSequence.id], IDENTITY=[ByIdentity.id], SEQUENCE=[BySequence.id], TABLE=[ByTable.id],"
                        + " plain @GeneratedValue=[ByUuid.id, Small.id]}");
    }

    @Test
    void withoutASourceOfIdsNothingIsLogged() throws Exception {
        int before = LOGGED.size();
        HibernateOn.h2(Map.of(), Boxed.class).close();
        assertThat(LOGGED).hasSize(before);
    }

    @Test
    void theSchemaToolMakesNoSequenceAndNoIdentityForThem() {
        List<String> sequences = hibernate.fromTransaction(session -> session.createNativeQuery(
                        "select lower(sequence_name) from information_schema.sequences"
                                + " where sequence_name not like 'SYSTEM%'",
                        String.class)
                .getResultList());
        assertThat(sequences).containsExactlyInAnyOrder("bysequence_seq", "my_sequence", "small_seq");
        List<String> identities = hibernate.fromTransaction(session -> session.createNativeQuery(
                        "select lower(table_name) from information_schema.columns where is_identity = 'YES'"
                                + " and table_schema = schema()",
                        String.class)
                .getResultList());
        assertThat(identities).containsExactly("byidentity");
    }

    @Test
    void withoutTheSettingNothingChanges() throws Exception {
        try (HibernateOn other = HibernateOn.h2(
                Map.of(SnowflakeSettings.WORKER, WORKER + 1, SnowflakeSettings.AUTO, false), Boxed.class)) {
            assertThat(other.persisted(new Boxed()).id).isLessThan(1_000);
            assertThat(LOGGED.stream().map(AutoTest::text))
                    .contains("generated ids: {plain @GeneratedValue=[Boxed.id]}");
        }
    }

    @Test
    void withoutASourceOfIdsOrWithAnotherValueItIsRefused() {
        HibernateOn.assertRefused(
                Map.of(SnowflakeSettings.AUTO, true),
                List.of(Boxed.class),
                "cannot generate Boxed.id",
                "no source of ids");
        HibernateOn.assertRefused(
                Map.of(SnowflakeSettings.AUTO, "yes"),
                List.of(Boxed.class),
                "hibernate.snowflake.auto must be true or false, but is 'yes'");
    }

    private static String text(LogRecord message) {
        return java.text.MessageFormat.format(message.getMessage(), message.getParameters());
    }
}
