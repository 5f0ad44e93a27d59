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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Our generator in Hibernate's {@code @GenericGenerator}. */
@SuppressWarnings({"deprecation", "removal"}) // while applications may use it
class GenericGeneratorTest {

    @Entity(name = "Generic")
    @GenericGenerator(name = "ours", type = EntityIdGenerator.class)
    static class Generic {
        @Id
        @GeneratedValue(generator = "ours")
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

    @ParameterizedTest
    @CsvSource({
        "io.snowflakeid.hibernate.GenericGeneratorTest$Generic, Generic.id",
        "io.snowflakeid.hibernate.GenericGeneratorTest$Holder, holder_names.name_id"
    })
    void isRejectedAtTheStart(Class<?> entity, String column) throws Exception {
        try (TestDatabase database = HibernateOn.newH2()) {
            assertThatThrownBy(() -> HibernateOn.database(database, Map.of(SnowflakeSettings.WORKER, 820), entity))
                    .hasStackTraceContaining("cannot generate " + column + ": put"
                            + " @io.snowflakeid.hibernate.SnowflakeId on an attribute");
        }
    }
}
