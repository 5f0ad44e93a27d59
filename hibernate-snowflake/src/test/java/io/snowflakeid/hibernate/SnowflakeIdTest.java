package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.hibernate.Entities.Boxed;
import io.snowflakeid.hibernate.Entities.Primitive;
import io.snowflakeid.hibernate.Entities.Text;
import io.snowflakeid.hibernate.Entities.Versioned;
import io.snowflakeid.hibernate.HibernateOn.Way;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every operation that stores an entity generates an unset id, and keeps one that is set. */
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

    /** A final field, as in some languages, which Hibernate sets anyway. */
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

    @RegisterExtension
    static final HibernateOn hibernate = HibernateOn.h2(
            Map.of(SnowflakeSettings.WORKER, WORKER),
            Boxed.class,
            Primitive.class,
            Text.class,
            ByGetter.class,
            Bare.class,
            Final.class,
            Versioned.class);

    /** The id of the row. */
    private static Object stored(Way way, Object entity) {
        return hibernate.idOf(way.store(hibernate, entity));
    }

    private static void assertFresh(Object id) {
        long number = Long.parseLong(id.toString());
        assertThat(LAYOUT.decode(number).worker()).isEqualTo(WORKER);
        assertThat(LAYOUT.decode(number).timestamp())
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(1));
    }

    @ParameterizedTest
    @EnumSource
    void anIdIsMadeWhereNoneIsSet(Way way) {
        List<?> entities = List.of(
                new Boxed(), boxed(0), new Primitive(), new Text(), new ByGetter(), new Bare(), new Versioned());
        for (Object entity : entities) {
            Object id = stored(way, entity);
            assertFresh(id);
            assertThat(hibernate.find(entity.getClass(), id)).isNotNull();
        }
    }

    @ParameterizedTest
    @EnumSource
    void anIdThatIsSetIsKept(Way way) {
        Primitive primitive = new Primitive();
        primitive.id = way.preset;
        Text text = new Text();
        text.id = "preset by " + way;
        assertThat(stored(way, boxed(way.preset))).isEqualTo(way.preset);
        assertThat(stored(way, boxed(-way.preset))).isEqualTo(-way.preset);
        assertThat(stored(way, primitive)).isEqualTo(primitive.id);
        assertThat(stored(way, text)).isEqualTo(text.id);
        assertThat(hibernate.find(Text.class, text.id)).isNotNull();
    }

    private static Boxed boxed(long id) {
        Boxed boxed = new Boxed();
        boxed.id = id;
        return boxed;
    }

    @Test
    void aFinalFieldIsSet() {
        assertFresh(hibernate.persisted(new Final()).id);
        hibernate.persisted(new Final(61L));
        assertThat(hibernate.find(Final.class, 61L)).isNotNull();
    }

    @Test
    void anIdThatHibernateDoesNotHandOverIsKept() {
        BeforeExecutionGenerator generator = (BeforeExecutionGenerator) hibernate
                .factory()
                .unwrap(SessionFactoryImplementor.class)
                .getMappingMetamodel()
                .getEntityDescriptor(Boxed.class)
                .getGenerator();
        hibernate.inTransaction(session -> assertThat(generator.generate(
                        (SharedSessionContractImplementor) session, boxed(41), null, EventType.INSERT))
                .isEqualTo(41L));
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
            for (Future<List<Long>> made : pool.invokeAll(Collections.nCopies(threads, work))) {
                distinct.addAll(made.get());
            }
        } finally {
            pool.shutdown();
        }
        assertThat(distinct).hasSize(threads * each);
    }
}
