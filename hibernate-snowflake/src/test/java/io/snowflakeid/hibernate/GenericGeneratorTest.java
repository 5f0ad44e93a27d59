package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import org.hibernate.annotations.CollectionId;
import org.hibernate.annotations.CollectionIdJavaType;
import org.hibernate.annotations.GenericGenerator;
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

    /** Hibernate gives the generator neither an entity nor an attribute that could be read. */
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

    @Test
    void isRefusedWithWhatToWriteInItsPlace() throws Exception {
        assertRefused(Generic.class, "Generic.id");
        assertRefused(Holder.class, "holder_names.name_id");
    }

    private static void assertRefused(Class<?> entity, String column) throws Exception {
        try (TestDatabase database = HibernateOn.newH2()) {
            assertThatThrownBy(() -> HibernateOn.database(database, Map.of(SnowflakeSettings.WORKER, 820), entity))
                    .hasStackTraceContaining("cannot generate " + column + ": name EntityIdGenerator neither in a"
                            + " @GenericGenerator, in place of which @io.snowflakeid.hibernate.SnowflakeId stands on the"
                            + " id, nor in a @CollectionId");
        }
    }
}
