package io.snowflakeid.hibernate;

import io.snowflakeid.internal.ApplicationLog;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.ResourceStreamLocator;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.spi.AdditionalMappingContributions;
import org.hibernate.boot.spi.AdditionalMappingContributor;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.boot.spi.InFlightMetadataCollector;
import org.hibernate.boot.spi.MetadataBuildingContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.event.spi.EventType;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.service.spi.ServiceContributor;
import org.hibernate.service.spi.ServiceRegistryImplementor;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;

/**
 * Integrates Snowflake ids into Hibernate. Hibernate discovers this class through {@code META-INF/services}. After Hibernate has read all mappings,
 * this class sets the generators of all attributes that have {@link SnowflakeId}. This class adds checks for unset ids and unsafe columns to each
 * session factory. Applications do not use this class directly. This class is public only because Hibernate requires a public class.
 */
public final class SnowflakeIntegrator implements ServiceContributor, AdditionalMappingContributor, Integrator {

    private static final System.Logger LOG = ApplicationLog.of(SnowflakeIntegrator.class);

    /** Hibernate calls this constructor. */
    public SnowflakeIntegrator() {}

    @Override
    public void contribute(StandardServiceRegistryBuilder builder) {
        builder.addInitiator(new Initiator());
    }

    private static final class Initiator implements StandardServiceInitiator<IdSources> {
        @Override
        public Class<IdSources> getServiceInitiated() {
            return IdSources.class;
        }

        @Override
        public IdSources initiateService(Map<String, Object> settings, ServiceRegistryImplementor registry) {
            return new IdSources(settings, registry);
        }
    }

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
        Map<String, Set<String>> generated = new TreeMap<>();
        for (PersistentClass entity : metadata.getEntityBindingMap().values()) {
            new EntityIds(mappings, entity, generated).generate();
        }
        if (!generated.isEmpty() && mappings.settings().hasSource()) {
            LOG.log(Level.INFO, "generated ids: {0}", generated);
        }
    }

    /** Adds the checks of ids and columns to the session factory. Hibernate runs the column check after the schema tool, so that the tables exist. */
    @Override
    public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
        IdSources source = factory.getServiceRegistry().requireService(IdSources.class);
        List<PlannedId> attributes = source.takePlannedFor(metadata);
        // The integrator reads the layouts before the schema tool runs, so that invalid settings are reported early.
        attributes.forEach(attribute -> source.layoutOf(attribute.plan()));
        EventListenerRegistry listeners = factory.getEventEngine().getListenerRegistry();
        UnsetIds unset = new UnsetIds(attributes);
        listeners.appendListeners(EventType.PRE_UPSERT, unset);
        listeners.appendListeners(EventType.PRE_INSERT, unset);
        factory.addObserver(new ColumnCheck(source, attributes));
    }

    /** Does nothing, but Hibernate 6.6 requires an implementation. */
    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {}
}
