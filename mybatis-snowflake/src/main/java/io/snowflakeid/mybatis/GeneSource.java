package io.snowflakeid.mybatis;

import io.snowflakeid.Gene;
import io.snowflakeid.IdFormat;
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
            return new ShardingKey(new AttributePath(reflector, "geneFrom", mark.geneFrom(), mark, types));
        }
        if (!mark.geneOf().isEmpty()) {
            return new Parent(new AttributePath(reflector, "geneOf", mark.geneOf(), mark, types), types);
        }
        return NONE;
    }
}

/** The gene is computed from a property of the same row, or of something that the row refers to. */
record ShardingKey(AttributePath path) implements GeneSource {

    @Override
    public Long geneFor(Object row, IdProperty id, SnowflakeLayout layout) {
        Object key = path.endIn(row, id, layout).value();
        try {
            return Gene.ofKey(key, layout.geneBits());
        } catch (IllegalArgumentException e) {
            throw path.failure(id, "is refused: " + e.getMessage(), e);
        }
    }
}

/** The gene is copied from the id of the parent, which the path leads to, as such or as a bean. */
record Parent(AttributePath path, RowTypes types) implements GeneSource {

    @Override
    public Long geneFor(Object row, IdProperty id, SnowflakeLayout layout) {
        return layout.geneIn(parentId(path.endIn(row, id, layout), id));
    }

    private long parentId(AttributePath.End end, IdProperty id) {
        Object parent = end.value();
        if (parent instanceof Long || parent instanceof String) {
            IdProperty holder = types.of(end.owner().getClass()).markedId();
            return asLong(
                    parent, holder != null && holder.name().equals(end.property()) ? holder.format() : id.format(), id);
        }
        IdProperty parentsId = types.of(parent.getClass()).markedId();
        if (parentsId == null) {
            throw path.failure(
                    id,
                    "is a " + parent.getClass().getName() + "; let it be the parent's id (long, Long or String), "
                            + "or mark the parent's own id @SnowflakeId",
                    null);
        }
        Object value = parentsId.get(parent);
        if (value == null || parentsId.isUnset(parent)) {
            throw path.failure(id, "has no id yet, " + parentsId + " is unset: insert the parent first", null);
        }
        return asLong(value, parentsId.format(), id);
    }

    private long asLong(Object value, IdFormat format, IdProperty id) {
        try {
            return value instanceof Long number ? number : format.parse(value.toString());
        } catch (IllegalArgumentException e) {
            throw path.failure(id, "is refused: " + e.getMessage(), e);
        }
    }
}
