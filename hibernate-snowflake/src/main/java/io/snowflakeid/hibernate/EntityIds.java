package io.snowflakeid.hibernate;

import io.snowflakeid.SnowflakeRef;
import io.snowflakeid.internal.ApplicationLog;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.MapsId;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.hibernate.MappingException;
import org.hibernate.mapping.Collection;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.RootClass;
import org.hibernate.mapping.SimpleValue;
import org.hibernate.mapping.Value;
import org.jspecify.annotations.Nullable;

/** Finds an entity's attributes that have {@link SnowflakeId}, and sets a generator for each attribute. */
final class EntityIds {

    /** The name of an annotation in {@code mybatis-snowflake}, which is not a dependency of this module. */
    private static final String MYBATIS_ANNOTATION = "io.snowflakeid.mybatis.SnowflakeId";

    private static final System.Logger LOG = ApplicationLog.of(EntityIds.class);
    private static final List<Class<?>> TOO_SMALL = List.of(Integer.class, Short.class, Byte.class);

    private final Mappings mappings;
    private final PersistentClass entity;
    private final Map<String, Set<String>> generated;

    /** @param generated the names of id attributes, grouped by the kind of generator, for the log */
    EntityIds(Mappings mappings, PersistentClass entity, Map<String, Set<String>> generated) {
        this.mappings = mappings;
        this.entity = entity;
        this.generated = generated;
    }

    /** @throws MappingException if an annotation is invalid, with a message that names the entity and the attribute */
    void generate() {
        if (entity.getClassName() == null) {
            return; // an entity that is mapped as a dynamic map has no annotations
        }
        if (entity instanceof RootClass) {
            generateId();
        }
        for (Property property : entity.getProperties()) {
            if (property.getValue() != entity.getIdentifierMapper() && property != entity.getIdentifierProperty()) {
                visit(attribute(property), MappedMember.of(mappings, entity, property), false, null);
            }
        }
    }

    private void generateId() {
        Property single = entity.getIdentifierProperty();
        if (single != null) {
            visit(attribute(single), MappedMember.of(mappings, entity, single), true, null);
        } else if (entity.getIdentifier() instanceof Component key) {
            key.getProperties().forEach(part -> visit(attribute(part), loosePart(key, part), true, null));
        }
    }

    /** An annotation in the entity has precedence over an annotation in the id class. */
    private MappedMember loosePart(Component key, Property part) {
        MappedMember own = MappedMember.of(mappings, entity, part);
        if (key.getComponentClassName() == null || isMarked(own)) {
            return own;
        }
        MappedMember inKey = new MappedMember(mappings, key.getComponentClass(), part, false);
        return isMarked(inKey) ? inKey : own;
    }

    private static boolean isMarked(MappedMember member) {
        return member.has(SnowflakeId.class)
                || member.has(GeneratedValue.class)
                || member.classWith(MYBATIS_ANNOTATION).isPresent();
    }

    private Attribute attribute(Property property) {
        return new Attribute(entity.getJpaEntityName(), property.getName());
    }

    /**
     * Sets the generators of annotated attributes. This method rejects an annotation at a position where Hibernate sets no values.
     *
     * @param unfilled the unsupported position of the attribute, for messages, or null if Hibernate supports the position
     */
    private void visit(Attribute attribute, MappedMember member, boolean isId, @Nullable String unfilled) {
        rejectMyBatisAnnotationAlone(attribute, member);
        IdMark mark = isId && unfilled == null ? markOfId(attribute, member) : IdMark.of(member);
        if (mark != null && unfilled != null) {
            throw attribute.refusal("Hibernate fills no generated value " + unfilled
                    + ": move it up, or set it yourself by IdGenerator.nextId() and remove @SnowflakeId");
        }
        if (mark != null) {
            generate(attribute, member, mark, isId);
            return;
        }
        Value value = member.property().getValue();
        Value inner = value instanceof Collection collection ? collection.getElement() : value;
        if (inner instanceof Component embeddable) {
            String inside =
                    value instanceof Collection ? "inside a collection" : unfilledInside(attribute, member, isId);
            mappings.membersOf(embeddable)
                    .forEach((name, part) ->
                            visit(attribute.then(name), part, isId, unfilled == null ? inside : unfilled));
        }
    }

    private static @Nullable String unfilledInside(Attribute attribute, MappedMember member, boolean isId) {
        if (isId) {
            return member.isWholeId() ? null : "inside a part of an id";
        }
        return attribute.path().contains(".") ? "inside an embeddable of an embeddable" : null;
    }

