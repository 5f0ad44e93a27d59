package io.snowflakeid.hibernate;

import io.snowflakeid.Gene;
import io.snowflakeid.IdGenerator;
import java.io.Serializable;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.id.IdentifierGenerationException;
import org.hibernate.proxy.HibernateProxy;
import org.hibernate.proxy.LazyInitializer;
import org.jspecify.annotations.Nullable;

/** Where the gene of a new id comes from. */
sealed interface GeneSource extends Serializable {

    /** What a primitive id holds before it is set; no Snowflake id is 0. */
    Long UNSET = 0L;

    /**
     * The next id, with this source's gene.
     *
     * @throws IdentifierGenerationException if the entity does not say yet which gene it wants
     */
    long nextId(IdGenerator ids, SharedSessionContractImplementor session, Object entity);

    /** The generator draws one. */
    record Drawn() implements GeneSource {
        @Override
        public long nextId(IdGenerator ids, SharedSessionContractImplementor session, Object entity) {
            return ids.nextId();
        }
    }

    /** The gene of the sharding key in {@code property}. */
    record OfKey(Attribute id, Attribute property) implements GeneSource {
        @Override
        public long nextId(IdGenerator ids, SharedSessionContractImplementor session, Object entity) {
            Object key = property.readFrom(session, entity);
            if (key == null) {
                throw new IdentifierGenerationException("cannot generate " + id + ": its gene comes from " + property
                        + ", which is null: set " + property + " before the entity is persisted");
            }
            return ids.nextId(Gene.ofKey(key, ids.layout().geneBits()));
        }
    }

    /** The gene of the parent's id, which {@code property} holds. */
    record OfParentId(Attribute id, Attribute property) implements GeneSource {
        @Override
        public long nextId(IdGenerator ids, SharedSessionContractImplementor session, Object entity) {
            Object parentId = property.readFrom(session, entity);
            if (parentId == null || parentId.equals(UNSET)) {
                throw new IdentifierGenerationException(
                        "cannot generate " + id + ": its gene is that of the parent's id in " + property + ", which is "
                                + parentId + ": set " + property + " before the entity is persisted");
            }
            return ids.nextId(ids.layout().geneIn(parse(id, property, parentId)));
        }
    }

    /** The gene of the id of the parent entity, to which {@code property} refers. */
    record OfParent(Attribute id, Attribute property) implements GeneSource {
        @Override
        public long nextId(IdGenerator ids, SharedSessionContractImplementor session, Object entity) {
            Object parent = property.readFrom(session, entity);
            if (parent == null) {
                throw new IdentifierGenerationException("cannot generate " + id + ": its gene is that of the parent in "
                        + property + ", which is null: set " + property + " before the entity is persisted");
            }
            Object parentId = idOf(session, parent);
            if (parentId == null || parentId.equals(UNSET)) {
                throw new IdentifierGenerationException("cannot generate " + id + ": its gene is that of the parent in "
                        + property + ", which has no id yet: persist the parent first");
            }
            return ids.nextId(ids.layout().geneIn(parse(id, property, parentId)));
        }

        /** Does not load a parent of which only the reference is at hand. */
        private static @Nullable Object idOf(SharedSessionContractImplementor session, Object parent) {
            LazyInitializer reference = HibernateProxy.extractLazyInitializer(parent);
            return reference == null
                    ? session.getEntityPersister(null, parent).getIdentifier(parent, session)
                    : reference.getInternalIdentifier();
        }
    }

    private static long parse(Attribute id, Attribute property, Object parentId) {
        try {
            return Long.parseLong(parentId.toString());
        } catch (NumberFormatException e) {
            throw new IdentifierGenerationException(
                    "cannot generate " + id + ": the parent's id in " + property + " is a "
                            + parentId.getClass().getName() + " '" + parentId
                            + "', which is no decimal number of 64 bits: a gene is copied from a Snowflake id only",
                    e);
        }
    }
}
