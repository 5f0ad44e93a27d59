package io.snowflakeid.merge.config;

import java.util.List;
import java.util.Map;

/**
 * Where in {@code merge.yaml} something stands, for what is found wrong with it only when the databases are read.
 *
 * @param file its name
 * @param lines by path, counted from 1
 */
public record ConfigLines(String file, Map<String, Integer> lines) {

    /** The step of a path that leads to an item of a list, counted from 0. */
    public static String item(int number) {
        return "[" + number + "]";
    }

    /** Such as {@code references in line 12 of merge.yaml}; of a path that is not there, where what is around it stands. */
    public String at(String... path) {
        for (int length = path.length; length > 0; length--) {
            Integer line = lines.get(YamlNode.join("", List.of(path).subList(0, length)));
            if (line != null) {
                return path[0] + " in line " + line + " of " + file;
            }
        }
        return path[0] + " in " + file;
    }
}