    private static void rejectMyBatisAnnotationAlone(Attribute attribute, MappedMember member) {
        Optional<Class<?>> annotated = member.classWith(MYBATIS_ANNOTATION);
        if (annotated.isPresent() && !member.has(SnowflakeId.class)) {
            throw attribute.refusal(annotated.get().getName() + "." + member.name() + " has @" + MYBATIS_ANNOTATION
                    + ", which Hibernate does not read: import " + SnowflakeId.class.getName()
                    + " instead, which MyBatis reads as well, or add both");
        }
    }

    // ---- generated ids

    private @Nullable IdMark markOfId(Attribute id, MappedMember part) {
        IdMark mark = IdMark.of(part);
        if (mark != null || taker(part.property()).isPresent()) {
            return mark;
        }
        String generator = IdMark.undeclaredGenerator(part);
        if (mappings.settings().auto() && SourceSettings.UNNAMED.equals(generator)) {
            if (part.type() == Long.class || part.type() == long.class) {
                return IdMark.PLAIN;
            }
            warnIfTooSmall(id, part.type());
        }
        if (generator != null) {
            rejectCounted(id, part, generator);
        }
        GeneratedValue other = part.annotation(GeneratedValue.class);
        if (other != null) {
            collect(
                    id,
                    SourceSettings.UNNAMED.equals(generator)
                            ? "plain @GeneratedValue"
                            : other.strategy().name());
        }
        return null;
    }

    private void collect(Attribute id, String kind) {
        generated.computeIfAbsent(kind, first -> new TreeSet<>()).add(id.toString());
    }

    private void rejectCounted(Attribute id, MappedMember part, String generator) {
        if (generator.isEmpty() && part.has(SnowflakeRef.class)) {
            throw id.refusal(
                    "it has @" + SnowflakeRef.class.getName() + ", which generates no ids, and would be counted"
                            + " from 1: put @" + SnowflakeId.class.getName()
                            + " instead, or remove it if the id is to be counted");
        }
        if (!generator.isEmpty() && mappings.settings().handedOver().containsKey(generator)) {
            throw id.refusal("@GeneratedValue names the generator '" + generator + "' of "
                    + SnowflakeSettings.GENERATOR + "." + generator + ", but Hibernate would count from 1: put @"
                    + SnowflakeId.class.getName() + " beside it, or declare Hibernate's generator of that name there");
        }
    }

    private static void warnIfTooSmall(Attribute id, Class<?> type) {
        if (TOO_SMALL.contains(type)) {
            LOG.log(
                    Level.WARNING,
                    "{0} does not apply to {1}: a Snowflake id does not fit into {2}; make it a long and its column a BIGINT,"
                            + " or give @GeneratedValue another strategy to keep it",
                    SnowflakeSettings.AUTO,
                    id,
                    type.getSimpleName());
        }
    }

    /** Returns the association from which {@code @MapsId} copies the given id or id part. */
    private Optional<MappedMember> taker(Property part) {
        boolean whole = part == entity.getIdentifierProperty();
        return mappings.membersOf(entity).values().stream()
                .filter(member -> {
                    MapsId taken = member.annotation(MapsId.class);
                    return taken != null && (whole || taken.value().equals(part.getName()));
                })
                .findFirst();
    }

    // ---- generators

    private void generate(Attribute attribute, MappedMember member, IdMark mark, boolean isId) {
        Property property = member.property();
        EntityIdGenerator generator =
                new EntityIdGenerator(new IdPlanner(mappings, entity, attribute, mark).plan(property));
        if (isId) {
            requireNotTakenOver(attribute, property);
            collect(attribute, "@SnowflakeId");
            new IdSlot((SimpleValue) property.getValue()).put(generator);
        } else {
            requireFilled(attribute, member);
            property.setValueGeneratorCreator(context -> generator);
        }
    }

    private void requireNotTakenOver(Attribute id, Property part) {
        taker(part).ifPresent(association -> {
            throw id.refusal("@MapsId takes it over from " + attribute(association.property())
                    + ": remove @SnowflakeId here, or @MapsId there");
        });
    }

    private void requireFilled(Attribute column, MappedMember member) {
        if (member.property() == entity.getVersion()) {
            throw column.refusal("a @Version is counted by Hibernate: remove one of them");
        }
        if (!member.property().isInsertable()) {
            throw column.refusal("its column is not written by inserts: make it insertable");
        }
        if (member.declarer().isRecord()) {
            throw column.refusal("Hibernate sets generated values in embeddables, but cannot in the record "
                    + member.declarer().getSimpleName()
                    + ": make it a class, or set it yourself by IdGenerator.nextId() and remove @SnowflakeId");
        }
    }
}
