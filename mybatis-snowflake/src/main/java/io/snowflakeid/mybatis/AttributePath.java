package io.snowflakeid.mybatis;

import io.snowflakeid.SnowflakeLayout;
import java.util.List;
import java.util.Map;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.reflection.Reflector;
import org.jspecify.annotations.Nullable;

/** A path that an attribute of a mark names ({@code customer.tenantId}), followed from property to property of a row. */
final class AttributePath {

    private final String attribute;
    private final String path;
    private final List<String> properties;
    private final RowTypes types;

    /**
     * @throws PluginException if the row has no such property; what lies behind it is known only when a row is there
     */
    AttributePath(Reflector reflector, String attribute, String path, IdMark mark, RowTypes types) {
        this.attribute = attribute;
        this.path = path;
        this.properties = List.of(path.split("\\.", -1));
        this.types = types;
        if (!reflector.hasGetter(properties.get(0))) {
            String type = reflector.getType().getSimpleName();
            throw new PluginException("cannot generate " + type + "." + mark.property() + ": " + this + " starts at "
                    + type + ", which has no property '" + properties.get(0) + "'");
        }
    }

    /** Where a path ends. */
    record End(Object owner, String property, Object value) {}

    /**
     * @throws PluginException if the layout has no room for a gene, a property is missing, or anything on the way is null or unset
     */
    End endIn(Object row, IdProperty id, SnowflakeLayout layout) {
        if (layout.geneBits() == 0) {
            throw failure(
                    id,
                    "asks for a gene, but layout " + layout.spec()
                            + " has no gene bits: use one made by withGene(bits), or leave the attribute out",
                    null);
        }
        Object owner = row;
        for (int i = 0; i < properties.size() - 1; i++) {
            owner = required(valueOf(i, owner, id), i, id);
        }
        int last = properties.size() - 1;
        IdProperty ownersId = types.of(owner.getClass()).markedId();
        if (ownersId != null && ownersId.name().equals(properties.get(last)) && ownersId.isUnset(owner)) {
            throw failure(id, "has no id yet, " + ownersId + " is unset: insert the parent first", null);
        }
        return new End(owner, properties.get(last), required(valueOf(last, owner, id), last, id));
    }

    private @Nullable Object valueOf(int index, Object owner, IdProperty id) {
        String property = properties.get(index);
        if (owner instanceof Map<?, ?> map) {
            return map.get(property);
        }
        RowType type = types.of(owner.getClass());
        if (!type.hasGetter(property)) {
            throw failure(
                    id,
                    "leads nowhere: " + owner.getClass().getSimpleName() + " has no property '" + property + "'",
                    null);
        }
        return type.read(property, owner);
    }

    private Object required(@Nullable Object value, int index, IdProperty id) {
        if (value == null) {
            boolean onTheWay = index < properties.size() - 1;
            throw failure(
                    id,
                    "is null" + (onTheWay ? ", as " + String.join(".", properties.subList(0, index + 1)) + " is" : "")
                            + ": set that property before the insert",
                    null);
        }
        return value;
    }

    PluginException failure(IdProperty id, String what, @Nullable Throwable cause) {
        return new PluginException("cannot generate " + id + ": " + this + " " + what, cause);
    }

    /** For messages: {@code geneFrom = "userId"}. */
    @Override
    public String toString() {
        return attribute + " = \"" + path + "\"";
    }
}
