package io.snowflakeid.merge.config;

import io.snowflakeid.merge.ConfigException;
import io.snowflakeid.merge.config.ConfigLines.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Everything that is wrong with a file, so that an operator corrects it in one go.
 *
 * @param file as errors call it
 */
record Problems(String file, ConfigLines lines, List<Problem> found) {

    record Problem(Place place, String path, String message) {}

    Problems(String file, ConfigLines lines) {
        this(file, lines, new ArrayList<>());
    }

    void add(Place place, String message) {
        found.add(new Problem(place, "", message));
    }

    /** Something wrong with what a path leads to, to be read behind the path. */
    void add(String path, String what) {
        found.add(new Problem(lines.place(path), path, (path.isEmpty() ? "the file" : path) + " " + what));
    }

    /** Whether anything is wrong with what a path leads to, or with a part of it. */
    boolean at(String path) {
        return found.stream().anyMatch(problem -> problem.path().startsWith(path));
    }

    /** All of them, in the order of the file. */
    ConfigException asException() {
        return new ConfigException(found.stream()
                .sorted(Comparator.comparing(Problem::place))
                .map(problem -> file + ":" + problem.place() + ": " + problem.message())
                .toArray(String[]::new));
    }
}
