package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.testing.servers.TestDatabase;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.util.Map;
import org.hibernate.MappingException;
import org.junit.jupiter.api.Test;

/** Ids that are texts. */
class TextIdTest {

    private static final int WORKER = 780;
    private static final String REVERSED = "zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONMLKJIHGFEDCBA9876543210";

    @Entity(name = "Decimal")
    static class Decimal {
        @Id
        @GeneratedValue
        @SnowflakeId
        @Column(length = 19)
        String id;
    }

    @Entity(name = "Voucher")
    static class Voucher {
        @Id
        @GeneratedValue
        @SnowflakeId(format = "base62-fixed")
        @Column(length = 11)
        String code;
    }

    @Entity(name = "Shuffled")
    static class Shuffled {
        @Id
        @GeneratedValue
        @SnowflakeId(format = "base62:" + REVERSED)
        String id;
    }

    @Entity(name = "Crockford")
    static class Crockford {
        @Id
        @GeneratedValue
        @SnowflakeId(format = "crockford32-fixed")
        @Column(columnDefinition = "char(13)")
        String id;
    }

    @Entity(name = "Brief")
    static class Brief {
        @Id
        @GeneratedValue
        @SnowflakeId(format = "base62")
        @Column(length = 10)
        String id;
    }

    @Entity(name = "ShortDecimal")
    static class ShortDecimal {
        @Id
        @GeneratedValue
        @SnowflakeId
        @Column(name = "code", length = 11)
        String id;
    }

    @Entity(name = "Numeric")
    static class Numeric {
        @Id
        @GeneratedValue
        @SnowflakeId(format = "base62")
        long id;
    }

    @Entity(name = "Unknown")
    static class Unknown {
        @Id
        @GeneratedValue
        @SnowflakeId(format = "base64")
        String id;
    }

    @Test
    void anIdIsWrittenInTheFormatThatItsAnnotationNames() throws Exception {
        try (HibernateOn hibernate = HibernateOn.h2(
                Map.of(SnowflakeSettings.WORKER, WORKER),
                Decimal.class,
                Voucher.class,
                Shuffled.class,
                Crockford.class)) {
            assertWrittenBy(IdFormat.DECIMAL, hibernate.persisted(new Decimal()).id);
            assertWrittenBy(IdFormat.BASE62.fixedWidth(), hibernate.persisted(new Voucher()).code);
            assertWrittenBy(IdFormat.base62(REVERSED), hibernate.persisted(new Shuffled()).id);
            assertWrittenBy(IdFormat.CROCKFORD32.fixedWidth(), hibernate.persisted(new Crockford()).id);
        }
    }

    private static void assertWrittenBy(IdFormat format, String id) {
        assertThat(SnowflakeLayout.DEFAULT.decode(format.parse(id)).worker()).isEqualTo(WORKER);
    }

    @Test
    void aPresetTextIsKeptWhateverItsForm() throws Exception {
        try (HibernateOn hibernate = HibernateOn.h2(Map.of(SnowflakeSettings.WORKER, WORKER), Voucher.class)) {
            Voucher voucher = new Voucher();
            voucher.code = "SUMMER";
            hibernate.persisted(voucher);
            hibernate.inTransaction(
                    session -> assertThat(session.find(Voucher.class, "SUMMER")).isNotNull());
        }
    }

    @Test
    void aColumnThatIsShorterThanTheLongestTextIsRefused() {
        assertRefused(
                Brief.class,
                "cannot generate Brief.id",
                "format base62",
                "up to 11 characters",
                "column id has room for 10",
                "set @Column(length = 11) or more");
        assertRefused(
                ShortDecimal.class,
                "cannot generate ShortDecimal.id",
                "format decimal",
                "up to 19 characters",
                "column code has room for 11",
                "set @Column(length = 19) or more");
    }

    @Test
    void aFormatOnANumberIsRefused() {
        assertRefused(
                Numeric.class,
                "cannot generate Numeric.id",
                "format = \"base62\" is a form of text",
                "the attribute is a Long",
                "remove the format",
                "or make it a String");
    }

    @Test
    void anUnknownFormatIsRefused() {
        assertRefused(
                Unknown.class,
                "cannot generate Unknown.id",
                "id format 'base64' is unknown",
                "decimal, base62 or crockford32",
                "-fixed",
                "or base62:<alphabet>");
    }

    private static void assertRefused(Class<?> entity, String... parts) {
        try (TestDatabase database = HibernateOn.newH2()) {
            assertThatThrownBy(
                            () -> HibernateOn.database(database, Map.of(SnowflakeSettings.WORKER, WORKER + 1), entity))
                    .isInstanceOf(MappingException.class)
                    .hasMessageStartingWith(parts[0])
                    .hasMessageContainingAll(parts)
                    .hasMessageEndingWith(parts[parts.length - 1]);
        } catch (java.sql.SQLException e) {
            throw new AssertionError(e);
        }
    }
}
