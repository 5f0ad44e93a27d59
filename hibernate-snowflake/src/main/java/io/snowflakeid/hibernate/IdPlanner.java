package io.snowflakeid.hibernate;

import io.snowflakeid.IdFormat;
import io.snowflakeid.hibernate.GeneSource.Kind;
import io.snowflakeid.hibernate.PropertyPath.Resolved;
import java.util.List;
import java.util.Map;
import org.hibernate.MappingException;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.Value;
import org.jspecify.annotations.Nullable;

/** Checks the {@link SnowflakeId} annotation of one attribute and creates the {@link IdPlan}. */
final class IdPlanner {

    private static final List<Class<?>> KEY_TYPES =
            List.of(Long.class, Integer.class, Short.class, Byte.class, String.class);

    private final Mappings mappings;
    private final PersistentClass entity;
    private final Attribute id;
    private final IdMark mark;

    IdPlanner(Mappings mappings, PersistentClass entity, Attribute id, IdMark mark) {
        this.mappings = mappings;
        this.entity = entity;
        this.id = id;
        this.mark = mark;
    }

    /** @throws MappingException if the annotation is invalid, with a message that names the entity and the attribute */
    IdPlan plan(Property property) {
        IdFormat format = textFormat(property.getValue());
        PropertyPath own = PropertyPath.resolve(mappings, entity, id.path()).path();
        boolean isId = entity.getIdentifier()
                .getColumns()
                .containsAll(property.getValue().getColumns());
        IdPlan plan = new IdPlan(id, mark.generator(), format, genes(), own, isId);
        mappings.source().add(new PlannedId(entity, property, plan));
        return plan;
    }

    private @Nullable IdFormat textFormat(Value value) {
        Class<?> found = value.getType().getReturnedClass();
        if (found != String.class && found != Long.class && found != long.class) {
            throw id.refusal("@SnowflakeId needs long, Long or String, found " + found.getSimpleName());
        }
        if (found == String.class) {
            IdFormat format = format();
            value.getColumns().forEach(column -> requireRoom(column, format));
            return format;
        }
        if (!mark.format().equals(IdMark.DEFAULT_FORMAT)) {
            throw id.refusal("format = \"" + mark.format() + "\" is for texts, but the attribute is a "
                    + found.getSimpleName() + ": remove the format, or make it a String");
        }
        return null;
    }

    private IdFormat format() {
        try {
            return IdFormat.of(mark.format());
        } catch (IllegalArgumentException e) {
            throw id.refusal(e);
        }
    }

    /** Rejects a column that is shorter than the longest text id, unless the column has an explicit SQL type ({@code columnDefinition}). */
    private void requireRoom(Column column, IdFormat format) {
        Long length = column.getLength();
        if (column.getSqlType() == null && length != null && length < format.maxLength()) {
            throw id.refusal("ids in format " + format + " have up to " + format.maxLength()
                    + " characters, but column " + column.getName() + " has room for " + length
                    + ": set @Column(length = " + format.maxLength() + ") or more");
        }
    }

    // ---- genes

    private GeneSource genes() {
        if (!mark.geneFrom().isEmpty() && !mark.geneOf().isEmpty()) {
            throw id.refusal("@SnowflakeId has both geneFrom = \"" + mark.geneFrom() + "\" and geneOf = \""
                    + mark.geneOf() + "\", but an id has one gene: remove one of them");
        }
        if (!mark.geneFrom().isEmpty()) {
            return ofKey(resolve("geneFrom", mark.geneFrom()));
        }
        return mark.geneOf().isEmpty() ? GeneSource.DRAWN : ofParent(resolve("geneOf", mark.geneOf()));
    }

    private Resolved resolve(String attribute, String path) {
        if (path.equals(id.path())) {
            throw id.refusal(
                    attribute + " = \"" + path + "\" is the id itself, which is not set yet: name another property");
        }
        try {
            return PropertyPath.resolve(mappings, entity, path);
        } catch (MappingException e) {
            throw id.refusal(attribute + " = \"" + path + "\" is wrong: " + e.getMessage());
        }
    }

    private GeneSource ofKey(Resolved key) {
        if (!KEY_TYPES.contains(key.end().type())) {
            throw wrongType("geneFrom needs a property of type long, int, short, byte (or their boxes) or String", key);
        }
        return new GeneSource(key.path(), Kind.KEY, IdFormat.DECIMAL);
    }

    private MappingException wrongType(String needed, Resolved path) {
        Map<String, MappedMember> behind =
                mappings.membersBehind(path.end().property().getValue());
        return id.refusal(needed + ", but " + path.path().attribute() + " is "
                + path.end().type().getName()
                + (behind.isEmpty() ? "" : ": name one of its properties " + behind.keySet()));
    }

    private GeneSource ofParent(Resolved parent) {
        PersistentClass target = mappings.target(parent.end().property().getValue());
        if (target == null) {
            if (!canBeId(parent.end())) {
                throw wrongType(
                        "geneOf needs the parent's id (long, Long or String) or an association to the parent", parent);
            }
            return copiedFrom(parent, Kind.PARENT_ID, format());
        }
        Property targetId = target.getIdentifierProperty();
        if (targetId == null || !canBeId(MappedMember.of(mappings, target, targetId))) {
            throw composite(target);
        }
        return copiedFrom(resolve("geneOf", mark.geneOf() + "." + targetId.getName()), Kind.PARENT, IdFormat.DECIMAL);
    }

    private static boolean canBeId(MappedMember member) {
        return member.type() == Long.class || member.type() == String.class;
    }

    private GeneSource copiedFrom(Resolved parentId, Kind kind, IdFormat fallback) {
        IdMark made = IdMark.of(parentId.end());
        return new GeneSource(parentId.path(), kind, made == null ? fallback : IdFormat.of(made.format()));
    }

    private MappingException composite(PersistentClass target) {
        Property key = target.getIdentifierProperty();
        String parts = mark.geneOf() + (key == null ? "" : "." + key.getName()) + ".<part>";
        return id.refusal("geneOf = \"" + mark.geneOf() + "\" leads to " + target.getJpaEntityName()
                + ", whose id is not a single long, Long or String: name a part of it, as \"" + parts
                + "\" with one of "
                + mappings.membersBehind(target.getIdentifier()).keySet());
    }
}
