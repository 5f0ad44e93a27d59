package io.snowflakeid.hibernate;

import org.hibernate.MappingException;

/** An attribute of an entity. Error messages print the attribute as {@code Hero.id} or {@code Seat.key.number}. */
record Attribute(String entity, String path) {

    /** Returns the attribute with this name inside the embeddable, or inside the entity to which this attribute refers. */
    Attribute then(String name) {
        return new Attribute(entity, path + "." + name);
    }

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
