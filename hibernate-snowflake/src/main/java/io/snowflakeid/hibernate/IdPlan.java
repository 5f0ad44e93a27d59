package io.snowflakeid.hibernate;

import io.snowflakeid.IdFormat;
import io.snowflakeid.IdGenerator;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * How one attribute gets its ids, as found out at start-up.
 *
 * @param generator the generator's name in the settings
 * @param textFormat how an id becomes a text, or null if the attribute is a number
 * @param own where the attribute lies in its entity
 */
record IdPlan(Attribute id, String generator, @Nullable IdFormat textFormat, GeneSource genes, PropertyPath own)
        implements Serializable {

    /** The value that the entity has already, or null. */
    @Nullable
    Object presetIn(Object entity) {
        return own.readFrom(entity);
    }

    Object next(IdGenerator ids, @Nullable Object entity) {
        long next = genes.nextId(ids, entity);
        return textFormat == null ? (Object) next : textFormat.format(next);
    }
}
