package io.snowflakeid.hibernate;

import java.io.Serializable;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hibernate.Hibernate;
import org.hibernate.HibernateException;
import org.hibernate.MappingException;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.proxy.HibernateProxy;
import org.hibernate.proxy.LazyInitializer;
import org.jspecify.annotations.Nullable;

/** How a value is reached from an entity: one property after another, through embeddables and associations. */
final class PropertyPath implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String entity;
    private final ArrayList<Step> steps;

    private PropertyPath(String entity, List<Step> steps) {
        this.entity = entity;
        this.steps = new ArrayList<>(steps);
    }

    /**
     * One property, read as Hibernate reads it. Hibernate's own reader cannot be serialized from 8.0 on, so the member is looked
     * up again after that.
     */
    private static final class Step implements Serializable {
        private static final long serialVersionUID = 1L;

        private final String name;
        private final Class<?> declarer;
        private final String memberName;
        private final boolean isField;
        private final boolean behindAssociation;
        private final boolean readsId;
        private transient volatile @Nullable AccessibleObject found;

        /**
         * @param behindAssociation true if what it is read from may be a reference that was not loaded
         * @param readsId true if such a reference knows the value without being loaded
         */
        private Step(String name, Member member, boolean behindAssociation, boolean readsId) {
            this.name = name;
            this.declarer = member.getDeclaringClass();
            this.memberName = member.getName();
            this.isField = member instanceof Field;
            this.behindAssociation = behindAssociation;
            this.readsId = readsId;
        }

        private @Nullable Object readFrom(Object owner) throws ReflectiveOperationException {
            if (!behindAssociation) {
                return get(owner);
            }
            LazyInitializer reference = HibernateProxy.extractLazyInitializer(owner);
            if (reference != null) {
                return readsId ? reference.getInternalIdentifier() : get(reference.getImplementation());
            }
            if (!readsId) {
                Hibernate.initialize(owner); // an enhanced class needs no proxy for a reference
            }
            return get(owner);
        }

        private @Nullable Object get(Object owner) throws ReflectiveOperationException {
            AccessibleObject member = member();
            return member instanceof Field field ? field.get(owner) : ((Method) member).invoke(owner);
        }

        private AccessibleObject member() throws ReflectiveOperationException {
            AccessibleObject known = found;
            if (known == null) {
                known = isField ? declarer.getDeclaredField(memberName) : declarer.getDeclaredMethod(memberName);
                known.setAccessible(true);
                found = known;
            }
            return known;
        }
    }

    /** A path, and the property at its end. */
    record Resolved(PropertyPath path, Mappings.Member end) {}

    /** A name of a path that is no property. */
    static final class NoSuchPropertyException extends Exception {
        private static final long serialVersionUID = 1L;

        /** Says which name, and what there is instead. */
        private NoSuchPropertyException(String name, String owner, Map<String, Mappings.Member> members) {
            super(
                    members.isEmpty()
                            ? "'" + name + "' names no property, as " + owner + " has none"
                            : "'" + name + "' names no property of " + owner + ", which has "
                                    + Mappings.sorted(members));
        }
    }

    /**
     * The path with the given names, with dots between them.
     *
     * @throws NoSuchPropertyException if one of them is no property where it stands
     */
    static Resolved resolve(Mappings mappings, PersistentClass entity, String names) throws NoSuchPropertyException {
        List<Step> steps = new ArrayList<>();
        Map<String, Mappings.Member> members = mappings.membersOf(entity);
        String owner = entity.getJpaEntityName();
        Mappings.Member end = null;
        for (String name : names.split("\\.", -1)) {
            boolean behindAssociation =
                    end != null && mappings.target(end.property().getValue()) != null;
            Mappings.Member next = members.get(name);
            if (next == null) {
                throw new NoSuchPropertyException(name, owner, members);
            }
            steps.add(step(next, behindAssociation));
            members = mappings.membersBehind(next.property().getValue());
            owner = owner + "." + name;
            end = next;
        }
        if (end == null) {
            throw new IllegalArgumentException("a path has at least one name");
        }
        return new Resolved(new PropertyPath(entity.getJpaEntityName(), steps), end);
    }

    private static Step step(Mappings.Member member, boolean behindAssociation) {
        Property property = member.property();
        Member read = property.getGetter(member.declarer()).getMember();
        if (read == null) {
            throw new MappingException("cannot read " + member.declarer().getName() + "." + property.getName()
                    + ": it has neither a field nor a getter");
        }
        return new Step(property.getName(), read, behindAssociation, member.isWholeId());
    }

    /**
     * The value at the end, or null if it or anything before it is null. May load what lies behind an association.
     *
     * @throws HibernateException if that cannot be loaded
     */
    @Nullable
    Object readFrom(Object owner) {
        Object value = owner;
        for (int i = 0; i < steps.size() && value != null; i++) {
            value = read(i, value);
        }
        return value;
    }

    private @Nullable Object read(int index, Object owner) {
        try {
            return steps.get(index).readFrom(owner);
        } catch (HibernateException | ReflectiveOperationException e) {
            throw new HibernateException(
                    first(index + 1) + " cannot be read (" + e.getMessage()
                            + "): load it before the entity is persisted, in a session that is open",
                    e);
        }
    }

    /** The first attribute of the path that is null. */
    Attribute firstNull(Object owner) {
        Object value = owner;
        int i = 0;
        while (i < steps.size() - 1 && (value = read(i, value)) != null) {
            i++;
        }
        return first(i + 1);
    }

    /** The attribute at the end. */
    Attribute attribute() {
        return first(steps.size());
    }

    /** The attribute before the last one. */
    Attribute parent() {
        return first(steps.size() - 1);
    }

    private Attribute first(int count) {
        return new Attribute(
                entity,
                String.join(
                        ".",
                        steps.subList(0, count).stream().map(step -> step.name).toList()));
    }
}
