package io.snowflakeid.spring.boot.data;

import io.snowflakeid.IdGenerator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.springframework.data.mapping.MappingException;
import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.data.relational.core.mapping.RelationalMappingContext;
import org.springframework.data.relational.core.mapping.RelationalPersistentEntity;
import org.springframework.data.relational.core.mapping.RelationalPersistentProperty;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;

/**
 * Sets the unset ids of a Spring Data JDBC aggregate and of its entities before an insert.
 *
 * <p>Spring Data decides between insert and update before this callback, so an aggregate without an id is inserted. This class is thread-safe.
 */
final class AggregateIds implements BeforeConvertCallback<Object> {

    private final IdGenerator ids;
    private final Supplier<? extends RelationalMappingContext> mappings;
    private final ConcurrentMap<Class<?>, List<AggregateId>> known = new ConcurrentHashMap<>();

    /** @param mappings a supplier, so that the mapping context and this callback bean may depend on each other */
    AggregateIds(IdGenerator ids, Supplier<? extends RelationalMappingContext> mappings) {
        this.ids = ids;
        this.mappings = mappings;
    }

    /** @throws MappingException if an id is unset and cannot be generated, with a message that names the class and the property */
    @Override
    public Object onBeforeConvert(Object aggregate) {
        return withIds(aggregate);
    }

    private <T> T withIds(T row) {
        RelationalPersistentEntity<?> entity = mappings.get().getRequiredPersistentEntity(row.getClass());
        PersistentPropertyAccessor<T> accessor = entity.getPropertyAccessor(row);
        for (AggregateId id : known.computeIfAbsent(row.getClass(), type -> AggregateId.of(entity))) {
            if (id.isUnset(accessor.getProperty(id.property()), () -> entity.isNew(row))) {
                accessor.setProperty(id.property(), id.value(ids.nextId()));
            }
        }
        for (RelationalPersistentProperty property : entity) {
            if (property.isEntity() && property.isWritable()) {
                fillInside(property, accessor);
            }
        }
        return accessor.getBean();
    }

    private void fillInside(RelationalPersistentProperty property, PersistentPropertyAccessor<?> owner) {
        Object held = owner.getProperty(property);
        if (held != null) {
            Object filled = filled(held);
            if (filled != held) {
                owner.setProperty(property, filled);
            }
        }
    }

    /** Sets the ids of an entity, or of all entities in a collection or map. For immutable entities, the method returns a copy with the new ids. */
    private Object filled(Object held) {
        if (held instanceof Map<?, ?> map) {
            Map<Object, Object> rows = new LinkedHashMap<>();
            map.forEach((key, row) -> rows.put(key, withIds(row)));
            return areTheSame(map.values(), rows.values()) ? map : rows;
        }
        if (held instanceof Collection<?> collection) {
            List<Object> rows = new ArrayList<>();
            collection.forEach(row -> rows.add(withIds(row)));
            if (collection instanceof Set<?> set) {
                // A hash set does not find a row if the new id changed the row's hash code.
                return areTheSame(set, rows) && set.containsAll(rows) ? set : new LinkedHashSet<>(rows);
            }
            return areTheSame(collection, rows) ? collection : rows;
        }
        return withIds(held);
    }

    @SuppressWarnings("ReferenceEquality") // an immutable row was replaced by another object
    private static boolean areTheSame(Collection<?> before, Collection<?> after) {
        var old = before.iterator();
        return after.stream().allMatch(row -> row == old.next());
    }
}
