package io.snowflakeid.hibernate;

import java.util.Map;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.spi.ServiceContributor;
import org.hibernate.service.spi.ServiceRegistryImplementor;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;

/**
 * Puts the check of the real id columns into each session factory; Hibernate finds this class by {@code META-INF/services}. Not for
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

    /** The schema tool's observer is there already, so it comes first. */
    @Override
    public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
        factory.addObserver(new ColumnCheck(metadata));
    }

    /** Abstract in 6.6; there is nothing to undo. */
    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {}
}
