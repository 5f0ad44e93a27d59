package io.snowflakeid.ledger.spi;

import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.internal.VisibleText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The place where one namespace of a ledger is stored. A store reads rows, and writes a row only if the row is unchanged since it was read.
 * {@link StoreWorkerLedger} decides which rows to write, by the same rules for every store. An implementation must be thread-safe. Each method
 * throws {@link StoreFailure} if the store did not answer, or if the result of a write is unknown.
 */
public interface LedgerStore {

    /** Returns the name of the store for messages, such as "check that Redis answers". */
    String name();

    /** Returns the reason of a failed request, as far as the exception of the store's client shows the reason. */
    default Reason reason(Throwable failure) {
        return Reason.UNREACHABLE;
    }

    /** Returns the next step for an operator after a failure. */
    default String advice(Throwable failure) {
        return switch (reason(failure)) {
            case LOGIN_REJECTED -> name() + " rejects the user or the password: correct them";
            case RIGHT_MISSING -> "the user lacks a right: docs/worker-ids.md lists those that a ledger needs";
            default -> "check that " + name() + " answers and may be written";
        };
    }

    /**
     * Returns true if the store can continue after a loss of all data, like a store in memory. If the namespace of a store in memory is missing, the
     * ledger grants no worker until every window that may be lost has ended.
     */
    default boolean mayForgetAll() {
        return false;
    }

    /** Runs several steps, on one connection if the store has connections. */
    <T> T converse(Function<LedgerSession, T> talk);

    /** The purpose of reading a row. A store without locks may ignore the purpose. */
    enum Access {
        /** The step only reads the row. */
        LOOK,
        /** The step changes the row, so the row is locked until the step ends. The reading waits for the lock of another transaction. */
        CHANGE,
        /** The step changes the row. A row that another transaction has locked is treated as missing. */
        TAKE
    }

    /** The steps of one conversation with a store. A session is not thread-safe. */
    interface LedgerSession {

        /** Returns the store's clock in nanoseconds since 1970-01-01T00:00Z. This method does not create tables or other parts of a ledger. */
        long ledgerNanos();

        /** Runs a step in one transaction, if the store has transactions. The step is durable when this method returns. */
        default <T> T atomically(Supplier<T> step) {
            return step.get();
        }

        /**
         * Creates the namespace with the present server and the present place.
         *
         * @return false if the namespace exists
         * @throws io.snowflakeid.WorkerLedgerException if the application has switched off the creation of namespaces
         */
        boolean create(LedgerState state);

        /** Rejects a namespace that was created in another place, because a copy would grant the windows of the original again. */
        default void requirePlace(String stored) {}

        /** Returns true if a write of a row requires the unchanged namespace. If the result is false, the ledger reads row and namespace again. */
        default boolean guardsNamespace() {
            return true;
        }

        /** Reads a worker's row, then the namespace. The result is empty if the namespace does not exist. */
        Optional<LedgerReading> read(Access access, long datacenter, long worker);

        /** Reads the rows of all datacenters, without a lock. */
        List<PlacedRow> rows();

        /** Writes the row of a worker. If the row has changed since it was read, the method writes nothing and returns false. */
        boolean write(LedgerReading seen, WorkerRow wanted);

        /** Writes the namespace. If the namespace has changed since it was read, the method writes nothing and returns false. */
        boolean write(LedgerReading seen, LedgerState wanted);
    }

    /**
     * The stored row of one worker. Ticks are counted from the layout's epoch.
     *
     * @param from the first tick of the present or last holder's window
     * @param until the first tick after the holder's window, before which all ticks of the worker are used up
     * @param quarantinedUntil the first tick at which another process can acquire the worker without a release
     * @param token the holder's token, or null after a release
     * @param holder the name of the present or last holder, for operators
     */
    record WorkerRow(
            long from,
            long until,
            long quarantinedUntil,
            @Nullable String token,
            String holder) {

        private static final String RELEASED = "-";

        /** Returns the row as a line {@code from until quarantinedUntil token holder}, with a dash instead of the token after a release. */
        public String text() {
            return from + " " + until + " " + quarantinedUntil + " " + (token == null ? RELEASED : token) + " "
                    + holder;
        }

        /**
         * Reads a line that {@link #text} wrote.
         *
         * @throws StoreFailure if the line has another form
         */
        public static WorkerRow parse(String line) {
            String[] parts = line.split(" ", 5);
            if (parts.length < 5) {
                throw unreadable("a worker is written as 'from until quarantinedUntil token holder'", line);
            }
            return new WorkerRow(
                    tick("from of a worker", parts[0]),
                    tick("until of a worker", parts[1]),
                    tick("quarantinedUntil of a worker", parts[2]),
                    parts[3].equals(RELEASED) ? null : parts[3],
                    parts[4]);
        }

        static long tick(String name, String text) {
            try {
                return Long.parseLong(text);
            } catch (NumberFormatException e) {
                throw unreadable(name + " is a whole number", text);
            }
        }

        private static StoreFailure unreadable(String expected, String text) {
            return new StoreFailure(new IllegalStateException(
                    expected + ", but is '" + VisibleText.of(text) + "': another program has written there"));
        }
    }

    /** A row with the datacenter id and the worker id of its worker. */
    record PlacedRow(long datacenter, long worker, WorkerRow row) {}

    /**
     * The row of a worker and its namespace, as read at one moment.
     *
     * @param row the row, or null if the worker has no row
     * @param server the name that the replying server reports, or an empty text if the store has one server
     * @param ledgerNanos the time of the store's clock at the reading, in nanoseconds since 1970-01-01T00:00Z
     */
    record LedgerReading(
            long datacenter, long worker, @Nullable WorkerRow row, LedgerState state, String server, long ledgerNanos) {

        LedgerReading with(LedgerState changed) {
            return new LedgerReading(datacenter, worker, row, changed, server, ledgerNanos);
        }
    }

    /**
     * The data that a ledger stores once per namespace. Ticks are counted from the layout's epoch. A state is immutable.
     *
     * @param layout the layout's spec
     * @param scope the value of {@link LedgerSettings#storedScope}
     * @param version the version of the stored format
     * @param ledgerId 128 random bits, generated when the namespace was created
     * @param place the place where the namespace was created, as the store names the place, or an empty text if the store does not compare places
     * @param opensAt the first tick that a window may contain, which a possible loss of grants raises
     * @param longestWindow the longest window that may have been granted, in ticks
     * @param server the name that the last writing server reported, or an empty text if the store has one server
     * @param group the ids and workers of all ledgers of the group, or an empty text if this ledger belongs to no group
     */
    record LedgerState(
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

        /**
         * Compares layout, scope and version with the settings of this process. A difference is rejected, because ids of two layouts may be equal.
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

        /** Returns the state after a write by a server, whose name is empty if the server does not report a name. */
        public LedgerState writtenBy(String present) {
            return with(opensAt, longestWindow, present.isEmpty() ? server : present, group);
        }

        /** Returns the state with the given members of a group, or this state if members are already stored. */
        public LedgerState joined(String members) {
            return with(opensAt, longestWindow, server, group.isEmpty() ? members : group);
        }
    }
}
