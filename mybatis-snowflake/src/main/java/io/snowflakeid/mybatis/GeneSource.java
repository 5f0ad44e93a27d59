package io.snowflakeid.mybatis;

import io.snowflakeid.Gene;
import io.snowflakeid.IdFormat;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.IdSource;
import io.snowflakeid.SnowflakeLayout;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/**
 * The property path, such as {@code customer.tenantId}, from a row to the value that determines the gene bits of its id. The property path ends at a
 * sharding key, at a parent object, or at the id of a parent object.
 */
record GeneSource(boolean ofParent, List<String> properties) {

    /** Returns the path in {@code geneFrom} or {@code geneOf}, or null if both attributes are empty. */
    static @Nullable GeneSource of(IdMark mark, String type) {
        if (mark.geneFrom().isEmpty() && mark.geneOf().isEmpty()) {
            return null;
        }
        if (!mark.geneFrom().isEmpty() && !mark.geneOf().isEmpty()) {
            throw new PluginException(
                    "cannot generate " + type + "." + mark.property() + ": found geneFrom = \"" + mark.geneFrom()
                            + "\" and geneOf = \"" + mark.geneOf() + "\"; an id has one gene, so remove one of them");
        }
        String path = mark.geneFrom() + mark.geneOf();
        return new GeneSource(mark.geneFrom().isEmpty(), List.of(path.split("\\.", -1)));
    }

    long geneFor(Object row, IdProperty id, IdSource source) {
        SnowflakeLayout layout = source instanceof IdGenerator ids ? ids.layout() : null;
        if (layout == null || layout.geneBits() == 0) {
            throw failure(
                    id,
                    "needs a gene, but "
                            + (layout == null
                                    ? "numbers of segments have no gene"
                                    : "layout " + layout.spec() + " has no gene bits")
                            + ": use a layout made by withGene(bits), or remove the attribute");
        }
        Object owner = row;
        int last = properties.size() - 1;
        for (int i = 0; i < last; i++) {
            owner = required(i, owner, id);
        }
        IdProperty ownersId = RowType.markedIdOf(owner);
        IdFormat format = id.format();
        if (ownersId != null && ownersId.name().equals(properties.get(last))) {
            requireSet(ownersId, owner, id);
            format = ownersId.format();
        }
        Object end = required(last, owner, id);
        try {
            return ofParent ? layout.geneIn(parentId(end, format, id)) : Gene.ofKey(end, layout.geneBits());
        } catch (IllegalArgumentException e) {
            throw id.refused(this + " is rejected: " + e.getMessage(), e);
        }
    }

    private Object required(int index, Object owner, IdProperty id) {
        String property = properties.get(index);
        if (!(owner instanceof Map) && !RowType.has(owner, property)) {
            throw failure(
                    id, "does not exist: " + owner.getClass().getSimpleName() + " has no property '" + property + "'");
        }
        Object value = RowType.read(owner, property);
        if (value == null) {
            boolean onTheWay = index < properties.size() - 1;
            throw failure(
                    id,
                    "is null" + (onTheWay ? ", as " + String.join(".", properties.subList(0, index + 1)) + " is" : "")
                            + ": set that property before the insert");
        }
        return value;
    }

    private void requireSet(IdProperty parentsId, Object parent, IdProperty id) {
        if (parentsId.isUnset(parent)) {
            throw failure(id, "has no id yet, " + parentsId + " is unset: insert the parent first");
        }
    }

    /** Returns the id of a parent that is given as a bean or as the id itself. */
    private long parentId(Object parent, IdFormat format, IdProperty id) {
        if (parent instanceof Long || parent instanceof String) {
            return parent instanceof Long number ? number : format.parse(parent.toString());
        }
        IdProperty parentsId = RowType.markedIdOf(parent);
        if (parentsId == null) {
            throw failure(
                    id,
                    "is a " + parent.getClass().getName() + "; make it the parent's id (long, Long or String), "
                            + "or annotate the parent's own id with @SnowflakeId");
        }
        requireSet(parentsId, parent, id);
        return parentId(Objects.requireNonNull(parentsId.get(parent)), parentsId.format(), id);
    }

    private PluginException failure(IdProperty id, String what) {
        return id.refused(this + " " + what, null);
    }

    /** Returns the text that error messages print, such as {@code geneFrom = "userId"}. */
    @Override
    public String toString() {
        return (ofParent ? "geneOf" : "geneFrom") + " = \"" + String.join(".", properties) + "\"";
    }
}
