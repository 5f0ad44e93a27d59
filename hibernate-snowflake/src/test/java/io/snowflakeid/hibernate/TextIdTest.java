package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ids that are texts. */
class TextIdTest {

    private static final int WORKER = 780;

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

    @Entity(name = "Crockford")
    static class Crockford {
        @Id
        @GeneratedValue
        @SnowflakeId(format = "crockford32-fixed")
        @Column(columnDefinition = "char(13)")
        String id;
    }

    @Test
    void anIdIsWrittenInTheFormatThatItsAnnotationNames() throws Exception {
        try (HibernateOn hibernate = HibernateOn.h2(
                Map.of(SnowflakeSettings.WORKER, WORKER), Decimal.class, Voucher.class, Crockford.class)) {
            assertWrittenBy(IdFormat.DECIMAL, hibernate.persisted(new Decimal()).id);
            assertWrittenBy(IdFormat.BASE62.fixedWidth(), hibernate.persisted(new Voucher()).code);
            assertWrittenBy(IdFormat.CROCKFORD32.fixedWidth(), hibernate.persisted(new Crockford()).id);
        }
    }

    private static void assertWrittenBy(IdFormat format, String id) {
        assertThat(SnowflakeLayout.DEFAULT.decode(format.parse(id)).worker()).isEqualTo(WORKER);
    }
}
