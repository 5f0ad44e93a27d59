package io.snowflakeid.hibernate;

import io.snowflakeid.SnowflakeLayout;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.hibernate.HibernateException;
import org.hibernate.MappingException;
import org.hibernate.boot.Metadata;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.service.Service;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.service.spi.ServiceException;

/**
 * The attributes whose ids are generated here, as their plans name them when mappings are read, until {@link ColumnCheck} takes them.
 * Shared by the session factories of a service registry; thread-safe.
 */
final class GeneratedAttributes implements Service {

    private static final long serialVersionUID = 1L;

    // transient: a service is never written out, though Hibernate's interface says it could be
    private final transient Queue<GeneratedAttribute> attributes = new ConcurrentLinkedQueue<>();

    /**
     * An attribute that gets Snowflake ids.
     *
     * @param entity the entity, or the root of its hierarchy, that the attribute belongs to
     */
    record GeneratedAttribute(PersistentClass entity, IdPlan plan) {

        /** The entity and those that inherit the attribute. */
        List<PersistentClass> hierarchy() {
            return Stream.concat(Stream.of(entity), entity.getSubclassClosure().stream())
                    .distinct()
                    .toList();
        }

        /**
         * What its ids consist of. For a session factory that is built, never before: the first call makes the generators, which
         * take their workers.
         *
         * @throws MappingException if there is no such generator, or the attribute needs another layout
         */
        SnowflakeLayout layout(ServiceRegistry services) {
            SnowflakeLayout layout = layoutOf(plan.generator(), services);
            if (!(plan.genes() instanceof GeneSource.Drawn) && layout.geneBits() == 0) {
                throw new MappingException(plan.id().cannotGenerate() + "@SnowflakeId names a gene, but layout "
                        + layout.spec()
                        + " has no gene bits: choose a layout with a gene, or remove geneFrom and geneOf");
            }
            return layout;
        }

        private SnowflakeLayout layoutOf(String generator, ServiceRegistry services) {
            try {
                return services.requireService(IdSource.class).ids(generator).layout();
            } catch (ServiceException e) {
                // the message of the cause without Hibernate's own around it
                Throwable reason = e.getCause() == null ? e : e.getCause();
                throw new MappingException(plan.id().cannotGenerate() + reason.getMessage(), e);
            } catch (HibernateException | IllegalStateException e) {
                throw new MappingException(plan.id().cannotGenerate() + e.getMessage(), e);
            }
        }

        @Override
        public String toString() {
            return plan.id().toString();
        }
    }

    void add(GeneratedAttribute attribute) {
        attributes.add(attribute);
    }

    /** Those that were added for one session factory, by name; an entity that comes late may be planned more than once. */
    List<GeneratedAttribute> of(Metadata metadata) {
        return attributes.stream()
                .filter(attribute -> isOf(metadata, attribute))
                .sorted(Comparator.comparing(GeneratedAttribute::toString))
                .toList();
    }

    private static boolean isOf(Metadata metadata, GeneratedAttribute attribute) {
        return metadata.getEntityBinding(attribute.entity().getEntityName()) == attribute.entity();
    }

    /** As {@link #of}, and keeps none of them. */
    List<GeneratedAttribute> takeThoseOf(Metadata metadata) {
        List<GeneratedAttribute> taken = of(metadata);
        attributes.removeIf(attribute -> isOf(metadata, attribute));
        return taken;
    }
}
