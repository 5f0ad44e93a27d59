package io.snowflakeid.hibernate;

import io.snowflakeid.Gene;
import io.snowflakeid.IdFormat;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.hibernate.PropertyPath.Found;
import org.hibernate.HibernateException;
import org.jspecify.annotations.Nullable;

/**
 * The source of a new id's gene.
 *
 * @param path the path to a sharding key, or to the parent's id, or null if the generator chooses the gene
 * @param kind the kind of value at the end of the path
 * @param format the text format of a parent's id that is a {@code String}
 */
record GeneSource(@Nullable PropertyPath path, Kind kind, IdFormat format) {

    /** The value of an unset attribute of type {@code long}. No Snowflake id is 0. */
    static final Long UNSET = 0L;

    /** The kind of a gene's source, which is a sharding key, a column with the parent's id, or an association with the parent. */
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
     * Returns the next id, with the gene from this source.
     *
     * @param entity the entity that gets the id, or null if Hibernate inserts rows without an entity
     * @throws HibernateException if the key or the parent's id is not set yet
     */
    long nextId(IdGenerator ids, @Nullable Object entity) {
        if (path == null) {
            return ids.nextId();
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
        return ids.nextId(
                kind == Kind.KEY
                        ? Gene.ofKey(value, ids.layout().geneBits())
                        : ids.layout().geneIn(asNumber(path, value)));
    }

    /** Returns a message that names the first unset attribute on the path. */
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
