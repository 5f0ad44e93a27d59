package io.snowflakeid.hibernate;

import io.snowflakeid.IdFormat;
import io.snowflakeid.hibernate.GeneratedAttributes.GeneratedAttribute;
import io.snowflakeid.hibernate.Mappings.Member;
import io.snowflakeid.hibernate.PropertyPath.NoSuchPropertyException;
import io.snowflakeid.hibernate.PropertyPath.Resolved;
import jakarta.persistence.MapsId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hibernate.MappingException;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.Value;
import org.jspecify.annotations.Nullable;

/** Checks what one attribute asks, and makes the plan of it. */
final class IdPlanner {

    private static final List<Class<?>> KEY_TYPES =
            List.of(Long.class, Integer.class, Short.class, Byte.class, String.class);

    private final Mappings mappings;
    private final Marks marks;
    private final PersistentClass entity;
    private final Attribute id;
    private final IdMark mark;

    IdPlanner(Mappings mappings, PersistentClass entity, String path, IdMark mark) {
        this.mappings = mappings;
        this.marks = new Marks(mappings);
        this.entity = entity;
        this.id = new Attribute(entity.getJpaEntityName(), path);
        this.mark = mark;
    }

    /**
     * @param property the attribute itself
     * @throws MappingException if it cannot work, naming entity and attribute
     */
    IdPlan plan(Property property) {
        IdFormat format = textFormat(property.getValue());
        mark.requireOneGene(id);
        GeneSource genes = genes();
        Property key = entity.getIdentifierProperty();
        boolean inKey = key != null && id.path().startsWith(key.getName() + ".");
        PropertyPath own = resolve("the attribute", id.path()).path();
        boolean isId = entity.getIdentifier()
                .getColumns()
                .containsAll(property.getValue().getColumns());
        IdPlan plan = new IdPlan(id, mark.generator(), format, genes, own, isId, inKey);
        mappings.services().requireService(GeneratedAttributes.class).add(new GeneratedAttribute(entity, plan));
        return plan;
    }

    private @Nullable IdFormat textFormat(Value value) {
        Class<?> found = value.getType().getReturnedClass();
        if (found != String.class && found != Long.class && found != long.class) {
            throw new MappingException(
                    id.cannotGenerate() + "@SnowflakeId needs long, Long or String, found " + found.getSimpleName());
        }
        if (found == String.class) {
            IdFormat format = parsedFormat();
            requireRoom(value, format);
            return format;
        }
        if (!mark.format().equals(IdMark.DEFAULT_FORMAT)) {
            throw new MappingException(id.cannotGenerate() + "format = \"" + mark.format()
                    + "\" is a form of text, but the attribute is a " + found.getSimpleName()
                    + ": remove the format, or make it a String");
        }
        return null;
    }

    private IdFormat parsedFormat() {
        try {
            return IdFormat.of(mark.format());
        } catch (IllegalArgumentException e) {
            throw new MappingException(id.cannotGenerate() + e.getMessage(), e);
        }
    }

    /** A column with a type of its own ({@code columnDefinition}) is not understood here. */
    private void requireRoom(Value value, IdFormat format) {
        for (Column column : value.getColumns()) {
            Long length = column.getLength();
            if (column.getSqlType() == null && length != null && length < format.maxLength()) {
                throw new MappingException(id.cannotGenerate() + "ids in format " + format.name() + " have up to "
                        + format.maxLength() + " characters, but column " + column.getName() + " has room for " + length
                        + ": set @Column(length = " + format.maxLength() + ") or more");
            }
        }
    }

    private GeneSource genes() {
        if (!mark.geneFrom().isEmpty()) {
            return ofKey(resolve("geneFrom", mark.geneFrom()));
        }
        return mark.geneOf().isEmpty() ? new GeneSource.Drawn() : ofParent(resolve("geneOf", mark.geneOf()));
    }

