package io.snowflakeid.merge.config;

import io.snowflakeid.VisibleText;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;

/**
 * The places of all keys and list items in {@code merge.yaml}.
 *
 * @param file its name
 * @param places by path, such as {@code references[2].when}; the empty path has one, too
 */
public record ConfigLines(String file, Map<String, Place> places) {

    private static final int LONGEST = 80;
    private static final Pattern ITEM = Pattern.compile("\\[\\d+]");

    /** A line and a column, counted from 1. */
    record Place(int line, int column) {

        static Place of(@Nullable Mark mark) {
            return mark == null ? new Place(1, 1) : new Place(mark.getLine() + 1, mark.getColumn() + 1);
        }

        @Override
        public String toString() {
            return line + ":" + column;
        }
    }

    /** The path step of a list item, counted from 0. */
    public static String item(int number) {
        return "[" + number + "]";
    }

    /** Adds a step to a path, as errors show it. */
    static String join(String path, String step) {
        boolean follows = path.isEmpty() || ITEM.matcher(step).matches();
        return path + (follows ? "" : ".") + VisibleText.of(step, LONGEST);
    }

    /** A value from outside as errors show it: in quotes, on one line, shortened, harmless to a terminal. */
    static String shown(String value) {
        return "'" + VisibleText.of(value, LONGEST) + "'";
    }

    /** The place of a path, or of its nearest parent that is in the file. */
    Place place(String path) {
        Place place = places.get(path);
        return place == null
                ? place(path.substring(0, Math.max(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('[')))))
                : place;
    }

    /** Describes the place, for instance {@code references in line 12 of merge.yaml}. */
    public String at(String... path) {
        String joined = "";
        for (String step : path) {
            joined = join(joined, step);
        }
        return path[0] + " in "
                + (places.containsKey(path[0]) ? "line " + place(joined).line() + " of " : "") + file;
    }
}
