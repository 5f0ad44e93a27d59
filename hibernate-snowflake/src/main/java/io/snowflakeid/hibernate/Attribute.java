package io.snowflakeid.hibernate;

import java.io.Serializable;

/** An attribute of an entity, as messages name it: {@code Hero.id}, {@code Seat.key.number}. */
record Attribute(String entity, String path) implements Serializable {

    /** How every message about an id that cannot be made begins. */
    String cannotGenerate() {
        return "cannot generate " + this + ": ";
    }

    @Override
    public String toString() {
        return entity + "." + path;
    }
}
