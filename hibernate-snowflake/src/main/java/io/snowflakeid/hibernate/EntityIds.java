package io.snowflakeid.hibernate;

import io.snowflakeid.hibernate.Mappings.Member;
import jakarta.persistence.MapsId;
import java.util.Map;
import java.util.Optional;
import org.hibernate.MappingException;
import org.hibernate.mapping.Collection;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.RootClass;
import org.hibernate.mapping.SimpleValue;
import org.hibernate.mapping.ToOne;
import org.hibernate.mapping.Value;
import org.jspecify.annotations.Nullable;

/** The generated attributes of one entity: its id or parts of it, and other columns. */
final class EntityIds {

    private final Mappings mappings;
    private final Marks marks;
    private final PersistentClass entity;
    private final AutoSwitch auto;

    EntityIds(Mappings mappings, PersistentClass entity, AutoSwitch auto) {
        this.mappings = mappings;
        this.marks = new Marks(mappings);
        this.entity = entity;
        this.auto = auto;
    }

    /**
     * Gives each attribute that asks for it a generator.
     *
     * @throws MappingException if one asks for what cannot work, naming entity and attribute
     */
    void generate() {
        if (entity.getClassName() == null) {
            return; // a map, without annotations
        }
        if (entity instanceof RootClass) {
            generateId();
        }
        for (Property property : entity.getProperties()) {
            if (!isPartOfId(property)) {
                generateColumn("", new Member(entity.getMappedClass(), property, entity, false));
            }
        }
    }

    private boolean isPartOfId(Property property) {
        return property.getValue() == entity.getIdentifierMapper() || property == entity.getIdentifierProperty();
    }

    private void generateId() {
        Property single = entity.getIdentifierProperty();
        if (!(entity.getIdentifier() instanceof Component key)) {
            if (single != null) {
                generatePart("", new Member(entity.getMappedClass(), single, entity, true));
            }
        } else if (single != null) {
            mappings.membersOf(key).values().forEach(part -> generatePart(single.getName() + ".", part));
        } else {
            key.getProperties().forEach(part -> generatePart("", loosePart(key, part)));
        }
    }

    /** A part that is an attribute of the entity; annotated there, or in the id class. */
    private Member loosePart(Component key, Property part) {
        Member inEntity = new Member(entity.getMappedClass(), part, entity, false);
        boolean annotatedThere = key.getComponentClassName() != null
                && inEntity.annotated().annotations().stream().noneMatch(EntityIds::generates)
                && new MappedMember(key.getComponentClass(), part.getName())
                        .annotations().stream().anyMatch(EntityIds::generates);
        return annotatedThere ? new Member(key.getComponentClass(), part, null, false) : inEntity;
    }

    private static boolean generates(java.lang.annotation.Annotation annotation) {
        return annotation instanceof SnowflakeId
                || annotation instanceof jakarta.persistence.GeneratedValue
                || annotation.annotationType().getName().equals(Marks.MYBATIS_SISTER);
    }

    private void generatePart(String prefix, Member part) {
        if (mappings.isLeftToXml(part.annotated())) {
            return;
        }
        Attribute id = attribute(prefix, part.property());
        IdMark mark = marks.ofId(part.annotated());
        if (taker(part.property()).isEmpty()) {
            boolean basic = isBasic(part.property().getValue());
            Marks.refuseGeneratedWithSisterAlone(id, part.annotated());
            if (mark == null) {
                Marks.warnOfSisterAlone(id, part.annotated(), basic);
            }
            if (mark == null && basic) {
                mark = auto.markFor(id, part.annotated(), part.property().getValue());
            }
            if (mark == null) {
                Marks.refuseCountedWithRef(id, part.annotated());
            }
        }
        refuseNested(id, part.property().getValue(), "inside a part of an id");
        if (mark == null) {
            return;
        }
        requireBasic(id, part.property());
        requireNotTakenOver(id, part.property());
        IdPlan plan = new IdPlanner(mappings, entity, id.path(), mark).plan(part.property());
        new IdSlot((SimpleValue) part.property().getValue()).put(new EntityIdGenerator(plan));
    }

