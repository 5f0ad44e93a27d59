package io.snowflakeid.ledger.spi;

import io.snowflakeid.VisibleText;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a ledger stores of its namespace as text that people can read: one line per value, name and value with a blank between them. Its place is
 * not stored: it is where the text is.
 */
public final class LedgerStateText {

    private static final String NONE = "none"; // fits no process

    private LedgerStateText() {}

    /** The lines of a state. */
    public static String write(LedgerState state) {
        return "layout " + state.layout()
                + "\nscope " + state.scope()
                + "\nversion " + state.version()
                + "\nid " + state.ledgerId()
                + "\nopens-at " + state.opensAt()
                + "\nlongest-window " + state.longestWindow()
                + "\nserver " + state.server()
                + "\ngroup " + state.group()
                + "\n";
    }

    /**
     * The state of these lines.
     *
     * @throws IllegalArgumentException if a tick is no number
     */
    public static LedgerState read(String text) {
        Map<String, String> values = new TreeMap<>();
        text.lines()
                .map(line -> line.split(" ", 2))
                .filter(line -> line.length == 2)
                .forEach(line -> values.put(line[0], line[1]));
        return new LedgerState(
                values.getOrDefault("layout", NONE),
                values.getOrDefault("scope", NONE),
                values.getOrDefault("version", NONE),
                values.getOrDefault("id", NONE),
                "",
                tick(values, "opens-at"),
                tick(values, "longest-window"),
                values.getOrDefault("server", ""),
                values.getOrDefault("group", ""));
    }

    private static long tick(Map<String, String> values, String name) {
        String value = values.getOrDefault(name, NONE);
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    name + " of a namespace is a whole number, but is '" + VisibleText.of(value)
                            + "': another program has written there",
                    e);
        }
    }
}
