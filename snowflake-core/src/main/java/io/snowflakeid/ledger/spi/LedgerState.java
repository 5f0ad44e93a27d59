package io.snowflakeid.ledger.spi;

import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import java.util.HashMap;
import java.util.Map;

/**
 * The data that a ledger stores once per namespace. Ticks are counted from the layout's epoch. Immutable.
 *
 * @param layout the layout's spec
 * @param scope the value of {@link LedgerSettings#storedScope}
 * @param version the version of the stored format
 * @param ledgerId 128 random bits, generated when the namespace was created
 * @param place the place where it was created, as the store names it; empty if the store does not compare places
 * @param opensAt no window begins before this tick; raised when grants may have been lost
 * @param longestWindow the longest window of all that may have been granted, in ticks
 * @param server the server that wrote this last, by the name that it reports; empty if the store has one server
 * @param group the ids and workers of all ledgers of the group that this ledger belongs to; empty if there is none
 */
public record LedgerState(
        String layout,
        String scope,
        String version,
        String ledgerId,
        String place,
        long opensAt,
        long longestWindow,
        String server,
        String group) {

    /** A namespace that is created now. */
    static LedgerState fresh(LedgerSettings settings, String ledgerId, long longestWindow) {
        String version = String.valueOf(LedgerSettings.VERSION);
        return new LedgerState(
                settings.layout().spec(), settings.storedScope(), version, ledgerId, "", 0, longestWindow, "", "");
    }

    /**
     * Compares the layout, the scope and the version with the settings of this process.
     *
     * @throws WorkerLedgerException if they differ, since ids of two layouts or scopes may be equal
     */
    void requireSame(LedgerSettings settings) {
        String stored = meaning();
        String wanted = fresh(settings, "", 0).meaning();
        if (!stored.equals(wanted)) {
            throw new WorkerLedgerException(
                    Reason.STORED_DIFFERENTLY,
                    "namespace '" + settings.namespace() + "' of this ledger has " + VisibleText.of(stored)
                            + ", this process wants " + wanted
                            + ": ids of both would clash; use what is stored (a layout is changed as docs/ids.md says), or"
                            + " another namespace if they never meet");
        }
    }

    private String meaning() {
        return "layout " + layout + ", " + scope + ", version " + version;
    }

    // ---- as text

    /** The state as readable text: one line per value, with the name, a blank and the value. The place is left out. */
    public String text() {
        return "layout " + layout
                + "\nscope " + scope
                + "\nversion " + version
                + "\nid " + ledgerId
                + "\nopens-at " + opensAt
                + "\nlongest-window " + longestWindow
                + "\nserver " + server
                + "\ngroup " + group
                + "\n";
    }

    /**
     * Reads a text that {@link #text} wrote. A missing value becomes {@code none}, which no process accepts.
     *
     * @throws StoreFailure if a tick is not a number
     */
    public static LedgerState parse(String text) {
        Map<String, String> values = new HashMap<>();
        text.lines()
                .map(line -> line.split(" ", 2))
                .filter(line -> line.length == 2)
                .forEach(line -> values.put(line[0], line[1]));
        return new LedgerState(
                values.getOrDefault("layout", "none"),
                values.getOrDefault("scope", "none"),
                values.getOrDefault("version", "none"),
                values.getOrDefault("id", "none"),
                "",
                WorkerRow.tick("opens-at of a namespace", values.getOrDefault("opens-at", "none")),
                WorkerRow.tick("longest-window of a namespace", values.getOrDefault("longest-window", "none")),
                values.getOrDefault("server", ""),
                values.getOrDefault("group", ""));
    }

    // ---- changed

    private LedgerState with(long opens, long longest, String present, String members) {
        return new LedgerState(layout, scope, version, ledgerId, place, opens, longest, present, members);
    }

    LedgerState openingNotBefore(long tick) {
        return with(Math.max(opensAt, tick), longestWindow, server, group);
    }

    LedgerState withWindow(long ticks) {
        return with(opensAt, Math.max(longestWindow, ticks), server, group);
    }

    /** The state as the present server writes it; the name is empty if the server does not report it. */
    public LedgerState writtenBy(String present) {
        return with(opensAt, longestWindow, present.isEmpty() ? server : present, group);
    }

    /** The state with these members, unless it has members already. */
    public LedgerState joined(String members) {
        return with(opensAt, longestWindow, server, group.isEmpty() ? members : group);
    }
}
