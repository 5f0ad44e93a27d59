package io.snowflakeid.zookeeper;

import java.util.Map;
import java.util.TreeMap;

/**
 * What a namespace was set up with, as its node says it: one line per value, name and value with a blank between them.
 *
 * @param opensAt the tick before which no worker is granted
 */
record Namespace(String layout, String scope, String version, long opensAt) {

    static Namespace read(String text) {
        Map<String, String> values = new TreeMap<>();
        for (String line : text.split("\n", -1)) {
            int blank = line.indexOf(' ');
            if (blank > 0) {
                values.put(line.substring(0, blank), line.substring(blank + 1));
            }
        }
        return new Namespace(
                values.getOrDefault("layout", "none"),
                values.getOrDefault("scope", "none"),
                values.getOrDefault("version", "none"),
                Long.parseLong(values.getOrDefault("opens-at", "0")));
    }

    Namespace opening(long tick) {
        return new Namespace(layout, scope, version, tick);
    }

    String text() {
        return "layout " + layout + "\nscope " + scope + "\nversion " + version + "\nopens-at " + opensAt + "\n";
    }
}
