package io.snowflakeid.ledger.spi;

import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import java.util.HashMap;
import java.util.Map;

/**
 * What a ledger stores of a namespace as a whole. Ticks are counted from the layout's epoch. Immutable.
 *
 * @param layout the layout's spec
 * @param scope as {@link LedgerSettings#storedScope}
 * @param version of what is stored
 * @param ledgerId 128 random bits that it was set up with; empty if it comes from a version that had none
 * @param place where it was set up, in the store's own words; empty if the store does not compare that, or an operator has moved it
 * @param opensAt no window begins before this tick: raised when some may have been forgotten
 * @param longestWindow of all windows that were ever granted, in ticks
 * @param server which one wrote this last, as it names itself; empty where that does not matter
 * @param group the ids and workers of all ledgers that make a group with this one; empty if it was never used in a group
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

    /** Of a namespace that is set up now. */
    static LedgerState fresh(LedgerSettings settings, String ledgerId, String place, String server) {
        return new LedgerState(
                settings.layout().spec(),
                settings.storedScope(),
                String.valueOf(LedgerSettings.VERSION),
                ledgerId,
                place,
                0,
                settings.windowTicks(),
                server,
                "");
    }

    /**
     * Two processes that disagree would make ids that clash.
     *
     * @throws WorkerLedgerException if it was set up with something else than these settings
     */
    void requireSame(LedgerSettings settings) {
        String stored = meaning();
        String wanted = fresh(settings, "", "", "").meaning();
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

    /** A running process does not follow when its ledger is replaced, or moved; another id alone proves that it was replaced. */
    void requireLedger(String namespace, String expectedId, String expectedPlace) {
        if (!ledgerId.equals(expectedId) || !place.equals(expectedPlace)) {
            throw new WorkerLedgerException(
                    ledgerId.equals(expectedId) ? Reason.STORED_DIFFERENTLY : Reason.ANOTHER_LEDGER,
                    "namespace '" + namespace + "' is another ledger than it was: it has the id "
                            + VisibleText.of(ledgerId)
                            + (place.isEmpty() ? "" : " and the place " + VisibleText.of(place))
                            + ", this process began with " + expectedId
                            + (expectedPlace.isEmpty() ? "" : " in " + VisibleText.of(expectedPlace))
                            + ": let the address lead to the ledger that was used before, or stop all processes, mark this one as"
                            + " recovered, and start them anew");
        }
    }

    // ---- as text

    /**
     * The state as text that people can read: one line per value, name and value with a blank between them. Its place is not written: it is
     * where the text is.
     */
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
     * The state of these lines; what is missing is {@code none}, which fits no process.
     *
     * @throws StoreFailure if a tick is no number
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

    LedgerState identified(String id, String here) {
        return with(ledgerId.isEmpty() ? id : ledgerId, place.isEmpty() ? here : place, opensAt, longestWindow);
    }

    /** What never changes, with these values. */
    private LedgerState with(String id, String where, long opens, long longest) {
        return new LedgerState(layout, scope, version, id, where, opens, longest, server, group);
    }

    LedgerState withLedgerId(String id) {
        return with(id, place, opensAt, longestWindow);
    }

    LedgerState openingNotBefore(long tick) {
        return with(ledgerId, place, Math.max(opensAt, tick), longestWindow);
    }

    LedgerState withWindow(long ticks) {
        return with(ledgerId, place, opensAt, Math.max(longestWindow, ticks));
    }

    LedgerState keptBy(String present) {
        return new LedgerState(layout, scope, version, ledgerId, place, opensAt, longestWindow, present, group);
    }

    /** With these members, if the present ones are stored. */
    LedgerState joined(String present, String members) {
        return group.equals(present)
                ? new LedgerState(layout, scope, version, ledgerId, place, opensAt, longestWindow, server, members)
                : this;
    }
}
