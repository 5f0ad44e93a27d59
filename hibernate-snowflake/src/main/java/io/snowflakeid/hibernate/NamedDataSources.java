package io.snowflakeid.hibernate;

import javax.sql.DataSource;
import org.hibernate.engine.jndi.JndiException;
import org.hibernate.engine.jndi.spi.JndiService;
import org.hibernate.resource.beans.container.spi.BeanContainer;
import org.hibernate.resource.beans.spi.BeanInstanceProducer;
import org.hibernate.resource.beans.spi.ManagedBeanRegistry;
import org.hibernate.service.ServiceRegistry;
import org.jspecify.annotations.Nullable;

/** Data sources that Hibernate's surroundings know by a name: in JNDI, or as beans. */
final class NamedDataSources {

    private static final String WHAT_ELSE =
            "a jdbc: address, a JNDI name (java:… or jdbc/…), or a " + DataSource.class.getName() + " object";

    private static final String UNUSED_NAME = "io.snowflakeid.hibernate.unused";

    private final ServiceRegistry services;

    NamedDataSources(ServiceRegistry services) {
        this.services = services;
    }

    /**
     * What has that name.
     *
     * @throws IllegalArgumentException if nothing has, or there is no bean container
     */
    Object named(String name) {
        return name.startsWith("java:") || name.startsWith("jdbc/") ? inJndi(name) : bean(name);
    }

    private Object inJndi(String name) {
        Object found;
        try {
            found = services.requireService(JndiService.class).locate(name);
        } catch (JndiException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalArgumentException("JNDI has no '" + name + "' (" + cause + ")", e);
        }
        if (found == null) {
            throw new IllegalArgumentException("JNDI has no '" + name + "'");
        }
        return found;
    }

    private DataSource bean(String name) {
        BeanContainer beans = services.requireService(ManagedBeanRegistry.class).getBeanContainer();
        if (beans == null) {
            throw new IllegalArgumentException("'" + name + "' looks like a bean's name, but Hibernate has no bean"
                    + " container: hand one over as hibernate.resource.beans.container, or name the data source by "
                    + WHAT_ELSE);
        }
        DataSource found = ask(beans, name, DataSource.class);
        if (found == null || !isNamed(beans, name, found)) {
            throw new IllegalArgumentException("the bean container "
                    + beans.getClass().getName() + " knows no "
                    + DataSource.class.getName() + " by the name '" + name + "', or gives the same one for any name:"
                    + " correct the name, or name the data source by " + WHAT_ELSE);
        }
        return found;
    }

    /**
     * Spring's container takes some bean of the wanted type if none has the name, such as the pool of the application. Whether it has
     * done so shows in what it gives for a name that no bean has.
     */
    private static boolean isNamed(BeanContainer beans, String name, DataSource found) {
        return ask(beans, UNUSED_NAME, DataSource.class) != found
                || (ask(beans, name, Object.class) == found && ask(beans, UNUSED_NAME, Object.class) != found);
    }

    private static <B> @Nullable B ask(BeanContainer beans, String name, Class<B> type) {
        AsItIs asItIs = new AsItIs();
        return beans.getBean(name, type, asItIs, asItIs).getBeanInstance();
    }

    /** The application's own bean, not one that Hibernate would have made and would destroy; and no other in its place. */
    private static final class AsItIs implements BeanContainer.LifecycleOptions, BeanInstanceProducer {
        @Override
        public boolean canUseCachedReferences() {
            return false;
        }

        @Override
        public boolean useJpaCompliantCreation() {
            return false;
        }

        @Override
        public <B> @Nullable B produceBeanInstance(Class<B> type) {
            return null;
        }

        @Override
        public <B> @Nullable B produceBeanInstance(String name, Class<B> type) {
            return null;
        }
    }
}
