package io.snowflakeid.hibernate;

import org.hibernate.MappingException;

/** The path of an attribute in an entity, such as {@code Hero.id} or {@code Seat.key.number}. */
record Attribute(String entity, String path) {

    /** Returns an attribute with the property name appended to the path. */
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
