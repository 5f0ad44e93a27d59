package io.snowflakeid.merge.config;

import java.util.List;
import java.util.Map;

/** A piece of YAML that knows where it stands. */
sealed interface YamlNode {

    Place place();

    /** A word, a number, a text: what it means is for the reader to say. */
    record Scalar(Place place, String text) implements YamlNode {}

    /** A key without a value. */
    record Nothing(Place place) implements YamlNode {}

    /** A list. */
    record Items(Place place, List<YamlNode> items) implements YamlNode {}

    /** Keys and values in the order of the file. */
    record Entries(Place place, Map<String, Entry> entries) implements YamlNode {}

    /** The value of a key, and where the key stands. */
    record Entry(Place keyPlace, YamlNode value) {}

    /** What it is, as an error calls it. */
    default String kind() {
        if (this instanceof Items) {
            return "a list";
        }
        if (this instanceof Entries) {
            return "a mapping";
        }
        return this instanceof Nothing ? "nothing" : "a text";
    }
}
