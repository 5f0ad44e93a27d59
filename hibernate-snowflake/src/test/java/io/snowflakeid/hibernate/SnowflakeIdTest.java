package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.hibernate.Entities.Boxed;
import io.snowflakeid.hibernate.Entities.Primitive;
import io.snowflakeid.hibernate.Entities.Text;
import io.snowflakeid.ledger.FixedWorkerLedger;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.Version;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SnowflakeIdTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final long WORKER = 700;

    @Entity(name = "ByGetter")
    static class ByGetter {
        private Long hidden;

        @Id
        @GeneratedValue
        @SnowflakeId
        public Long getId() {
            return hidden;
        }

        public void setId(Long id) {
            hidden = id;
        }
    }

    @Entity(name = "Bare")
    static class Bare {
        @Id
        @SnowflakeId
        Long id;
    }

    @MappedSuperclass
    abstract static class Base<T> {
        @Id
        @GeneratedValue
        @SnowflakeId
        T id;
    }

    @Entity(name = "Inheriting")
    static class Inheriting extends Base<Long> {
        String name = "";
    }

    /** As some languages write it: Hibernate sets the field all the same. */
    @Entity(name = "Final")
    static class Final {
        @Id
        @GeneratedValue
        @SnowflakeId
        private final Long id;

        Final() {
            this(null);
        }

        Final(Long id) {
            this.id = id;
        }
    }

    @Entity(name = "Versioned")
    static class Versioned {
        @Id
        @GeneratedValue
        @SnowflakeId
        long id;

        @Version
        Integer version;
    }

    private static SnowflakeIdGenerator ids;
    private static HibernateOn hibernate;

    @BeforeAll
    static void start() {
        ids = SnowflakeIdGenerator.on(FixedWorkerLedger.of(LAYOUT, WORKER));
        hibernate = HibernateOn.h2(
                Map.of(SnowflakeSettings.GENERATOR, ids),
                Boxed.class,
                Primitive.class,
                Text.class,
                ByGetter.class,
                Bare.class,
                Inheriting.class,
                Final.class,
                Versioned.class);
    }

    @AfterAll
    static void stop() throws Exception {
        if (hibernate != null) {
            hibernate.close(); // else the start failed, and has been reported
        }
        ids.close();
    }

    private static void assertFresh(long id) {
        assertThat(LAYOUT.decode(id).worker()).isEqualTo(WORKER);
        assertThat(LAYOUT.decode(id).timestamp())
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(1));
    }

    @Test
    void persistGivesABoxedId() {
        Boxed boxed = hibernate.persisted(new Boxed());
        assertFresh(boxed.id);
        assertThat(hibernate.find(Boxed.class, boxed.id)).isNotNull();
    }

    @Test
    void persistGivesAPrimitiveIdWhereItIsZero() {
        Primitive primitive = hibernate.persisted(new Primitive());
        assertFresh(primitive.id);
        assertThat(hibernate.find(Primitive.class, primitive.id)).isNotNull();
    }

    @Test
    void persistGivesADecimalTextId() {
        Text text = hibernate.persisted(new Text());
        assertFresh(Long.parseLong(text.id));
        assertThat(hibernate.find(Text.class, text.id)).isNotNull();
    }

    @Test
    void persistGivesAnIdThroughTheGetter() {
        ByGetter entity = hibernate.persisted(new ByGetter());
        assertFresh(entity.getId());
        assertThat(hibernate.find(ByGetter.class, entity.getId())).isNotNull();
    }

    @Test
    void needsNoGeneratedValueBesideIt() {
        assertFresh(hibernate.persisted(new Bare()).id);
    }

    @Test
    void worksOnAGenericMappedSuperclass() {
        assertFresh(hibernate.persisted(new Inheriting()).id);
    }

    @Test
    void worksOnAVersionedEntity() {
        Versioned entity = hibernate.persisted(new Versioned());
        assertFresh(entity.id);
        assertThat(hibernate.find(Versioned.class, entity.id)).isNotNull();
    }

    @Test
    void aBoxedZeroCountsAsNotSet() {
        Boxed boxed = new Boxed();
        boxed.id = 0L;
        assertFresh(hibernate.persisted(boxed).id);
    }

    @Test
    void persistKeepsAPresetId() {
        Boxed boxed = new Boxed();
        boxed.id = 11L;
        Primitive primitive = new Primitive();
        primitive.id = 12;
        Text text = new Text();
        text.id = "thirteen";
        hibernate.persisted(boxed);
        hibernate.persisted(primitive);
        hibernate.persisted(text);
        assertThat(hibernate.find(Boxed.class, 11L)).isNotNull();
        assertThat(hibernate.find(Primitive.class, 12L)).isNotNull();
        assertThat(hibernate.find(Text.class, "thirteen")).isNotNull();
    }

    @Test
    void mergeKeepsAPresetIdThatNoRowHas() {
        Boxed boxed = new Boxed();
        boxed.id = 21L;
        Primitive primitive = new Primitive();
        primitive.id = 22;
        Text text = new Text();
        text.id = "23";
        hibernate.inTransaction(session -> {
            session.merge(boxed);
            session.merge(primitive);
            session.merge(text);
        });
        assertThat(hibernate.find(Boxed.class, 21L)).isNotNull();
        assertThat(hibernate.find(Primitive.class, 22L)).isNotNull();
        assertThat(hibernate.find(Text.class, "23")).isNotNull();
    }

    @Test
    void mergeOfAnExistingRowUpdatesIt() {
        Boxed boxed = hibernate.persisted(new Boxed());
        boxed.name = "renamed";
        hibernate.inTransaction(session -> session.merge(boxed));
        assertThat(hibernate.find(Boxed.class, boxed.id).name).isEqualTo("renamed");
    }

    @Test
    void mergeGivesAnIdWhereNoneIsSet() {
        assertFresh(hibernate.fromTransaction(session -> session.merge(new Boxed())).id);
        assertFresh(hibernate.fromTransaction(session -> session.merge(new Primitive())).id);
    }

    @Test
    void statelessInsertKeepsAPresetId() {
        Boxed boxed = new Boxed();
        boxed.id = 31L;
        Primitive primitive = new Primitive();
        primitive.id = 32;
        Text text = new Text();
        text.id = "33";
        hibernate.statelessly(session -> {
            session.insert(boxed);
            session.insert(primitive);
            session.insert(text);
        });
        assertThat(hibernate.find(Boxed.class, 31L)).isNotNull();
        assertThat(hibernate.find(Primitive.class, 32L)).isNotNull();
        assertThat(hibernate.find(Text.class, "33")).isNotNull();
    }

    @Test
    void statelessInsertGivesAnIdWhereNoneIsSet() {
        Boxed boxed = new Boxed();
        Primitive primitive = new Primitive();
        hibernate.statelessly(session -> {
            session.insert(boxed);
            session.insert(primitive);
        });
        assertFresh(boxed.id);
        assertFresh(primitive.id);
    }

    @Test
    void keepsAPresetIdThatHibernateDoesNotHandOver() {
        Boxed boxed = new Boxed();
        boxed.id = 41L;
        hibernate.inTransaction(
                session -> assertThat(generatorOf(Boxed.class).generate(spi(session), boxed, null, EventType.INSERT))
                        .isEqualTo(41L));
    }

    @Test
    void theGeneratorSurvivesSerialization() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ObjectOutputStream(bytes).writeObject(generatorOf(Text.class));
        BeforeExecutionGenerator copy = (BeforeExecutionGenerator)
                new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
        Object id =
                hibernate.fromTransaction(session -> copy.generate(spi(session), new Text(), null, EventType.INSERT));
        assertFresh(Long.parseLong((String) id));
    }

    @Test
    void threadsThatPersistAtOnceGetDistinctIds() throws Exception {
        int threads = 8;
        int each = 250;
        CyclicBarrier together = new CyclicBarrier(threads);
        Callable<List<Long>> work = () -> {
            together.await();
            List<Long> made = new ArrayList<>();
            for (int i = 0; i < each; i++) {
                made.add(hibernate.persisted(new Boxed()).id);
            }
            return made;
        };
        Set<Long> distinct = new HashSet<>();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (Future<List<Long>> made : pool.invokeAll(java.util.Collections.nCopies(threads, work))) {
                distinct.addAll(made.get());
            }
        } finally {
            pool.shutdown();
        }
        assertThat(distinct).hasSize(threads * each);
    }

    @Test
    void aFinalFieldIsSet() {
        assertFresh(hibernate.persisted(new Final()).id);
        hibernate.persisted(new Final(61L));
        assertThat(hibernate.find(Final.class, 61L)).isNotNull();
    }

    private static BeforeExecutionGenerator generatorOf(Class<?> entity) {
        return (BeforeExecutionGenerator) hibernate
                .factory()
                .unwrap(SessionFactoryImplementor.class)
                .getMappingMetamodel()
                .getEntityDescriptor(entity)
                .getGenerator();
    }

    private static SharedSessionContractImplementor spi(Object session) {
        return (SharedSessionContractImplementor) session;
    }
}
