package io.snowflakeid.hibernate;

import org.hibernate.MappingException;

/** An attribute of an entity. Error messages print the attribute as {@code Hero.id} or {@code Seat.key.number}. */
record Attribute(String entity, String path) {

    /** Returns the attribute for a property of this attribute's value, which is an embeddable or an entity. */
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