    private Resolved resolve(String attribute, String path) {
        try {
            return PropertyPath.resolve(mappings, entity, path);
        } catch (NoSuchPropertyException e) {
            throw new MappingException(
                    id.cannotGenerate() + attribute + " = \"" + path + "\" is wrong: " + e.getMessage(), e);
        }
    }

    private GeneSource ofKey(Resolved key) {
        requireOther("geneFrom", mark.geneFrom());
        Class<?> found = key.end().property().getType().getReturnedClass();
        if (!KEY_TYPES.contains(found)) {
            throw new MappingException(id.cannotGenerate() + "geneFrom needs a property of type long, int, short, byte"
                    + " (or their boxes) or String, but " + key.path().attribute() + " is " + found.getName()
                    + goOn(key.end()));
        }
        return new GeneSource.OfKey(id, key.path());
    }

    private void requireOther(String attribute, String path) {
        if (path.equals(id.path())) {
            throw new MappingException(id.cannotGenerate() + attribute + " = \"" + path
                    + "\" is the id itself, which is not there yet: name another property");
        }
    }

    /** What a path could go on with behind this property. */
    private String goOn(Member end) {
        var behind = mappings.membersBehind(end.property().getValue());
        return behind.isEmpty() ? "" : ": name one of its properties " + Mappings.sorted(behind);
    }

    private GeneSource ofParent(Resolved parent) {
        requireOther("geneOf", mark.geneOf());
        PersistentClass target = mappings.target(parent.end().property().getValue());
        return target == null ? ofParentId(parent) : ofAssociation(target);
    }

    private GeneSource ofParentId(Resolved parentId) {
        Class<?> found = parentId.end().property().getType().getReturnedClass();
        if (found != Long.class && found != String.class) {
            throw new MappingException(id.cannotGenerate() + "geneOf needs the parent's id (long, Long or String) or an"
                    + " association to the parent, but " + parentId.path().attribute() + " is "
                    + found.getName() + goOn(parentId.end()));
        }
        IdFormat own = formatOf(parentId.end(), new HashSet<>());
        return new GeneSource.OfParentId(
                id, parentId.path(), found != String.class ? null : own == null ? parsedFormat() : own);
    }

    private GeneSource ofAssociation(PersistentClass target) {
        Property targetId = target.getIdentifierProperty();
        Class<?> found = targetId == null ? null : targetId.getType().getReturnedClass();
        if (targetId == null || (found != Long.class && found != String.class)) {
            throw composite(target);
        }
        Resolved parentId = resolve("geneOf", mark.geneOf() + "." + targetId.getName());
        return new GeneSource.OfParent(
                id, parentId.path(), found == String.class ? formatOf(parentId.end(), new HashSet<>()) : null);
    }

    private MappingException composite(PersistentClass target) {
        Property key = target.getIdentifierProperty();
        String parts = mark.geneOf() + (key == null ? "" : "." + key.getName()) + ".<part>";
        Value id = target.getIdentifier();
        return new MappingException(this.id.cannotGenerate() + "geneOf = \"" + mark.geneOf() + "\" leads to "
                + target.getJpaEntityName() + ", whose id is no single long, Long or String: name a part of it, by \""
                + parts + "\" with one of " + Mappings.sorted(mappings.membersBehind(id)));
    }

    /** The format in which the property's ids are written, or null if they are not made here. */
    private @Nullable IdFormat formatOf(Member member, Set<PersistentClass> seen) {
        IdMark made = marks.ofId(member.annotated());
        if (made != null) {
            return IdFormat.of(made.format());
        }
        PersistentClass owner = member.entity();
        if (owner == null || !member.isWholeId() || !seen.add(owner)) {
            return null;
        }
        for (Member property : mappings.membersOf(owner).values()) {
            PersistentClass target = mappings.target(property.property().getValue());
            if (target != null
                    && property.annotated().annotation(MapsId.class) != null
                    && target.getIdentifierProperty() != null) {
                return formatOf(
                        new Member(target.getMappedClass(), target.getIdentifierProperty(), target, true), seen);
            }
        }
        return null;
    }
}
