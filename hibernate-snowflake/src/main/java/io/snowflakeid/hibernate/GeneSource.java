package io.snowflakeid.hibernate;

import io.snowflakeid.Gene;
import io.snowflakeid.IdFormat;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.IdSource;
import io.snowflakeid.hibernate.PropertyPath.Found;
import org.hibernate.HibernateException;
import org.jspecify.annotations.Nullable;

/**
 * Describes how a new id gets its gene bits.
 *
 * @param path the path to the sharding key or to the parent's id, or null if the generator chooses the gene bits
 * @param format the text format of the parent's id if its type is {@code String}
 */
record GeneSource(@Nullable PropertyPath path, Kind kind, IdFormat format) {

    static final Long UNSET = 0L;

    /** Determines whether the gene bits come from a sharding key, from a parent's id, or from an associated parent. */
    enum Kind {
        KEY,
        PARENT_ID,
        PARENT
    }

    static final GeneSource DRAWN = new GeneSource(null, Kind.KEY, IdFormat.DECIMAL);

    boolean isNamed() {
        return path != null;
    }

    /**
     * @param entity the entity that gets the id, or null for an insert statement
     * @throws HibernateException if the sharding key or the parent's id is required but not set
     */
    long nextId(IdSource source, @Nullable Object entity) {
        if (path == null) {
            return source.nextId();
        }
        if (entity == null) {
            throw new HibernateException("its gene is read from the entity, but an insert statement has none: list the"
                    + " id in the statement, or persist entities");
        }
        Found found = path.readFrom(entity);
        Object value = found.value();
        if (value == null || (kind != Kind.KEY && value.equals(UNSET))) {
            throw new HibernateException(missing(path, found));
        }
        IdGenerator ids = (IdGenerator) source; // a session factory rejects a gene of another source at its start
        return ids.nextId(
                kind == Kind.KEY
                        ? Gene.ofKey(value, ids.layout().geneBits())
                        : ids.layout().geneIn(asNumber(path, value)));
    }

    /** Returns an error message that names the first unset attribute on the path. */
    private String missing(PropertyPath path, Found missing) {
        String attribute = missing.attribute();
        String what =
                "its gene comes from " + path.attribute() + ", but " + attribute + " is " + missing.value() + ": ";
        return kind == Kind.PARENT && attribute.equals(path.attribute())
                ? what + "persist the parent first"
                : what + "set " + attribute + " before the entity is persisted";
    }

    private long asNumber(PropertyPath path, Object parentId) {
        if (parentId instanceof Number number) {
            return number.longValue();
        }
        try {
            return format.parse(parentId.toString());
        } catch (IllegalArgumentException e) {
            throw new HibernateException("the parent's id in " + path.attribute()
                    + " is not a Snowflake id, so it has no gene to copy: " + e.getMessage());
        }
    }
}
