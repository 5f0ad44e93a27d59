package io.snowflakeid.ledger.spi;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.VisibleText;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * The settings that every ledger in a store has; not thread-safe.
 *
 * @param <B> the builder itself
 */
public abstract class LedgerBuilder<B extends LedgerBuilder<B>> {

    /** How long a window is unless it is chosen. */
    public static final Duration DEFAULT_WINDOW = Duration.ofMinutes(2);

    private static final String SHARED = "shared";
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
     * For a ledger that is shared by all databases which may ever be merged, or one that owns a datacenter number.
     *
     * @param owned that number; empty for a shared one
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

    /** This builder, by its own type. */
    protected abstract B self();

    /** Separates several layouts in one store; 1 to 64 letters, digits, {@code _ . : -}; default {@code default}. */
    public B namespace(String namespace) {
        this.namespace = requireNamespace(namespace);
        return self();
    }

    /**
     * A name that a namespace may have.
     *
     * @throws IllegalArgumentException if it is of another form
     */
    public static String requireNamespace(String namespace) {
        if (!namespace.matches(NAMESPACE_FORM)) {
            throw new IllegalArgumentException(
                    "namespace must be 1 to 64 of letters, digits and _ . : -, but is '" + namespace + "'");
        }
        return namespace;
    }

    /**
     * The datacenter id under a shared ledger, where several regions lease workers from one store; default 0.
     *
     * @throws IllegalArgumentException if the number does not fit, or if the ledger owns another one
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
     * The workers that this ledger may grant, where several ledgers split the numbers; default all. Belongs to what is stored: a
     * process that wants other ones in the same namespace is refused.
     *
     * @throws IllegalArgumentException if they do not fit into the layout's worker bits, or the last comes before the first
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
     * How long a window is: how long ids go on while the store is away, and how long a crashed process keeps its worker, once as
     * its window and once more as quarantine. At least 3 ticks, at most 7 days; default 2 min. Renewed every sixth of it.
     */
    public B window(Duration window) {
        this.window = window;
        return self();
    }

    /**
     * Who this process is, for people who look at the store; default host and process id.
     *
     * @throws IllegalArgumentException if it is blank, longer than 190 characters, or has control or other invisible characters
     */
    public B holder(String holder) {
        this.holder = VisibleText.require("holder", holder, 190);
        return self();
    }

    /**
     * What was set, which a ledger keeps.
     *
     * @throws IllegalArgumentException if the settings contradict each other
     */
    public final LedgerSettings settings() {
        requireWindow();
        String scope = shared ? SHARED : "datacenter " + datacenter;
        return new LedgerSettings(layout, namespace, scope, datacenter, firstWorker, lastWorker, window, holder);
    }

    private void requireWindow() {
        if (window.compareTo(layout.tick().multipliedBy(LEAST_TICKS)) < 0) {
            throw new IllegalArgumentException("window must be at least " + LEAST_TICKS + " ticks of "
                    + layout.tick().toMillis() + " ms, but is " + window);
        }
        if (window.compareTo(longestWindow()) > 0) {
            throw new IllegalArgumentException("window must be at most " + longestWindow() + ", but is " + window
                    + ": a crashed process keeps its worker for twice as long, and a"
                    + " ledger that was restored waits for as long; choose minutes");
        }
    }

    /** The longest that may be chosen: after a loss, a ledger waits for as long as its longest window. */
    protected Duration longestWindow() {
        return Duration.ofDays(7);
    }
}
