package io.snowflakeid.hibernate;

import io.snowflakeid.Gene;
import io.snowflakeid.IdFormat;
import io.snowflakeid.IdGenerator;
import org.hibernate.id.IdentifierGenerationException;
import org.jspecify.annotations.Nullable;

/**
 * Where the gene of a new id comes from.
 *
 * @param id the attribute that gets the id
 * @param path to a sharding key, or to the parent's id; null if the generator draws the gene
 * @param kind what stands at the end of the path
 * @param format in which a parent's id is written, if it is a text
 */
record GeneSource(Attribute id, @Nullable PropertyPath path, Kind kind, IdFormat format) {

    /** What a primitive id holds before it is set; no Snowflake id is 0. */
    static final Long UNSET = 0L;

    /** A key, whose gene is a hash; a copy of the parent's id, whose gene is copied; or the id of a parent entity. */
    enum Kind {
        KEY,
        PARENT_ID,
        PARENT
    }

    static GeneSource drawn(Attribute id) {
        return new GeneSource(id, null, Kind.KEY, IdFormat.DECIMAL);
    }

    boolean isNamed() {
        return path != null;
    }

    /**
     * The next id, with this source's gene.
     *
     * @param entity the entity that gets the id, or null if Hibernate inserts rows without one
     * @throws IdentifierGenerationException if the entity does not say yet which gene it wants
     */
    long nextId(IdGenerator ids, @Nullable Object entity) {
        if (path == null) {
            return ids.nextId();
        }
        if (entity == null) {
            throw failure("its gene is read from the entity, but an insert statement has none: list the id in the"
                    + " statement, or persist entities");
        }
        Object found = path.readFrom(entity);
        if (found == null || (kind != Kind.KEY && found.equals(UNSET))) {
            throw failure(missing(path, found == null ? path.firstNull(entity) : path.attribute(), found));
        }
        return ids.nextId(
                kind == Kind.KEY
                        ? Gene.ofKey(found, ids.layout().geneBits())
                        : ids.layout().geneIn(asNumber(path, found)));
    }

    /** Names what to set: what was asked for, or what is null on the way there. */
    private String missing(PropertyPath path, Attribute missing, @Nullable Object found) {
        String what = "its gene comes from " + path.attribute() + ", but " + missing + " is " + found + ": ";
        return kind == Kind.PARENT && missing.equals(path.attribute())
                ? what + "persist the parent first"
                : what + "set " + missing + " before the entity is persisted";
    }

    private long asNumber(PropertyPath path, Object parentId) {
        if (parentId instanceof Number number) {
            return number.longValue();
        }
        try {
            return format.parse(parentId.toString());
        } catch (IllegalArgumentException e) {
            throw failure("the parent's id in " + path.attribute()
                    + " is no Snowflake id, of which alone a gene is copied: " + e.getMessage());
        }
    }

    private IdentifierGenerationException failure(String reason) {
        return new IdentifierGenerationException(id.cannotGenerate() + reason);
    }
}
