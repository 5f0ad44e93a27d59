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
 * Stores one namespace of a ledger, for example in a database. A store writes a row only if no other process has changed the row since the read.
 * {@link StoreWorkerLedger} decides which rows to write. An implementation must be thread-safe. The methods throw {@link StoreFailure} if the store
 * does not reply, or if the result of a write is unknown.
 */
public interface LedgerStore {

    /** Returns the name of the store for messages, such as {@code Redis}. */
    String name();

    /** Returns the reason for an exception of the store's client, or {@code UNREACHABLE} if the reason is unknown. */
    default Reason reason(Throwable failure) {
        return Reason.UNREACHABLE;
    }

    /** Returns advice for the operator after a failed request. */
    default String advice(Throwable failure) {
        return switch (reason(failure)) {
            case LOGIN_REJECTED -> name() + " rejects the user or the password: correct them";
            case RIGHT_MISSING -> "the user lacks a right: docs/worker-ids.md lists those that a ledger needs";
            default -> "check that " + name() + " answers and may be written";
        };
    }

    /**
     * Returns true if the store can lose all data, for example because the store is in memory. If the namespace is missing in a store that can lose
     * all data, the ledger grants no worker until all lost windows have ended.
     */
    default boolean mayForgetAll() {
        return false;
    }

    /** Opens a session, and calls the given function with the session. In a database, all operations of a session use the same connection. */
    <T> T converse(Function<LedgerSession, T> talk);

    /** The lock mode of a read. A store without locks may ignore the lock mode. */
    enum Access {
        /** A read without a lock on the row. */
        LOOK,
        /** A read in this mode locks the row, and waits while another transaction holds the row lock. */
        CHANGE,
        /** A read in this mode locks the row, or finds no row while another transaction holds the row lock. */
        TAKE
    }

    /** Reads and writes the rows of a store. A session is not thread-safe. */
    interface LedgerSession {

        /** Returns the time of the store's clock in nanoseconds since 1970-01-01T00:00Z. This method must not create the tables of a ledger. */
        long ledgerNanos();

        /** Calls {@code step}, in a transaction if the store has transactions. All changes of {@code step} are durable when this method returns. */
        default <T> T atomically(Supplier<T> step) {
            return step.get();
        }

        /**
         * Creates the namespace with the given state. The store determines the values {@code server} and {@code place} of the new namespace.
         *
         * @return false if the namespace already exists
         * @throws io.snowflakeid.WorkerLedgerException if the application does not allow the creation of namespaces
         */
        boolean create(LedgerState state);

        /** Rejects a namespace that was created in another database or schema, because a copied ledger could repeat grants of the original ledger. */
        default void requirePlace(String stored) {}

        /**
         * Returns true if the store writes a worker row only if the namespace has not changed since the read. If this method returns false, the
         * ledger reads each new grant again.
         */
        default boolean guardsNamespace() {
            return true;
        }

        /** Reads the row of a worker, and then the namespace. The method returns empty if the namespace does not exist. */
        Optional<LedgerReading> read(Access access, long datacenter, long worker);

        /** Reads all rows of the namespace without locks. */
        List<PlacedRow> rows();

        /** Writes the row of a worker, or returns false if the stored row differs from the row in {@code seen}. */
        boolean write(LedgerReading seen, WorkerRow wanted);

        /** Writes the namespace, or returns false if the namespace has changed since the read. */
        boolean write(LedgerReading seen, LedgerState wanted);
    }

    /**
     * The stored row of one worker. Ticks are counted from the layout's epoch.
     *
     * @param from the first tick of the last granted window
     * @param until the first tick after the window, or the first unused tick after a release
     * @param quarantinedUntil the first tick at which another process can acquire a worker that was not released
     * @param token the holder's token, or null after a release
     * @param holder the process name of the current or last holder
     */
    record WorkerRow(
            long from,
            long until,
            long quarantinedUntil,
            @Nullable String token,
            String holder) {

        private static final String RELEASED = "-";

        /** Returns all fields in one line, separated by spaces. A dash replaces the token of a released worker. */
        public String text() {
            return from + " " + until + " " + quarantinedUntil + " " + (token == null ? RELEASED : token) + " "
                    + holder;
        }

        /**
         * Parses the result of {@link #text}.
         *
         * @throws StoreFailure if the line is malformed
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

    /** The row of a worker with its datacenter id and worker id. */
    record PlacedRow(long datacenter, long worker, WorkerRow row) {}

    /**
     * The result of a read, which contains a worker's row and the namespace.
     *
     * @param row the row, or null if the worker has no row
     * @param server the name of the server that replied, or an empty text if the store has only one server
     * @param ledgerNanos the time of the store's clock at the read, in nanoseconds since 1970-01-01T00:00Z
     */
    record LedgerReading(
            long datacenter, long worker, @Nullable WorkerRow row, LedgerState state, String server, long ledgerNanos) {

        LedgerReading with(LedgerState changed) {
            return new LedgerReading(datacenter, worker, row, changed, server, ledgerNanos);
        }
    }

    /**
     * The data that a ledger stores once per namespace. Ticks are counted from the layout's epoch. This class is immutable.
     *
     * @param layout the layout's spec
     * @param scope the value of {@link LedgerSettings#storedScope}
     * @param version the version of the stored format
     * @param ledgerId the random id of the ledger, generated at the creation of the namespace
     * @param place the database and schema of the namespace, or an empty text if the store does not check them
     * @param opensAt the first tick that a new window may contain
     * @param longestWindow the length of the longest granted window, in ticks
     * @param server the name of the server that wrote last, or an empty text if the store has only one server
     * @param group the ids and worker ranges of all ledgers of the group, or an empty text if the ledger belongs to no group
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

        static LedgerState fresh(LedgerSettings settings, String ledgerId, long longestWindow) {
            String version = String.valueOf(LedgerSettings.VERSION);
            return new LedgerState(
                    settings.layout().spec(), settings.storedScope(), version, ledgerId, "", 0, longestWindow, "", "");
        }

        /** Throws an exception if layout, scope or version differ from the settings of this process. */
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

        /** Returns the stored values of the namespace as text, without the value {@code place}. Each line contains a name, a space and a value. */
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
         * Parses the result of {@link #text}. A layout, scope, version or id that is missing in the text becomes the text {@code none}.
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

        /** Returns a copy of this state with the given server name. An empty server name does not replace the server name of this state. */
        public LedgerState writtenBy(String present) {
            return with(opensAt, longestWindow, present.isEmpty() ? server : present, group);
        }

        /** Returns a copy of this state with the given group members, or an equal copy if this state already has group members. */
        public LedgerState joined(String members) {
            return with(opensAt, longestWindow, server, group.isEmpty() ? members : group);
        }
    }
}