    private void generateColumn(String prefix, Member member) {
        if (mappings.isLeftToXml(member.annotated())) {
            return;
        }
        Property property = member.property();
        Attribute column = attribute(prefix, property);
        Marks.refuseGeneratedWithSisterAlone(column, member.annotated());
        Marks.warnOfSisterAlone(column, member.annotated(), canGenerateColumn(member));
        IdMark mark = Marks.ofAnnotation(member.annotated());
        if (mark != null) {
            requireBasic(column, property);
            requireWritten(column, property);
            requireSettable(column, member.declarer());
            EntityIdGenerator generator =
                    new EntityIdGenerator(new IdPlanner(mappings, entity, column.path(), mark).plan(property));
            property.setValueGeneratorCreator(context -> generator);
        } else if (property.getValue() instanceof Component embedded && prefix.isEmpty()) {
            mappings.membersOf(embedded).values().forEach(part -> generateColumn(property.getName() + ".", part));
        } else {
            refuseNested(column, property.getValue(), "inside an embeddable of an embeddable");
        }
    }

    private boolean canGenerateColumn(Member member) {
        Property column = member.property();
        return isBasic(column.getValue())
                && column != entity.getVersion()
                && column.isInsertable()
                && !member.declarer().isRecord();
    }

    private Attribute attribute(String prefix, Property property) {
        return new Attribute(entity.getJpaEntityName(), prefix + property.getName());
    }

    private static void requireBasic(Attribute id, Property property) {
        if (!isBasic(property.getValue())) {
            throw new MappingException(id.cannotGenerate() + "@SnowflakeId needs long, Long or String, found "
                    + property.getType().getReturnedClass().getSimpleName());
        }
    }

    private static boolean isBasic(Value value) {
        return value instanceof SimpleValue && !(value instanceof ToOne) && !(value instanceof Component);
    }

    /** With {@code @MapsId} an id is the one of the parent. */
    private void requireNotTakenOver(Attribute id, Property part) {
        taker(part).ifPresent(association -> {
            throw new MappingException(id.cannotGenerate() + "@MapsId takes it over from "
                    + attribute("", association.property()) + ": remove @SnowflakeId here, or @MapsId there");
        });
    }

    private Optional<Member> taker(Property part) {
        return mappings.membersOf(entity).values().stream()
                .filter(member -> {
                    MapsId taken = member.annotated().annotation(MapsId.class);
                    boolean whole = part == entity.getIdentifierProperty();
                    return taken != null && (whole || taken.value().equals(part.getName()));
                })
                .findFirst();
    }

    private void requireWritten(Attribute column, Property property) {
        if (property == entity.getVersion()) {
            throw new MappingException(
                    column.cannotGenerate() + "a @Version is counted by Hibernate: remove one of them");
        }
        if (!property.isInsertable()) {
            throw new MappingException(
                    column.cannotGenerate() + "its column is not written by inserts: let it be insertable");
        }
    }

    private static void requireSettable(Attribute column, Class<?> declarer) {
        if (declarer.isRecord()) {
            throw new MappingException(column.cannotGenerate() + "Hibernate sets generated values in embeddables, but"
                    + " cannot in the record " + declarer.getSimpleName()
                    + ": make it a class, or set it yourself by IdGenerator.nextId() and remove @SnowflakeId");
        }
    }

    /** Nothing that would stay unset in silence. */
    private void refuseNested(Attribute outer, Value value, String where) {
        Component embedded = embeddedIn(value);
        if (embedded == null) {
            return;
        }
        for (Map.Entry<String, Member> member : mappings.membersOf(embedded).entrySet()) {
            Attribute inner = new Attribute(outer.entity(), outer.path() + "." + member.getKey());
            Marks.refuseGeneratedWithSisterAlone(inner, member.getValue().annotated());
            Marks.warnOfSisterAlone(inner, member.getValue().annotated(), false);
            if (Marks.ofAnnotation(member.getValue().annotated()) != null) {
                throw new MappingException(inner.cannotGenerate() + "Hibernate fills no generated value "
                        + (value instanceof Collection ? "inside a collection" : where)
                        + ": move it up, or set it yourself by IdGenerator.nextId() and remove @SnowflakeId");
            }
            refuseNested(inner, member.getValue().property().getValue(), where);
        }
    }

    private static @Nullable Component embeddedIn(Value value) {
        Value inner = value instanceof Collection collection ? collection.getElement() : value;
        return inner instanceof Component component ? component : null;
    }
}
