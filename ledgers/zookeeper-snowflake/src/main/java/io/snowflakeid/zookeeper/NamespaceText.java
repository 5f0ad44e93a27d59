package io.snowflakeid.zookeeper;

import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.LedgerState;
import java.util.Map;
import java.util.TreeMap;

/** What a ledger stores of a namespace, as its node says it: one line per value, name and value with a blank between them. */
final class NamespaceText {

    private NamespaceText() {}

    static String write(LedgerState state) {
        return "layout " + state.layout()
                + "\nscope " + state.scope()
                + "\nversion " + state.version()
                + "\nid " + state.ledgerId()
                + "\nopens-at " + state.opensAt()
                + "\nlongest-window " + state.longestWindow()
                + "\ngroup " + state.group()
                + "\n";
    }

    /**
     * The state that a node's text says; what is missing does not fit any process.
     *
     * @throws WorkerLedgerException if it comes from a version that did not give the ledger an id
     * @throws IllegalArgumentException if a tick is no number
     */
    static LedgerState read(String path, String text) {
        Map<String, String> values = values(text);
        if (values.containsKey("version") && !values.containsKey("id")) {
            throw ofTheVersionBefore(path);
        }
        return new LedgerState(
                values.getOrDefault("layout", "none"),
                values.getOrDefault("scope", "none"),
                values.getOrDefault("version", "none"),
                values.getOrDefault("id", "none"),
                "",
                tick(values, "opens-at"),
                tick(values, "longest-window"),
                "",
                values.getOrDefault("group", ""));
    }

    private static Map<String, String> values(String text) {
        Map<String, String> values = new TreeMap<>();
        for (String line : text.split("\n", -1)) {
            int blank = line.indexOf(' ');
            if (blank > 0) {
                values.put(line.substring(0, blank), line.substring(blank + 1));
            }
        }
        return values;
    }

    private static long tick(Map<String, String> values, String name) {
        return Long.parseLong(values.getOrDefault(name, "0"));
    }

    private static WorkerLedgerException ofTheVersionBefore(String path) {
        return new WorkerLedgerException(
                Reason.STORED_DIFFERENTLY,
                path
                        + " in ZooKeeper was written by a version before, whose nodes do not show if they were restored: stop all"
                        + " processes, delete it with all nodes below it, let one process set it up, mark it as recovered, and"
                        + " start them");
    }
}
