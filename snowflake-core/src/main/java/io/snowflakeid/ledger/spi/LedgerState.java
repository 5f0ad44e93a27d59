package io.snowflakeid.ledger.spi;

import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import java.util.HashMap;
import java.util.Map;

/**
 * The data that a ledger stores once per namespace. Ticks are counted from the layout's epoch. A state is immutable.
 *
 * @param layout the layout's spec
 * @param scope the value of {@link LedgerSettings#storedScope}
 * @param version the version of the stored format
 * @param ledgerId 128 random bits, generated when the namespace was created
 * @param place the place where the namespace was created, as the store names the place; empty if the store does not compare places
 * @param opensAt the first tick that a window may contain; a possible loss of grants raises this tick
 * @param longestWindow the longest window that may have been granted, in ticks
 * @param server the name that the last writing server reported; empty if the store has one server
 * @param group the ids and workers of all ledgers of the group; empty if this ledger belongs to no group
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

    /** Returns the state of a namespace that is created now. */
    static LedgerState fresh(LedgerSettings settings, String ledgerId, long longestWindow) {
        String version = String.valueOf(LedgerSettings.VERSION);
        return new LedgerState(
                settings.layout().spec(), settings.storedScope(), version, ledgerId, "", 0, longestWindow, "", "");
    }

    /** Compares layout, scope and version with the settings of this process. Ids of two layouts or scopes may be equal, so a difference throws. */
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

    /** Returns the state as readable text without the place. Each line contains a name, a blank and a value. */
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
     * Reads a text that {@link #text} wrote. A missing value becomes {@code none}, which every process rejects.
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

    private LedgerState with(long opens, long longest, String present, String members) {
        return new LedgerState(layout, scope, version, ledgerId, place, opens, longest, present, members);
    }

    LedgerState openingNotBefore(long tick) {
        return with(Math.max(opensAt, tick), longestWindow, server, group);
    }

    LedgerState withWindow(long ticks) {
        return with(opensAt, Math.max(longestWindow, ticks), server, group);
    }

    /** Returns the state after a write by a server; {@code present} is empty if the server does not report its name. */
    public LedgerState writtenBy(String present) {
        return with(opensAt, longestWindow, present.isEmpty() ? server : present, group);
    }

    /** Returns the state with the given members of a group, or this state if members are already stored. */
    public LedgerState joined(String members) {
        return with(opensAt, longestWindow, server, group.isEmpty() ? members : group);
    }
}
