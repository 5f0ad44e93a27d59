package io.snowflakeid.hibernate;

import io.snowflakeid.IdFormat;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.hibernate.PropertyPath.Found;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;

/**
 * The plan by which one attribute gets its ids, made at start-up.
 *
 * @param generator the generator's name in the settings
 * @param textFormat the text format of an id, or null if the attribute is a number
 * @param own the path from the entity to the attribute
 * @param isId true for an id or a part of an id, false for another column
 */
record IdPlan(
        Attribute id,
        String generator,
        @Nullable IdFormat textFormat,
        GeneSource genes,
        PropertyPath own,
        boolean isId) {

    /**
     * Returns the value that is already set in the entity, or null if the value is not set.
     *
     * @throws IdentifierGenerationException if the embedded key is null, because Hibernate up to 7.2 creates no embedded key
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

    /** Returns true if the value is 0, or is null in an id. Null is allowed in columns that are not part of the id. */
    boolean isMissing(@Nullable Object value) {
        return value == null ? isId : value.equals(GeneSource.UNSET);
    }

    Object next(IdGenerator ids, @Nullable Object entity) {
        long next = genes.nextId(ids, entity);
        return textFormat == null ? (Object) next : textFormat.format(next);
    }
}
