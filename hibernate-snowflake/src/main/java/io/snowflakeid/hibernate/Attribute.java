package io.snowflakeid.hibernate;

import org.hibernate.MappingException;

/** An attribute of an entity, as messages name it: {@code Hero.id}, {@code Seat.key.number}. */
record Attribute(String entity, String path) {

    /** The attribute with this name inside the embeddable, or inside the entity to which this attribute refers. */
    Attribute then(String name) {
        return new Attribute(entity, path + "." + name);
    }

    /** The beginning of every message about an id that cannot be generated. */
    String cannotGenerate() {
        return "cannot generate " + this + ": ";
    }

    MappingException refusal(String reason) {
        return new MappingException(cannotGenerate() + reason);
    }

    MappingException refusal(Throwable cause) {
        return new MappingException(cannotGenerate() + cause.getMessage(), cause);
    }

    @Override
    public String toString() {
        return entity + "." + path;
    }
}
