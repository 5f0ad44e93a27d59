package io.snowflakeid.hibernate;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.SnowflakeRef;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.MapsId;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import org.hibernate.MappingException;
import org.hibernate.mapping.Collection;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.RootClass;
import org.hibernate.mapping.SimpleValue;
import org.hibernate.mapping.Value;
import org.jspecify.annotations.Nullable;

/** The generated attributes of one entity: its id or parts of it, and other columns. */
final class EntityIds {

    /** Known by its name alone, so that one class can serve both without either library needing the other. */
    private static final String MYBATIS_SISTER = "io.snowflakeid.mybatis.SnowflakeId";

    private static final System.Logger LOG = ApplicationLog.of(EntityIds.class);
    private static final List<Class<?>> TOO_SMALL = List.of(Integer.class, Short.class, Byte.class);

    private final Mappings mappings;
    private final PersistentClass entity;
    private final List<Attribute> takenByAuto;

    /** @param takenByAuto where the ids are noted that {@link SnowflakeSettings#AUTO} takes over */
    EntityIds(Mappings mappings, PersistentClass entity, List<Attribute> takenByAuto) {
        this.mappings = mappings;
        this.entity = entity;
        this.takenByAuto = takenByAuto;
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
            if (property.getValue() != entity.getIdentifierMapper() && property != entity.getIdentifierProperty()) {
                visit(attribute(property), MappedMember.of(mappings, entity, property), false, null);
            }
        }
    }

    private void generateId() {
        Property single = entity.getIdentifierProperty();
        if (single != null) {
            visit(attribute(single), MappedMember.wholeId(mappings, entity, single), true, null);
        } else if (entity.getIdentifier() instanceof Component key) {
            key.getProperties().forEach(part -> visit(attribute(part), loosePart(key, part), true, null));
        }
    }

    /** A part that is an attribute of the entity; annotated there, or in the id class. */
    private MappedMember loosePart(Component key, Property part) {
        MappedMember own = MappedMember.of(mappings, entity, part);
        if (key.getComponentClassName() == null || isMarked(own)) {
            return own;
        }
        MappedMember inKey = new MappedMember(mappings, key.getComponentClass(), part, null, false);
        return isMarked(inKey) ? inKey : own;
    }

    private static boolean isMarked(MappedMember member) {
        return member.bears(SnowflakeId.class)
                || member.bears(GeneratedValue.class)
                || member.bearerOf(MYBATIS_SISTER).isPresent();
    }

    private Attribute attribute(Property property) {
        return new Attribute(entity.getJpaEntityName(), property.getName());
    }

    /**
     * Looks at an attribute, and at those inside it: nothing that bears an annotation may stay unset in silence.
     *
     * @param unfilled where the attribute lies, if Hibernate fills no generated values there; else null
     */
    private void visit(Attribute attribute, MappedMember member, boolean isId, @Nullable String unfilled) {
        refuseSisterAlone(attribute, member);
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

    /** Refuses the wrong one of two imports, of which Hibernate would make no id; both together are fine. */
    private static void refuseSisterAlone(Attribute attribute, MappedMember member) {
        Optional<Class<?>> bearer = member.bearerOf(MYBATIS_SISTER);
        if (bearer.isPresent() && !member.bears(SnowflakeId.class)) {
            throw attribute.refusal(bearer.get().getName() + "." + member.name() + " bears @" + MYBATIS_SISTER
                    + ", which Hibernate does not read: import " + SnowflakeId.class.getName()
                    + " in its place, which MyBatis reads as well, or let it bear both");
        }
    }

    // ---- which ids are ours

    private @Nullable IdMark markOfId(Attribute id, MappedMember part) {
        IdMark mark = IdMark.of(part);
        if (mark != null || taker(part.property()).isPresent()) {
            return mark;
        }
        String generator = IdMark.undeclaredGenerator(part);
        if (mappings.settings().auto() && SourceSettings.UNNAMED.equals(generator)) {
            if (part.type() == Long.class || part.type() == long.class) {
                takenByAuto.add(id);
                return IdMark.PLAIN;
            }
            warnIfTooSmall(id, part.type());
        }
        if (generator != null) {
            refuseCounted(id, part, generator);
        }
        return null;
    }

    /** Refuses what reads as if ids of ours were made, but would be counted from 1: the name of a generator of ours, and our other mark. */
    private void refuseCounted(Attribute id, MappedMember part, String generator) {
        if (generator.isEmpty() && part.bears(SnowflakeRef.class)) {
            throw id.refusal("it bears @" + SnowflakeRef.class.getName() + ", which makes no ids, and would be counted"
                    + " from 1: put @" + SnowflakeId.class.getName()
                    + " in its place, or leave it out if the id is to be counted");
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
                    "{0} leaves {1} alone: a Snowflake id does not fit into {2}; make it a long and its column a BIGINT,"
                            + " or give @GeneratedValue another strategy to say that it is meant so",
                    SnowflakeSettings.AUTO,
                    id,
                    type.getSimpleName());
        }
    }

    /** The association that gives an id to this part, or to the whole key, by {@code @MapsId}. */
    private Optional<MappedMember> taker(Property part) {
        boolean whole = part == entity.getIdentifierProperty();
        return mappings.membersOf(entity).values().stream()
                .filter(member -> {
                    MapsId taken = member.annotation(MapsId.class);
                    return taken != null && (whole || taken.value().equals(part.getName()));
                })
                .findFirst();
    }

    // ---- what is generated

    private void generate(Attribute attribute, MappedMember member, IdMark mark, boolean isId) {
        Property property = member.property();
        EntityIdGenerator generator =
                new EntityIdGenerator(new IdPlanner(mappings, entity, attribute, mark).plan(property));
        if (isId) {
            requireNotTakenOver(attribute, property);
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
            throw column.refusal("its column is not written by inserts: let it be insertable");
        }
        if (member.declarer().isRecord()) {
            throw column.refusal("Hibernate sets generated values in embeddables, but cannot in the record "
                    + member.declarer().getSimpleName()
                    + ": make it a class, or set it yourself by IdGenerator.nextId() and remove @SnowflakeId");
        }
    }
}
