package io.snowflakeid.hibernate;

import java.io.Serializable;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.jspecify.annotations.Nullable;

/** An attribute of an entity, as messages name it: {@code Hero.id}. */
record Attribute(String entity, String name) implements Serializable {

    @Nullable
    Object readFrom(SharedSessionContractImplementor session, Object owner) {
        return session.getEntityPersister(null, owner).getPropertyValue(owner, name);
    }

    @Override
    public String toString() {
        return entity + "." + name;
    }
}
