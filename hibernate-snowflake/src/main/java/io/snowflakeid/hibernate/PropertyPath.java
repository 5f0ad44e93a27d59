package io.snowflakeid.hibernate;

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
import org.hibernate.proxy.HibernateProxy;
import org.hibernate.proxy.LazyInitializer;
import org.jspecify.annotations.Nullable;

/** How a value is reached from an entity: one property after another, through embeddables and associations. */
record PropertyPath(String entity, List<Step> steps) {

    /**
     * One property, read where Hibernate reads it.
     *
     * @param behindAssociation true if what it is read from may be a reference that was not loaded
     * @param readsId true if such a reference knows the value without being loaded
     */
    record Step(String name, Member member, boolean behindAssociation, boolean readsId) {

        private static Step to(MappedMember member, boolean behindAssociation) {
            Member read = member.property().getGetter(member.declarer()).getMember();
            if (read == null) {
                throw new MappingException("cannot read " + member.declarer().getName() + "." + member.name()
                        + ": it has neither a field nor a getter");
            }
            ((AccessibleObject) read).setAccessible(true);
            return new Step(member.name(), read, behindAssociation, member.isWholeId());
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
            return member instanceof Field field ? field.get(owner) : ((Method) member).invoke(owner);
        }
    }

    /** A path, and the property at its end. */
    record Resolved(PropertyPath path, MappedMember end) {}

    /**
     * The path with the given names, with dots between them.
     *
     * @throws MappingException if one of them is no property where it stands, with what there is instead
     */
    static Resolved resolve(Mappings mappings, PersistentClass entity, String names) {
        List<Step> steps = new ArrayList<>();
        Map<String, MappedMember> members = mappings.membersOf(entity);
        String owner = entity.getJpaEntityName();
        boolean behindAssociation = false;
        MappedMember end = null;
        for (String name : names.split("\\.", -1)) {
            end = members.get(name);
            if (end == null) {
                throw new MappingException("'" + name + "' names no property of " + owner + ", which has "
                        + (members.isEmpty() ? "none" : sorted(members)));
            }
            steps.add(Step.to(end, behindAssociation));
            behindAssociation = mappings.target(end.property().getValue()) != null;
            members = mappings.membersBehind(end.property().getValue());
            owner += "." + name;
        }
        if (end == null) {
            throw new IllegalArgumentException("a path has at least one name");
        }
        return new Resolved(new PropertyPath(entity.getJpaEntityName(), List.copyOf(steps)), end);
    }

    static List<String> sorted(Map<String, MappedMember> members) {
        return members.keySet().stream().sorted().toList();
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

    private Attribute first(int count) {
        return new Attribute(
                entity,
                String.join(".", steps.stream().limit(count).map(Step::name).toList()));
    }
}
