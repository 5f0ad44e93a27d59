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
 * The entry point that Hibernate finds by {@code META-INF/services}. This class registers the source of ids as a Hibernate service. After Hibernate
 * has read all mappings, this class sets the generator of each attribute with {@link SnowflakeId}. This class also adds the checks of ids and columns
 * to each session factory. Applications do not use this class, which is public only because Hibernate requires a public class.
 */
public final class SnowflakeIntegrator implements ServiceContributor, AdditionalMappingContributor, Integrator {

    private static final System.Logger LOG = ApplicationLog.of(SnowflakeIntegrator.class);

    /** Hibernate calls this constructor. */
    public SnowflakeIntegrator() {}

    @Override
    public void contribute(StandardServiceRegistryBuilder builder) {
        builder.addInitiator(new Initiator());
    }

    private static final class Initiator implements StandardServiceInitiator<IdSource> {
        @Override
        public Class<IdSource> getServiceInitiated() {
            return IdSource.class;
        }

        @Override
        public IdSource initiateService(Map<String, Object> settings, ServiceRegistryImplementor registry) {
            return new IdSource(settings, registry);
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

    /** Adds the check of columns after the schema tool's observer, so that the schema exists before the check. */
    @Override
    public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
        IdSource source = factory.getServiceRegistry().requireService(IdSource.class);
        List<PlannedId> attributes = source.takePlannedFor(metadata);
        // the layouts are read now, so that an invalid setting fails before the schema is created
        attributes.forEach(attribute -> source.layoutOf(attribute.plan()));
        EventListenerRegistry listeners = factory.getEventEngine().getListenerRegistry();
        UnsetIds unset = new UnsetIds(attributes);
        listeners.appendListeners(EventType.PRE_UPSERT, unset);
        listeners.appendListeners(EventType.PRE_INSERT, unset);
        factory.addObserver(new ColumnCheck(source, attributes));
    }

    /** Does nothing, because only Hibernate 6.6 requires this method. */
    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {}
}
