package io.snowflakeid.mybatis;

import io.snowflakeid.Gene;
import io.snowflakeid.SnowflakeLayout;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.reflection.Reflector;
import org.jspecify.annotations.Nullable;

/** Where the gene of a row's id comes from: nowhere, a sharding key, or a parent. */
interface GeneSource {

    /** No gene is asked for. */
    GeneSource NONE = (row, id, layout) -> null;

    /**
     * The gene for a row, or null if the generator is to draw one.
     *
     * @throws PluginException if the row does not have what the gene is made of, or the layout has no room for it
     */
    @Nullable
    Long geneFor(Object row, IdProperty id, SnowflakeLayout layout);

    /**
     * The source that a mark asks for.
     *
     * @throws PluginException if it asks for both, or names a property that does not exist
     */
    static GeneSource of(IdMark mark, Reflector reflector, RowTypes types) {
        String type = reflector.getType().getSimpleName();
        if (!mark.geneFrom().isEmpty() && !mark.geneOf().isEmpty()) {
            throw new PluginException("cannot generate " + type + "." + mark.property() + ": found geneFrom = \""
                    + mark.geneFrom() + "\" and geneOf = \"" + mark.geneOf()
                    + "\"; an id has one gene, so leave one of them");
        }
        if (!mark.geneFrom().isEmpty()) {
            return new ShardingKey(new NamedProperty(reflector, "geneFrom", mark.geneFrom(), mark));
        }
        if (!mark.geneOf().isEmpty()) {
            return new Parent(new NamedProperty(reflector, "geneOf", mark.geneOf(), mark), types);
        }
        return NONE;
    }
}

/** The gene is computed from a property of the same row. */
record ShardingKey(NamedProperty property) implements GeneSource {

    @Override
    public Long geneFor(Object row, IdProperty id, SnowflakeLayout layout) {
        Object key = property.requiredOf(row, id, layout);
        try {
            return Gene.ofKey(key, layout.geneBits());
        } catch (IllegalArgumentException e) {
            throw property.failure(id, "is refused: " + e.getMessage(), e);
        }
    }
}

/** The gene is copied from the id of the parent, which the same row holds, as such or as a bean. */
record Parent(NamedProperty property, RowTypes types) implements GeneSource {

    @Override
    public Long geneFor(Object row, IdProperty id, SnowflakeLayout layout) {
        return layout.geneIn(parentId(property.requiredOf(row, id, layout), id));
    }

    private long parentId(Object parent, IdProperty id) {
        if (parent instanceof Long || parent instanceof String) {
            return asLong(parent, id);
        }
        IdProperty parentsId = types.of(parent.getClass()).markedId();
        if (parentsId == null) {
            throw property.failure(
                    id,
                    "is a " + parent.getClass().getName() + "; let it be the parent's id (long, Long or String), "
                            + "or mark the parent's own id @SnowflakeId",
                    null);
        }
        Object value = parentsId.get(parent);
        if (value == null || parentsId.isUnset(parent)) {
            throw property.failure(id, "has no id yet, " + parentsId + " is unset: insert the parent first", null);
        }
        return asLong(value, id);
    }

    private long asLong(Object value, IdProperty id) {
        try {
            return value instanceof Long number ? number : Long.parseLong(value.toString());
        } catch (NumberFormatException e) {
            throw property.failure(id, "is the text '" + value + "': it must be a decimal id", e);
        }
    }
}

/** The property of a row that an attribute of its mark names. */
final class NamedProperty {

    private final Reflector reflector;
    private final String attribute;
    private final String name;

    NamedProperty(Reflector reflector, String attribute, String name, IdMark mark) {
        this.reflector = reflector;
        this.attribute = attribute;
        this.name = name;
        if (!reflector.hasGetter(name)) {
            String type = reflector.getType().getSimpleName();
            throw new PluginException("cannot generate " + type + "." + mark.property() + ": " + this
                    + " is no property of " + type + "; name one of the row itself, without a path");
        }
    }

    Object requiredOf(Object row, IdProperty id, SnowflakeLayout layout) {
        if (layout.geneBits() == 0) {
            throw failure(
                    id,
                    "asks for a gene, but layout " + layout.spec()
                            + " has no gene bits: use one made by withGene(bits), or leave the attribute out",
                    null);
        }
        Object value = IdProperty.read(reflector, name, row);
        if (value == null) {
            throw failure(id, "is null: set that property before the insert", null);
        }
        return value;
    }

    PluginException failure(IdProperty id, String what, @Nullable Throwable cause) {
        return new PluginException("cannot generate " + id + ": " + this + " " + what, cause);
    }

    /** For messages: {@code geneFrom = "userId"}. */
    @Override
    public String toString() {
        return attribute + " = \"" + name + "\"";
    }
}
