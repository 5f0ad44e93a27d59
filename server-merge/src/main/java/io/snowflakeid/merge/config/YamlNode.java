package io.snowflakeid.merge.config;

import io.snowflakeid.VisibleText;
import io.snowflakeid.merge.config.Problems.Place;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A piece of YAML, and where it stands.
 *
 * @param path the keys from the top, as an error shows them: {@code references[2].when}
 * @param key where its key stands; of an item of a list, where it begins
 * @param children by key, or by {@link ConfigLines#item}
 */
record YamlNode(String path, Place key, Place begin, String kind, String text, Map<String, YamlNode> children) {

    static final String NOTHING = "nothing";
    static final String TEXT = "a text";
    static final String LIST = "a list";
    static final String MAPPING = "a mapping";

    private static final int LONGEST = 80;
    private static final Pattern ITEM = Pattern.compile("\\[\\d+]");
    private static final Pattern PLAIN_KEY = Pattern.compile("[\\p{L}\\p{N}_*-]{1," + LONGEST + "}");

    static YamlNode of(String kind, String text) {
        return new YamlNode("", Place.START, Place.START, kind, text, Map.of());
    }

    boolean is(String wanted) {
        return kind.equals(wanted);
    }

    /** Where to look for what is wrong with it, or with what these keys lead to; of an absent key, what is around it. */
    Place place(List<String> keys) {
        if (keys.isEmpty()) {
            return is(TEXT) ? begin : key;
        }
        YamlNode child = children.get(keys.get(0));
        return child == null ? begin : child.place(keys.subList(1, keys.size()));
    }

    /** A path with one more key; a strange one is shown in quotes. */
    static String join(String path, String key) {
        if (ITEM.matcher(key).matches()) {
            return path + key;
        }
        String shown = PLAIN_KEY.matcher(key).matches() ? key : '"' + VisibleText.of(key, LONGEST) + '"';
        return path.isEmpty() ? shown : path + "." + shown;
    }

    static String join(String path, List<String> keys) {
        String joined = path;
        for (String key : keys) {
            joined = join(joined, key);
        }
        return joined;
    }

    /** A value from outside, as an error may show it: in quotes, on one line, not too long, harmless to a terminal. */
    static String shown(String value) {
        return "'" + VisibleText.of(value, LONGEST) + "'";
    }
}
