package io.snowflakeid.hibernate;

import org.hibernate.boot.ResourceStreamLocator;
import org.hibernate.boot.spi.AdditionalMappingContributions;
import org.hibernate.boot.spi.AdditionalMappingContributor;
import org.hibernate.boot.spi.InFlightMetadataCollector;
import org.hibernate.boot.spi.MetadataBuildingContext;
import org.hibernate.mapping.PersistentClass;

/**
 * Gives every attribute that asks for Snowflake ids its generator, when Hibernate has read all mappings. Hibernate finds this
 * class by {@code META-INF/services}. Not for direct use: public only because Hibernate needs it so.
 */
public final class IdMappingContributor implements AdditionalMappingContributor {

    /** For Hibernate. */
    public IdMappingContributor() {}

    @Override
    public String getContributorName() {
        return "snowflakeid";
    }

    @Override
    public void contribute(
            AdditionalMappingContributions contributions,
            InFlightMetadataCollector metadata,
            ResourceStreamLocator resources,
            MetadataBuildingContext context) {
        Mappings mappings = Mappings.of(context);
        AutoSwitch auto = new AutoSwitch(mappings.settings().auto());
        for (PersistentClass entity : metadata.getEntityBindingMap().values()) {
            new EntityIds(mappings, entity, auto).generate();
        }
        auto.report();
    }
}
