package io.snowflakeid.merge.config;

import io.snowflakeid.VisibleText;
import java.util.Map;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.error.Mark;

/**
 * Where in {@code merge.yaml} each key stands, and each item of a list begins.
 *
 * @param file its name
 * @param places by path, such as {@code references[2].when}; the empty path is there
 */
public record ConfigLines(String file, Map<String, Place> places) {

    private static final int LONGEST = 80;
    private static final Pattern ITEM = Pattern.compile("\\[\\d+]");

    /** A line and a column, counted from 1. */
    record Place(int line, int column) {

        static Place of(Mark mark) {
            return new Place(mark.getLine() + 1, mark.getColumn() + 1);
        }

        @Override
        public String toString() {
            return line + ":" + column;
        }
    }

    /** The step of a path that leads to an item of a list, counted from 0. */
    public static String item(int number) {
        return "[" + number + "]";
    }

    /** A path with one more step, as an error may show it. */
    static String join(String path, String step) {
        boolean follows = path.isEmpty() || ITEM.matcher(step).matches();
        return path + (follows ? "" : ".") + VisibleText.of(step, LONGEST);
    }

    /** A value from outside, as an error may show it: in quotes, on one line, not too long, harmless to a terminal. */
    static String shown(String value) {
        return "'" + VisibleText.of(value, LONGEST) + "'";
    }

    /** Where a path leads; of one that is not there, where what is around it stands. */
    Place place(String path) {
        Place place = places.get(path);
        return place == null
                ? place(path.substring(0, Math.max(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('[')))))
                : place;
    }

    /** Such as {@code references in line 12 of merge.yaml}. */
    public String at(String... path) {
        String joined = "";
        for (String step : path) {
            joined = join(joined, step);
        }
        return path[0] + " in "
                + (places.containsKey(path[0]) ? "line " + place(joined).line() + " of " : "") + file;
    }
}
