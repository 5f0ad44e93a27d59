package io.snowflakeid.ledger.spi;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.internal.VisibleText;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * Builds the settings of a ledger in a store. This class is not thread-safe.
 *
 * @param <B> the type of the builder
 */
public abstract class LedgerBuilder<B extends LedgerBuilder<B>> {

    /** The default length of a window. */
    public static final Duration DEFAULT_WINDOW = Duration.ofMinutes(2);

    private static final int LEAST_TICKS = 3;
    private static final String NAMESPACE_FORM = "[A-Za-z0-9_.:-]{1,64}";

    private final SnowflakeLayout layout;
    private final boolean shared;
    private long datacenter;
    private long firstWorker;
    private long lastWorker;
    private String namespace = "default";
    private Duration window = DEFAULT_WINDOW;
    private String holder = thisProcess();

    /**
     * Creates a builder for a shared ledger, or for a ledger that owns a datacenter id.
     *
     * @param owned the datacenter id that the ledger owns, or empty for a shared ledger
     * @throws IllegalArgumentException if the datacenter id does not fit into the layout's datacenter bits
     */
    protected LedgerBuilder(SnowflakeLayout layout, OptionalLong owned) {
        shared = owned.isEmpty();
        datacenter = owned.orElse(0);
        if (!shared && layout.datacenterBits() == 0) {
            throw new IllegalArgumentException("layout " + layout.spec()
                    + " has no datacenter bits, so a ledger cannot own datacenter " + datacenter
                    + ": use a layout such as GAME_SERVERS, or a shared ledger");
        }
        layout.requireWorker(datacenter, 0);
        this.layout = layout;
        lastWorker = layout.maxWorker();
    }

    private static String thisProcess() {
        return VisibleText.of(thisHost()) + "/" + ProcessHandle.current().pid();
    }

    private static String thisHost() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return System.getenv().getOrDefault("HOSTNAME", "unknown-host");
        }
    }

    @SuppressWarnings("unchecked") // B is the type of this builder
    private B self() {
        return (B) this;
    }

    /**
     * Sets the namespace, which has 1 to 64 characters from letters, digits and {@code _ . : -}. The default namespace has the name {@code default}.
     * Each layout must have its own namespace.
     */
    public B namespace(String namespace) {
        this.namespace = requireNamespace(namespace);
        return self();
    }

    /**
     * Returns the given namespace, or rejects an invalid namespace.
     *
     * @throws IllegalArgumentException if the namespace is not valid
     */
    public static String requireNamespace(String namespace) {
        if (!namespace.matches(NAMESPACE_FORM)) {
            throw new IllegalArgumentException(
                    "namespace must be 1 to 64 of letters, digits and _ . : -, but is '" + namespace + "'");
        }
        return namespace;
    }

    /**
     * Sets the datacenter id of the granted workers. The default datacenter id is 0. Processes that share a ledger can have different datacenter ids.
     *
     * @throws IllegalArgumentException if the datacenter id does not fit into the layout, or if the ledger owns another datacenter id
     */
    public B datacenter(long datacenter) {
        layout.requireWorker(datacenter, 0);
        if (!shared && datacenter != this.datacenter) {
            throw new IllegalArgumentException("this ledger owns datacenter " + this.datacenter
                    + ", so its workers cannot be of datacenter " + datacenter + ": use forDatacenter(" + datacenter
                    + ") or a shared ledger");
        }
        this.datacenter = datacenter;
        return self();
    }

    /**
     * Sets the range of workers that this ledger grants. By default, a ledger grants all workers of the layout. All processes of a namespace must use
     * the same worker range, because the ledger rejects a different range.
     *
     * @throws IllegalArgumentException if a worker id does not fit into the layout's worker bits, or if {@code last} is less than {@code first}
     */
    public B workers(long first, long last) {
        if (first < 0 || last < first || last > layout.maxWorker()) {
            throw new IllegalArgumentException("workers must be a range within 0.." + layout.maxWorker()
                    + ", but are " + first + ".." + last
                    + ": split that range, or use a layout with more worker bits");
        }
        firstWorker = first;
        lastWorker = last;
        return self();
    }

    /**
     * Sets the length of a window, from 3 ticks to 7 days. The default length of a window is 2 min. If the store is unavailable, a generator can
     * issue ids until its window ends. After a crash, other processes cannot acquire the worker for up to two windows. A generator renews its window
     * after a sixth of the window's length.
     */
    public B window(Duration window) {
        this.window = window;
        return self();
    }

    /**
     * Sets the name of this process in the store. The default name contains the host name and the process id.
     *
     * @throws IllegalArgumentException if the name is blank, is longer than 190 characters, or contains invisible characters
     */
    public B holder(String holder) {
        this.holder = VisibleText.require("holder", holder, 190);
        return self();
    }

    /**
     * Returns the settings of the ledger.
     *
     * @throws IllegalArgumentException if the window is out of range
     */
    public final LedgerSettings settings() {
        requireWindow();
        String scope = shared ? "shared" : "datacenter " + datacenter;
        return new LedgerSettings(layout, namespace, scope, datacenter, firstWorker, lastWorker, window, holder);
    }

    private void requireWindow() {
        if (window.compareTo(layout.tick().multipliedBy(LEAST_TICKS)) < 0 || window.compareTo(longestWindow()) > 0) {
            throw new IllegalArgumentException("window must be at least " + LEAST_TICKS + " ticks of "
                    + layout.tick().toMillis() + " ms and at most " + longestWindow() + ", but is " + window
                    + ": a crashed process keeps its worker for twice as long, and a ledger that was restored waits for as"
                    + " long; choose minutes");
        }
    }

    /** Returns the longest allowed window. */
    protected Duration longestWindow() {
        return Duration.ofDays(7);
    }
}
