package io.snowflakeid.merge.config;

import io.snowflakeid.merge.ConfigException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Everything that is wrong with a file, so that an operator corrects it in one go. */
final class Problems {

    /** Where in a file something stands, counted from 1. */
    record Place(int line, int column) {
        static final Place START = new Place(1, 1);

        @Override
        public String toString() {
            return line + ":" + column;
        }
    }

    private record Problem(Place place, String message) {}

    private final String file;
    private final List<Problem> found = new ArrayList<>();

    Problems(String file) {
        this.file = file;
    }

    void add(Place place, String message) {
        found.add(new Problem(place, message));
    }

    int count() {
        return found.size();
    }

    boolean reportedAt(Place place) {
        return found.stream().anyMatch(problem -> problem.place().equals(place));
    }

    /** All of them, in the order of the file. */
    ConfigException asException() {
        return new ConfigException(found.stream()
                .sorted(Comparator.comparingInt(
                                (Problem problem) -> problem.place().line())
                        .thenComparingInt(problem -> problem.place().column()))
                .map(problem -> file + ":" + problem.place() + ": " + problem.message())
                .toArray(String[]::new));
    }
}
