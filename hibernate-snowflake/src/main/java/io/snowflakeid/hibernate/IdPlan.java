package io.snowflakeid.hibernate;

import io.snowflakeid.IdFormat;
import io.snowflakeid.IdSource;
import io.snowflakeid.hibernate.PropertyPath.Found;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;

/**
 * Describes how ids of one attribute are generated. {@link IdPlanner} creates the plan at start-up.
 *
 * @param generator the name of the generator in the settings
 * @param textFormat the text format of a {@code String} attribute, or null for a number
 * @param own the path from the entity to the attribute
 * @param isId true if the attribute is the entity's id or a part of the id
 */
record IdPlan(
        Attribute id,
        String generator,
        @Nullable IdFormat textFormat,
        GeneSource genes,
        PropertyPath own,
        boolean isId) {

    /**
     * Returns the attribute's current value, which may be null.
     *
     * @throws IdentifierGenerationException if the embedded key object is null, because Hibernate up to 7.2 does not create the object
     */
    @Nullable
    Object presetIn(Object entity) {
        Found preset = own.readFrom(entity);
        if (preset.value() == null && isId && !preset.attribute().equals(own.attribute())) {
            throw new IdentifierGenerationException(id.cannotGenerate() + preset.attribute()
                    + " is null: set it to a new key object before the entity is persisted");
        }
        return preset.value();
    }

    boolean isMissing(@Nullable Object value) {
        return value == null ? isId : value.equals(GeneSource.UNSET);
    }

    Object next(IdSource ids, @Nullable Object entity) {
        long next = genes.nextId(ids, entity);
        return textFormat == null ? (Object) next : textFormat.format(next);
    }
}
