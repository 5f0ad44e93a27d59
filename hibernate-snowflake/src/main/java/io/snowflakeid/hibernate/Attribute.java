package io.snowflakeid.hibernate;

import org.hibernate.MappingException;

/** An attribute of an entity, as messages name it: {@code Hero.id}, {@code Seat.key.number}. */
record Attribute(String entity, String path) {

    /** What lies behind this one: an attribute of the embeddable or of the entity that it refers to. */
    Attribute then(String name) {
        return new Attribute(entity, path + "." + name);
    }

    /** How every message about an id that cannot be made begins. */
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
