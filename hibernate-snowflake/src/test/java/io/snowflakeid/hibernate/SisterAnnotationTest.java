package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.testing.servers.TestDatabase;
import jakarta.persistence.CascadeType;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import jakarta.persistence.Version;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.hibernate.MappingException;
import org.hibernate.annotations.Immutable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two annotations have one name, and the import decides: Hibernate never reads that of MyBatis. */
class SisterAnnotationTest {

    private static final Map<String, ?> NO_SETTINGS = Map.of();
    private static final String IMPORT =
            "import io.snowflakeid.hibernate.SnowflakeId, which MyBatis reads as well, or ";

    private final List<String> logged = new ArrayList<>();
    private final Logger logger = Logger.getLogger(Marks.class.getName());
    private final Handler recorder = new Handler() {
        @Override
        public void publish(LogRecord entry) {
            assertThat(entry.getLevel()).isEqualTo(Level.WARNING);
            logged.add(new SimpleFormatter().formatMessage(entry));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(recorder);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void stopListening() {
        logger.removeHandler(recorder);
        logger.setUseParentHandlers(true);
    }

    @Entity(name = "Plain")
    static class Plain {
        @Id
        @GeneratedValue
        @io.snowflakeid.mybatis.SnowflakeId
        Long id;
    }

    @Entity(name = "Counted")
    static class Counted {
        @Id
        @GeneratedValue(strategy = GenerationType.IDENTITY)
        @io.snowflakeid.mybatis.SnowflakeId
        Long id;
    }

    @Entity(name = "Preset")
    static class Preset {
        @Id
        @io.snowflakeid.mybatis.SnowflakeId
        long id;
    }

    @Immutable
    @Entity(name = "ReadAlone")
    static class ReadAlone {
        @Id
        @io.snowflakeid.mybatis.SnowflakeId
        Long id;
    }

    @MappedSuperclass
    abstract static class PresetBase {
        @Id
        @io.snowflakeid.mybatis.SnowflakeId
        public Long getId() {
            return 7L;
        }

        public void setId(Long id) {}
    }

    @Entity(name = "PresetBelow")
    static class PresetBelow extends PresetBase {}

    @Embeddable
    static class PresetKey implements Serializable {
        @io.snowflakeid.mybatis.SnowflakeId
        Long number;

        String hall = "";
    }

    @Entity(name = "PresetSeat")
    static class PresetSeat {
        @EmbeddedId
        PresetKey key = new PresetKey();
    }

    @Entity(name = "PresetRow")
    @IdClass(PresetKey.class)
    static class PresetRow {
        @Id
        Long number;

        @Id
        String hall = "";
    }

    @Entity(name = "Unfit")
    static class Unfit {
        @Id
        Long id;

        @Version
        @io.snowflakeid.mybatis.SnowflakeId
        Long version;

        @Column(insertable = false)
        @io.snowflakeid.mybatis.SnowflakeId
        Long unwritten;
    }

    @Entity(name = "ByGetter")
    static class ByGetter {
        private Long hidden;

        @Id
        @GeneratedValue
        @io.snowflakeid.mybatis.SnowflakeId
        public Long getId() {
            return hidden;
        }

        public void setId(Long id) {
            hidden = id;
        }
    }

    @MappedSuperclass
    abstract static class Base {
        @Id
        @GeneratedValue
        @io.snowflakeid.mybatis.SnowflakeId
        Long id;
    }

    @Entity(name = "Inheriting")
    static class Inheriting extends Base {}

    @Embeddable
    static class Key implements Serializable {
        @GeneratedValue
        @io.snowflakeid.mybatis.SnowflakeId
        Long number;

        String hall = "";
    }

    @Entity(name = "Seat")
    static class Seat {
        @EmbeddedId
        Key key = new Key();
    }

    @Entity(name = "Row")
    @IdClass(Key.class)
    static class Row {
        @Id
        Long number;

        @Id
        String hall = "";
    }

    @Entity(name = "Ordered")
    static class Ordered {
        @Id
        Long id;

        @io.snowflakeid.mybatis.SnowflakeId
        Long orderNumber;
    }

    @Embeddable
    static class Inner {
        @io.snowflakeid.mybatis.SnowflakeId
        Long number;
    }

    @Embeddable
    static class Outer {
        @Embedded
        Inner inner = new Inner();
    }

    @Entity(name = "Nesting")
    static class Nesting {
        @Id
        Long id;

        @Embedded
        Outer outer = new Outer();
    }

    @Entity(name = "Collecting")
    static class Collecting {
        @Id
        Long id;

        @ElementCollection
        @CollectionTable(name = "collected")
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

    @Entity(name = "Child")
    static class Child {
        @Id
        @io.snowflakeid.mybatis.SnowflakeId
        Long id;

        @MapsId
        @OneToOne(cascade = CascadeType.PERSIST)
        Sharing parent = new Sharing();
    }

    @Test
    void anIdThatMyBatisAloneWouldSetIsRefusedByName() {
        assertRefused(Plain.class, refusal("Plain.id", "Plain.id"));
    }

    @Test
    void soItIsWhereverTheMarkStands() {
        assertRefused(Counted.class, refusal("Counted.id", "Counted.id"));
        assertRefused(ByGetter.class, refusal("ByGetter.id", "ByGetter.id"));
        assertRefused(Inheriting.class, refusal("Inheriting.id", "Base.id"));
        assertRefused(Seat.class, refusal("Seat.key.number", "Key.number"));
        assertRefused(Row.class, refusal("Row.number", "Key.number"));
    }

    @Test
    void anIdThatTheApplicationSetsIsWarnedOfOnceAndKept() throws Exception {
        try (HibernateOn hibernate = HibernateOn.h2(Map.of(SnowflakeSettings.AUTO, "true"), Preset.class)) {
            assertThat(logged)
                    .singleElement()
                    .asString()
                    .containsSubsequence(warning("Preset.id", "Preset.id", IMPORT));
            Preset row = new Preset();
            row.id = 7;
            assertThat(hibernate.persisted(row).id).isEqualTo(7);
        }
    }

    @Test
    void whereHibernatesMarkWouldDoTheWarningNamesIt() throws Exception {
        assertWarned(ReadAlone.class, warning("ReadAlone.id", "ReadAlone.id", IMPORT));
        assertWarned(PresetBelow.class, warning("PresetBelow.id", "PresetBase.id", IMPORT));
        assertWarned(PresetSeat.class, warning("PresetSeat.key.number", "PresetKey.number", IMPORT));
        assertWarned(PresetRow.class, warning("PresetRow.number", "PresetKey.number", IMPORT));
        assertWarned(Ordered.class, warning("Ordered.orderNumber", "Ordered.orderNumber", IMPORT));
    }

    @Test
    void whereHibernatesMarkWouldBeRefusedTheWarningDoesNotNameIt() throws Exception {
        assertWarned(Nesting.class, warning("Nesting.outer.inner.number", "Inner.number", ""));
        assertWarned(Collecting.class, warning("Collecting.all.number", "Inner.number", ""));
        assertWarned(
                Unfit.class,
                warning("Unfit.unwritten", "Unfit.unwritten", ""),
                warning("Unfit.version", "Unfit.version", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "true"})
    void theSwitchForAllPlainIdsTakesNoneWithTheWrongMark(String auto) {
        assertRefused(
                Plain.class,
                refusal("Plain.id", "Plain.id"),
                Map.of(SnowflakeSettings.WORKER, 733, SnowflakeSettings.AUTO, auto));
    }

    @Test
    void anEntityThatServesBothBearsBoth() throws Exception {
        try (HibernateOn hibernate =
                HibernateOn.h2(Map.of(SnowflakeSettings.WORKER, 734), Sharing.class, Apart.class, Child.class)) {
            assertThat(hibernate.persisted(new Sharing()).id).isPositive();
            assertThat(hibernate.persisted(new Apart()).getId()).isPositive();
            Child child = hibernate.persisted(new Child());
            assertThat(child.id).isPositive().isEqualTo(child.parent.id);
        }
        assertThat(logged).isEmpty();
    }

    private static String[] refusal(String attribute, String bearer) {
        return new String[] {
            "cannot generate " + attribute + ": ",
            "io.snowflakeid.hibernate.SisterAnnotationTest$" + bearer + " bears @io.snowflakeid.mybatis.SnowflakeId",
            "which Hibernate does not read",
            "import io.snowflakeid.hibernate.SnowflakeId in its place",
            "or let it bear both"
        };
    }

    private static String[] warning(String attribute, String bearer, String advice) {
        return new String[] {
            attribute + ": ",
            "io.snowflakeid.hibernate.SisterAnnotationTest$" + bearer + " bears @io.snowflakeid.mybatis.SnowflakeId",
            "not @io.snowflakeid.hibernate.SnowflakeId",
            "Hibernate makes no Snowflake id there",
            "if it inserts such rows, " + advice + "set the id yourself"
        };
    }

    private void assertWarned(Class<?> entity, String[]... warnings) throws Exception {
        logged.clear();
        HibernateOn.h2(NO_SETTINGS, entity).close();
        assertThat(logged).hasSameSizeAs(warnings);
        for (String[] parts : warnings) {
            assertThat(logged)
                    .anySatisfy(text -> assertThat(text).startsWith(parts[0]).containsSubsequence(parts));
        }
    }

    private static void assertRefused(Class<?> entity, String[] parts) {
        assertRefused(entity, parts, NO_SETTINGS);
    }

    private static void assertRefused(Class<?> entity, String[] parts, Map<String, ?> settings) {
        try (TestDatabase database = HibernateOn.newH2()) {
            assertThatThrownBy(() -> HibernateOn.database(database, settings, entity))
                    .isInstanceOf(MappingException.class)
                    .hasMessageStartingWith(parts[0])
                    .hasMessageContainingAll(parts)
                    .hasMessageEndingWith(parts[parts.length - 1]);
        } catch (java.sql.SQLException e) {
            throw new AssertionError(e);
        }
    }
}
