package io.snowflakeid.hibernate;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.IdSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.ConfiguredGenerator;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;
import org.hibernate.HibernateException;
import org.hibernate.MappingException;
import org.hibernate.boot.Metadata;
import org.hibernate.engine.jndi.JndiException;
import org.hibernate.engine.jndi.spi.JndiService;
import org.hibernate.service.Service;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.service.spi.Stoppable;
import org.jspecify.annotations.Nullable;

/**
 * A Hibernate service that provides generators by name, and collects planned attributes while Hibernate reads the mappings.
 *
 * <p>The service builds the configured generator when the first session factory with generated ids starts. The service closes the generator when
 * Hibernate stops the service, so that another session factory can claim the worker. Service registries with equal settings share a generator whose
 * worker id comes from a ledger. A shared generator is closed together with the last service registry that uses the generator. The service never
 * closes a generator object that the application passes in the settings. This class is thread-safe.
 */
final class IdSources implements Service, Stoppable {

    private static final long serialVersionUID = 1L;

    // Hibernate's interface extends Serializable, but Hibernate never serializes a service.
    private final transient Map<String, Object> configuration;
    private final transient ServiceRegistry services;
    private final transient Queue<PlannedId> planned = new ConcurrentLinkedQueue<>();
    private transient @Nullable ConfiguredGenerator builtHere;
    private transient volatile @Nullable Map<String, IdSource> generators;

    /** @param configuration the settings of the service registry */
    IdSources(Map<String, Object> configuration, ServiceRegistry services) {
        this.configuration = configuration;
        this.services = services;
    }

    /** @throws HibernateException if a {@code hibernate.snowflake.} setting is unknown or has an invalid value */
    SourceSettings settings() {
        return SourceSettings.in(configuration);
    }

    // ---- attributes

    void add(PlannedId attribute) {
        planned.add(attribute);
    }

    /** Removes the planned attributes of one session factory from the queue and returns them, sorted by name. */
    List<PlannedId> takePlannedFor(Metadata metadata) {
        List<PlannedId> taken = planned.stream()
                .filter(attribute ->
                        metadata.getEntityBinding(attribute.entity().getEntityName()) == attribute.entity())
                .sorted(Comparator.comparing(PlannedId::toString))
                .toList();
        planned.removeAll(taken);
        return taken;
    }

    /**
     * Returns the layout of an attribute's ids, or null if the source of ids has no layout. Call this method only while a session factory is built,
     * because the first call claims a worker.
     *
     * @throws MappingException if the generator is unknown, or if the attribute needs gene bits that the layout lacks
     */
    @Nullable
    SnowflakeLayout layoutOf(IdPlan plan) {
        SnowflakeLayout layout;
        try {
            layout = ids(plan.generator()) instanceof IdGenerator ids ? ids.layout() : null;
        } catch (RuntimeException e) {
            throw plan.id().refusal(e);
        }
        if (plan.genes().isNamed() && (layout == null || layout.geneBits() == 0)) {
            throw plan.id()
                    .refusal("@SnowflakeId names a gene, but "
                            + (layout == null
                                    ? "segments have no gene: choose a generator with a layout"
                                    : "layout " + layout.spec() + " has no gene bits: choose a layout with a gene")
                            + ", or remove geneFrom and geneOf");
        }
        return layout;
    }

    // ---- generators

    /** @throws RuntimeException if the settings are contradictory or incomplete, with a message that names the setting */
    IdSource ids(String name) {
        Map<String, IdSource> known = generators;
        if (known == null) {
            known = build();
        }
        IdSource found = known.get(name);
        if (found != null) {
            return found;
        }
        if (name.equals(SourceSettings.UNNAMED)) {
            throw new HibernateException("@SnowflakeId has no source of ids: set " + SnowflakeSettings.WORKER
                    + " to a worker id that no other process uses, or " + SnowflakeSettings.LEDGER
                    + " to the data source of a ledger, or pass an " + IdGenerator.class.getName() + " as "
                    + SnowflakeSettings.GENERATOR);
        }
        List<String> others = known.keySet().stream()
                .filter(other -> !other.equals(SourceSettings.UNNAMED))
                .toList();
        throw new HibernateException("there is no generator '" + name + "', known are " + others + ": set "
                + SnowflakeSettings.GENERATOR + "." + name + " to an " + IdSource.class.getName() + " object");
    }

    private synchronized Map<String, IdSource> build() {
        Map<String, IdSource> known = generators;
        if (known == null) {
            SourceSettings settings = settings();
            known = new TreeMap<>(settings.handedOver());
            if (!settings.own().isEmpty()) {
                builtHere = ConfiguredGenerator.open(settings.own(), SnowflakeSettings.PREFIX, this::inJndi);
                known.put(SourceSettings.UNNAMED, builtHere.ids());
            }
            generators = known;
        }
        return known;
    }

    private Object inJndi(String name) {
        if (!name.startsWith("java:") && !name.startsWith("jdbc/")) {
            throw new IllegalArgumentException("'" + name + "' is neither a jdbc: address nor a JNDI name (java:… or"
                    + " jdbc/…): give one of them, or put a " + DataSource.class.getName()
                    + " object into the settings in code");
        }
        try {
            return services.requireService(JndiService.class).locate(name);
        } catch (JndiException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new IllegalArgumentException("JNDI has no '" + name + "' (" + cause + ")", e);
        }
    }

    @Override
    public synchronized void stop() {
        if (builtHere != null) {
            builtHere.close();
            builtHere = null;
        }
    }
}
