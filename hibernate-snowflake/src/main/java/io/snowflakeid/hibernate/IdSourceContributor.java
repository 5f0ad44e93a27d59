package io.snowflakeid.hibernate;

import java.util.Map;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.service.spi.ServiceContributor;
import org.hibernate.service.spi.ServiceRegistryImplementor;

/**
 * Makes the source of ids known to Hibernate, which finds this class by {@code META-INF/services}. Not for direct use: public only
 * because Hibernate needs it so.
 */
public final class IdSourceContributor implements ServiceContributor {

    /** For Hibernate. */
    public IdSourceContributor() {}

    @Override
    public void contribute(StandardServiceRegistryBuilder builder) {
        builder.addInitiator(new Initiator());
    }

    /** Called for the first session factory that has an attribute with a {@link SnowflakeId}, once per registry. */
    private static final class Initiator implements StandardServiceInitiator<IdSource> {
        @Override
        public Class<IdSource> getServiceInitiated() {
            return IdSource.class;
        }

        @Override
        public IdSource initiateService(Map<String, Object> settings, ServiceRegistryImplementor registry) {
            return IdSource.configuredBy(settings, new NamedDataSources(registry));
        }
    }
}
