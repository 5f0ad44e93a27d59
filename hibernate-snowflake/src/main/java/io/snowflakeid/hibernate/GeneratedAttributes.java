package io.snowflakeid.hibernate;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.hibernate.boot.Metadata;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.service.Service;
import org.jspecify.annotations.Nullable;

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
     * @param path the attribute's name, for one inside embeddables with theirs in front: {@code key.number}
     * @param format how ids are written; null for numbers
     */
    record GeneratedAttribute(
            PersistentClass entity,
            String path,
            SnowflakeLayout layout,
            @Nullable IdFormat format) {

        @Override
        public String toString() {
            return new Attribute(entity.getJpaEntityName(), path).toString();
        }
    }

    void add(GeneratedAttribute attribute) {
        attributes.add(attribute);
    }

    /** Those that were added for one session factory, each once and by name; none of them is kept. */
    List<GeneratedAttribute> takeThoseOf(Metadata metadata) {
        List<GeneratedAttribute> taken = attributes.stream()
                .filter(attribute ->
                        metadata.getEntityBinding(attribute.entity().getEntityName()) == attribute.entity())
                .toList();
        attributes.removeAll(taken);
        // an entity that comes late may be planned more than once
        return taken.stream()
                .distinct()
                .sorted(Comparator.comparing(GeneratedAttribute::toString))
                .toList();
    }
}
