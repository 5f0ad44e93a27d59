package io.snowflakeid.hibernate;

import io.snowflakeid.hibernate.GeneratedAttributes.GeneratedAttribute;
import java.util.List;
import java.util.Map;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.service.spi.EventListenerRegistry;
import org.hibernate.event.spi.EventType;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.service.spi.ServiceContributor;
import org.hibernate.service.spi.ServiceRegistryImplementor;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;

/**
 * Takes the generators of each session factory, and puts the checks of its ids into it, of the real columns and of {@link
 * UnsetIds}; Hibernate finds this class by {@code META-INF/services}. Not for
 * direct use: public only because Hibernate needs it so. {@link SnowflakeSettings#COLUMNS} says what the check does.
 */
public final class ColumnCheckIntegrator implements Integrator, ServiceContributor {

    /** For Hibernate. */
    public ColumnCheckIntegrator() {}

    @Override
    public void contribute(StandardServiceRegistryBuilder builder) {
        builder.addInitiator(new Initiator());
    }

    private static final class Initiator implements StandardServiceInitiator<GeneratedAttributes> {
        @Override
        public Class<GeneratedAttributes> getServiceInitiated() {
            return GeneratedAttributes.class;
        }

        @Override
        public GeneratedAttributes initiateService(Map<String, Object> settings, ServiceRegistryImplementor registry) {
            return new GeneratedAttributes();
        }
    }

    /** The schema tool's observer is there already, so it comes before the check. */
    @Override
    public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
        ServiceRegistry services = factory.getServiceRegistry();
        List<GeneratedAttribute> attributes =
                services.requireService(GeneratedAttributes.class).of(metadata);
        attributes.forEach(attribute -> attribute.layout(services)); // refuses what has no ids before there is a schema
        EventListenerRegistry listeners = factory.getEventEngine().getListenerRegistry();
        UnsetIds unset = new UnsetIds(attributes);
        listeners.appendListeners(EventType.PRE_UPSERT, unset);
        listeners.appendListeners(EventType.PRE_INSERT, unset);
        factory.addObserver(new ColumnCheck(metadata));
    }

    /** Abstract in 6.6; there is nothing to undo. */
    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {}
}
