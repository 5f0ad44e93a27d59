package io.snowflakeid.hibernate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hibernate.Hibernate;
import org.hibernate.HibernateException;
import org.hibernate.MappingException;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.property.access.spi.Getter;
import org.hibernate.proxy.HibernateProxy;
import org.hibernate.proxy.LazyInitializer;
import org.jspecify.annotations.Nullable;

/** The path from an entity to a value, through properties, embeddables and associations. */
record PropertyPath(List<Step> steps) {

    /**
     * One property on a path.
     *
     * @param attribute the path from the entity to the property, for messages
     * @param isWholeId true for the complete id of an entity, which Hibernate can read without loading the entity
     */
    @SuppressWarnings("removal") // deprecated from Hibernate 7.4.15 on, but all that 6.6 has
    record Step(String attribute, Getter getter, boolean isWholeId) {

        private @Nullable Object readFrom(Object owner) {
            try {
                LazyInitializer reference = HibernateProxy.extractLazyInitializer(owner);
                if (reference != null) {
                    return isWholeId ? reference.getInternalIdentifier() : getter.get(reference.getImplementation());
                }
                if (!isWholeId) {
                    // An uninitialized reference to a bytecode-enhanced class is not always a proxy.
                    Hibernate.initialize(owner);
                }
                return getter.get(owner);
            } catch (HibernateException e) {
                throw new HibernateException(
                        attribute + " cannot be read (" + e.getMessage()
                                + "): load it before the entity is persisted, in a session that is open",
                        e);
            }
        }
    }

    record Resolved(PropertyPath path, MappedMember end) {}

    /**
     * Resolves property names that are separated by dots.
     *
     * @throws MappingException if a property does not exist, with a message that lists the existing properties
     */
    static Resolved resolve(Mappings mappings, PersistentClass entity, String names) {
        List<Step> steps = new ArrayList<>();
        Map<String, MappedMember> members = mappings.membersOf(entity);
        String owner = entity.getJpaEntityName();
        MappedMember end = null;
        for (String name : names.split("\\.", -1)) {
            end = members.get(name);
            if (end == null) {
                throw new MappingException("'" + name + "' names no property of " + owner + ", which has "
                        + (members.isEmpty() ? "none" : members.keySet()));
            }
            owner += "." + name;
            steps.add(new Step(owner, end.property().getGetter(end.declarer()), end.isWholeId()));
            members = mappings.membersBehind(end.property().getValue());
        }
        return new Resolved(new PropertyPath(List.copyOf(steps)), Objects.requireNonNull(end));
    }

    /**
     * The result of reading a property path.
     *
     * @param attribute the path to the value, or to the first property that is null
     * @param value the value at the end of the path, or null if a property on the path is null
     */
    record Found(String attribute, @Nullable Object value) {}

    /**
     * Reads the value at the end of the path. The method may load an associated entity.
     *
     * @throws HibernateException if an associated entity cannot be loaded
     */
    Found readFrom(Object entity) {
        Object owner = entity;
        for (Step step : steps) {
            Object value = step.readFrom(owner);
            if (value == null) {
                return new Found(step.attribute, null);
            }
            owner = value;
        }
        return new Found(attribute(), owner);
    }

    String attribute() {
        return steps.get(steps.size() - 1).attribute;
    }
}
