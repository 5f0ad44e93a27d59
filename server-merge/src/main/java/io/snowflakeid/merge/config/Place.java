package io.snowflakeid.merge.config;

import java.util.Comparator;

/** Where in a file something stands; lines and columns count from 1. */
record Place(int line, int column) implements Comparable<Place> {

    private static final Comparator<Place> READING_ORDER =
            Comparator.comparingInt(Place::line).thenComparingInt(Place::column);

    static final Place START = new Place(1, 1);

    @Override
    public int compareTo(Place other) {
        return READING_ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return line + ":" + column;
    }
}
