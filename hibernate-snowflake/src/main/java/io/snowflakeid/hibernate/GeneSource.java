package io.snowflakeid.hibernate;

import io.snowflakeid.Gene;
import io.snowflakeid.IdFormat;
import io.snowflakeid.IdGenerator;
import java.io.Serializable;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;

/** Where the gene of a new id comes from. */
sealed interface GeneSource extends Serializable {

    /** What a primitive id holds before it is set; no Snowflake id is 0. */
    Long UNSET = 0L;

    /**
     * The next id, with this source's gene.
     *
     * @param entity the entity that gets the id, or null if Hibernate inserts rows without one
     * @throws IdentifierGenerationException if the entity does not say yet which gene it wants
     */
    long nextId(IdGenerator ids, @Nullable Object entity);

    /** The generator draws one. */
    record Drawn() implements GeneSource {
        @Override
        public long nextId(IdGenerator ids, @Nullable Object entity) {
            return ids.nextId();
        }
    }

    /** The gene of the sharding key at the end of {@code key}. */
    record OfKey(Attribute id, PropertyPath key) implements GeneSource {
        @Override
        public long nextId(IdGenerator ids, @Nullable Object entity) {
            Object owner = requireEntity(id, entity);
            Object found = key.readFrom(owner);
            if (found == null) {
                throw new IdentifierGenerationException(id.cannotGenerate() + "its gene comes from " + key.attribute()
                        + whichIsNull(key.attribute(), key.firstNull(owner)) + " before the entity is persisted");
            }
            return ids.nextId(Gene.ofKey(found, ids.layout().geneBits()));
        }
    }

    /** The gene of the parent's id, which {@code parentId} leads to. */
    record OfParentId(
            Attribute id, PropertyPath parentId, @Nullable IdFormat format) implements GeneSource {
        @Override
        public long nextId(IdGenerator ids, @Nullable Object entity) {
            Object owner = requireEntity(id, entity);
            Object found = parentId.readFrom(owner);
            if (found == null || found.equals(UNSET)) {
                String what = found == null
                        ? whichIsNull(parentId.attribute(), parentId.firstNull(owner))
                        : ", which is 0: set " + parentId.attribute();
                throw new IdentifierGenerationException(id.cannotGenerate() + "its gene is that of the parent's id in "
                        + parentId.attribute() + what + " before the entity is persisted");
            }
            return ids.nextId(ids.layout().geneIn(asNumber(id, parentId.attribute(), found, format)));
        }
    }

    /** The gene of the id of a parent entity; {@code parentId} ends with its id. */
    record OfParent(
            Attribute id, PropertyPath parentId, @Nullable IdFormat format) implements GeneSource {
        @Override
        public long nextId(IdGenerator ids, @Nullable Object entity) {
            Object owner = requireEntity(id, entity);
            Object found = parentId.readFrom(owner);
            if (found != null && !found.equals(UNSET)) {
                return ids.nextId(ids.layout().geneIn(asNumber(id, parentId.parent(), found, format)));
            }
            boolean parentHasNoId = found != null || parentId.firstNull(owner).equals(parentId.attribute());
            throw new IdentifierGenerationException(
                    id.cannotGenerate() + "its gene is that of the parent in " + parentId.parent()
                            + (parentHasNoId
                                    ? ", which has no id yet: persist the parent first"
                                    : whichIsNull(parentId.parent(), parentId.firstNull(owner))
                                            + " before the entity is persisted"));
        }
    }

    private static Object requireEntity(Attribute id, @Nullable Object entity) {
        if (entity == null) {
            throw new IdentifierGenerationException(id.cannotGenerate() + "its gene is read from the entity, but an"
                    + " insert statement has none: list the id in the statement, or persist entities");
        }
        return entity;
    }

    /** Names what to set: what was asked for, or what is null on the way there. */
    private static String whichIsNull(Attribute wanted, Attribute missing) {
        String what = missing.equals(wanted) ? ", which is null" : ", but " + missing + " is null";
        return what + ": set " + missing;
    }

    private static long asNumber(Attribute id, Attribute parent, Object parentId, @Nullable IdFormat format) {
        if (parentId instanceof Number number) {
            return number.longValue();
        }
        try {
            return (format == null ? IdFormat.DECIMAL : format).parse(parentId.toString());
        } catch (IllegalArgumentException e) {
            throw new IdentifierGenerationException(
                    id.cannotGenerate() + "the parent's id in " + parent
                            + " is no Snowflake id, of which alone a gene is copied: " + e.getMessage(),
                    e);
        }
    }
}
