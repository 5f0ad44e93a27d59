package io.snowflakeid.hibernate;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.ConfiguredGenerator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.hibernate.HibernateException;
import org.hibernate.MappingException;
import org.hibernate.boot.Metadata;
import org.hibernate.service.Service;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.service.spi.Stoppable;
import org.jspecify.annotations.Nullable;

/**
 * The generators that the entities of a service registry share, by name, and the attributes that were planned while mappings were read.
 *
 * <p>Generators are built when the first session factory with a planned attribute is. Those that were built here are closed when
 * Hibernate destroys the registry, so that the next session factory can claim their workers (on a ledger: closed with the last one
 * that shares them); those that were handed over are left alone. Thread-safe.
 */
final class IdSource implements Service, Stoppable {

    private static final long serialVersionUID = 1L;

    // transient: a service is never written out, though Hibernate's interface says it could be
    private final transient Map<String, Object> configuration;
    private final transient NamedDataSources dataSources;
    private final transient Queue<PlannedId> planned = new ConcurrentLinkedQueue<>();
    private final transient List<ConfiguredGenerator> builtHere = new ArrayList<>();
    private transient volatile @Nullable Map<String, IdGenerator> generators;

    /** @param configuration all settings of Hibernate */
    IdSource(Map<String, Object> configuration, ServiceRegistry services) {
        this.configuration = configuration;
        this.dataSources = new NamedDataSources(services);
    }

    /** @throws HibernateException if one with our prefix is unknown, or has a value that it cannot have */
    SourceSettings settings() {
        return SourceSettings.in(configuration);
    }

    // ---- attributes

    void add(PlannedId attribute) {
        planned.add(attribute);
    }

    /** Those of one session factory, by name; an entity that comes late may be planned more than once. */
    List<PlannedId> plannedFor(Metadata metadata) {
        return planned.stream()
                .filter(attribute -> isOf(metadata, attribute))
                .sorted(Comparator.comparing(PlannedId::toString))
                .toList();
    }

    private static boolean isOf(Metadata metadata, PlannedId attribute) {
        return metadata.getEntityBinding(attribute.entity().getEntityName()) == attribute.entity();
    }

    /** As {@link #plannedFor}, and keeps none of them. */
    List<PlannedId> takePlannedFor(Metadata metadata) {
        List<PlannedId> taken = plannedFor(metadata);
        planned.removeIf(attribute -> isOf(metadata, attribute));
        return taken;
    }

    /**
     * What an attribute's ids consist of. For a session factory that is built, never before: the first call makes the generators,
     * which take their workers.
     *
     * @throws MappingException if there is no such generator, or the attribute needs another layout
     */
    SnowflakeLayout layoutOf(IdPlan plan) {
        SnowflakeLayout layout;
        try {
            layout = ids(plan.generator()).layout();
        } catch (RuntimeException e) {
            throw plan.id().refusal(e);
        }
        if (plan.genes().isNamed() && layout.geneBits() == 0) {
            throw plan.id()
                    .refusal("@SnowflakeId names a gene, but layout " + layout.spec()
                            + " has no gene bits: choose a layout with a gene, or remove geneFrom and geneOf");
        }
        return layout;
    }

    // ---- generators

    /**
     * The generator of a name.
     *
     * @throws HibernateException if the settings do not describe it, saying what to set, or contradict each other
     */
    IdGenerator ids(String name) {
        Map<String, IdGenerator> known = generators;
        if (known == null) {
            known = build();
        }
        IdGenerator found = known.get(name);
        if (found != null) {
            return found;
        }
        if (name.equals(SourceSettings.UNNAMED)) {
            throw settings().noSource(name);
        }
        List<String> others = known.keySet().stream()
                .filter(other -> !other.equals(SourceSettings.UNNAMED))
                .toList();
        throw new HibernateException(
                "there is no generator '" + name + "', known are " + others + ": set " + SourceSettings.objectKey(name)
                        + ", " + SourceSettings.prefix(name) + "worker or " + SourceSettings.prefix(name) + "ledger");
    }

    /** Takes the generators that the settings hand over, and builds the others. */
    private synchronized Map<String, IdGenerator> build() {
        Map<String, IdGenerator> known = generators;
        if (known == null) {
            known = new TreeMap<>();
            try {
                SourceSettings settings = settings();
                for (String name : settings.byGenerator().keySet()) {
                    known.put(name, generator(settings, name));
                }
            } catch (RuntimeException e) {
                stop(); // gives the workers back that were claimed before
                throw e;
            }
            generators = known;
        }
        return known;
    }

    private IdGenerator generator(SourceSettings settings, String name) {
        IdGenerator handedOver = settings.handedOver(name);
        if (handedOver != null) {
            return IdGenerator.checked(handedOver);
        }
        ConfiguredGenerator built = settings.open(name, dataSources);
        builtHere.add(built);
        return built;
    }

    @Override
    public synchronized void stop() {
        builtHere.forEach(ConfiguredGenerator::close);
        builtHere.clear();
    }
}
