package io.snowflakeid.ledger.spi;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.internal.VisibleText;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * Collects the settings that every ledger in a store has. A builder is not thread-safe.
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
     * Creates the settings of a ledger that all databases share if they may ever be merged, or of a ledger that owns a datacenter number.
     *
     * @param owned the number that the ledger owns, or empty for a shared ledger
     * @throws IllegalArgumentException if the number does not fit into the layout's datacenter bits
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

    /** Sets the namespace of 1 to 64 letters, digits or {@code _ . : -}, which separates layouts. The default namespace is {@code default}. */
    public B namespace(String namespace) {
        this.namespace = requireNamespace(namespace);
        return self();
    }

    /**
     * Returns the name of a namespace after a check.
     *
     * @throws IllegalArgumentException if the name is not valid
     */
    public static String requireNamespace(String namespace) {
        if (!namespace.matches(NAMESPACE_FORM)) {
            throw new IllegalArgumentException(
                    "namespace must be 1 to 64 of letters, digits and _ . : -, but is '" + namespace + "'");
        }
        return namespace;
    }

    /**
     * Sets the datacenter id under a shared ledger, if several regions lease workers from one store. The default datacenter id is 0.
     *
     * @throws IllegalArgumentException if the number does not fit, or if the ledger owns another number
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
     * Sets the workers that this ledger may grant, if several ledgers split the worker ids. By default, a ledger grants all workers. The store
     * contains the range, and a process with another range in the same namespace is rejected.
     *
     * @throws IllegalArgumentException if a worker does not fit into the layout's worker bits, or the last worker is below the first worker
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
     * Sets the length of a window, from 3 ticks to 7 days, which is 2 min by default. A generator can make ids for one window without the store. A
     * crashed process keeps its worker for two windows, because the worker is in quarantine during the second window. A process renews its window
     * after each sixth of the window's length.
     */
    public B window(Duration window) {
        this.window = window;
        return self();
    }

    /**
     * Sets the name of this process, for operators who read the store. By default, the name is the host and the process id.
     *
     * @throws IllegalArgumentException if the name is blank, longer than 190 characters, or has control or other invisible characters
     */
    public B holder(String holder) {
        this.holder = VisibleText.require("holder", holder, 190);
        return self();
    }

    /**
     * Returns the checked settings.
     *
     * @throws IllegalArgumentException if the settings contradict each other
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

    /** Returns the longest allowed window. After a loss, a ledger waits for as long as its longest window. */
    protected Duration longestWindow() {
        return Duration.ofDays(7);
    }
}
