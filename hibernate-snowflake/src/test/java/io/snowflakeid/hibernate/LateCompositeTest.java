package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.testing.servers.TestDatabase;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import java.nio.file.Path;
import org.hibernate.MappingException;
import org.hibernate.boot.ResourceStreamLocator;
import org.hibernate.boot.spi.AdditionalMappingContributions;
import org.hibernate.boot.spi.AdditionalMappingContributor;
import org.hibernate.boot.spi.InFlightMetadataCollector;
import org.hibernate.boot.spi.MetadataBuildingContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A composite id that a contributor of the application adds when all other mappings have been read; 6.6.0 does not ask us. */
class LateCompositeTest {

    @Embeddable
    static class LateKey extends KeyOfFields {
        @GeneratedValue
        @SnowflakeId
        Long number;

        String hall = "";
    }

    @Entity(name = "LateSeat")
    static class LateSeat {
        @EmbeddedId
        LateKey key = new LateKey();
    }

    /** For the service loader. */
    public static final class SeatContributor implements AdditionalMappingContributor {
        @Override
        public void contribute(
                AdditionalMappingContributions contributions,
                InFlightMetadataCollector metadata,
                ResourceStreamLocator resources,
                MetadataBuildingContext context) {
            contributions.contributeEntity(LateSeat.class);
        }
    }

    @Test
    void aCompositeIdThatIsAddedLateIsRefused(@TempDir Path folder) throws Exception {
        try (TestDatabase database = HibernateOn.newH2()) {
            assertThatThrownBy(() -> LateEntityTest.start(SeatContributor.class, database, folder, 816))
                    .isInstanceOf(MappingException.class)
                    .hasMessageContainingAll(
                            "a part of the composite id of LateSeat",
                            "added after all mappings had been read",
                            "register the entity with Hibernate itself");
        }
    }
}
