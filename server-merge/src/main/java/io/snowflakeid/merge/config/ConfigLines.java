package io.snowflakeid.merge.config;

import io.snowflakeid.internal.VisibleText;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;

/**
 * The line and column of each key and list item in {@code merge.yaml}.
 *
 * @param places the positions of keys and list items by path, such as {@code references[2].when}
 */
public record ConfigLines(String file, Map<String, Place> places) {

    private static final int LONGEST = 80;
    private static final Pattern ITEM = Pattern.compile("\\[\\d+]");

    /** A line and a column in a file, both counted from 1. */
    record Place(int line, int column) {

        static Place of(@Nullable Mark mark) {
            return mark == null ? new Place(1, 1) : new Place(mark.getLine() + 1, mark.getColumn() + 1);
        }

        @Override
        public String toString() {
            return line + ":" + column;
        }
    }

    /** Returns the path element of a list item, such as {@code [0]} for the first item. */
    public static String item(int number) {
        return "[" + number + "]";
    }

    static String join(String path, String step) {
        boolean follows = path.isEmpty() || ITEM.matcher(step).matches();
        return path + (follows ? "" : ".") + VisibleText.of(step, LONGEST);
    }

    /** Formats a value for an error message as one short line without control characters. */
    static String shown(String value) {
        return "'" + VisibleText.of(value, LONGEST) + "'";
    }

    /** Returns the position of a setting such as {@code tables.players} in the file, or of the nearest parent setting that the file contains. */
    Place place(String path) {
        Place place = places.get(path);
        return place == null
                ? place(path.substring(0, Math.max(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('[')))))
                : place;
    }

    /** Returns a text with the line of a setting, for example {@code references in line 12 of merge.yaml}. */
    public String at(String... path) {
        String joined = "";
        for (String step : path) {
            joined = join(joined, step);
        }
        return path[0] + " in "
                + (places.containsKey(path[0]) ? "line " + place(joined).line() + " of " : "") + file;
    }
}
