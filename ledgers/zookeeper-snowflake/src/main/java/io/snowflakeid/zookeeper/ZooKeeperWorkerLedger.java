package io.snowflakeid.zookeeper;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.LedgerBuilder;
import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.ledger.spi.StoreWorkerLedger;
import io.snowflakeid.ledger.spi.WorkerRow;
import io.snowflakeid.ledger.spi.WorkerRowText;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.apache.curator.framework.CuratorFramework;

/**
 * A ledger in ZooKeeper: a persistent node per worker, {@code /snowflake/<namespace>/<datacenter>/<worker>}, with one line of text.
 * A process reads it, decides, and writes only if nobody else has written meanwhile: the node's version guards every change. No
 * ephemeral nodes, no locks: neither a lost session nor a pause of a process makes two holders.
 *
 * <p><b>Guarantee.</b> No two windows of one worker overlap, whatever clocks, sessions and processes do, as long as the ensemble loses
 * no acknowledged write; it loses none while a majority keeps its disks. The leader's clock decides, as it stamps writes; a new
 * leader's clock may differ. After the ensemble was restored from a snapshot or set up anew while ids are made, call
 * {@link #markRecovered} before anything else does.
 *
 * <p><b>Which databases may ever be merged?</b> They share one ledger ({@link #shared}), or each has its own ledger that owns a
 * datacenter number ({@link #forDatacenter}). There is no default: the choice is stored with the layout, and a process that
 * disagrees is refused.
 *
 * <p><b>Access.</b> Nodes take the ACLs that the client gives them, by default {@code world:anyone} with all rights: whoever reaches
 * the ensemble can then change them, and so make ids twice. Give the client an authorization, and an {@code ACLProvider} that answers
 * {@code CREATOR_ALL_ACL}. A ledger whose nodes are open to everybody warns when it is asked for the first worker.
 *
 * <p>The client is the application's: started before, closed after the generator. Its connection timeout and its retries together
 * should be well below the window. An acquisition reads the workers of its datacenter that were ever used; a renewal reads one and
 * writes two nodes. Thread-safe.
 */
public final class ZooKeeperWorkerLedger extends StoreWorkerLedger {

    private static final System.Logger LOG = ApplicationLog.of(ZooKeeperWorkerLedger.class);
    private static final int CANDIDATES = 16;
    private static final int ATTEMPTS = 10;

    private final LedgerSettings settings;
    private final Nodes nodes;
    private final String home;
    private final String clock;
    private final AtomicBoolean accessWasLookedAt = new AtomicBoolean();

    private ZooKeeperWorkerLedger(LedgerSettings settings, CuratorFramework curator) {
        super(settings);
        this.settings = settings;
        nodes = new Nodes(curator);
        home = "/snowflake/" + settings.namespace();
        clock = home + "/clock";
    }

    /**
     * A ledger that all databases share which may ever be merged.
     *
     * @param curator is started
     */
    public static Builder shared(SnowflakeLayout layout, CuratorFramework curator) {
        return new Builder(layout, curator);
    }

    /**
     * A ledger that owns a datacenter number: a region's or a game server's own. Every other ledger of databases that may ever be
     * merged with this one has another number.
     *
     * @param curator is started
     * @throws IllegalArgumentException if the number does not fit into the layout's datacenter bits
     */
    public static Builder forDatacenter(SnowflakeLayout layout, long datacenter, CuratorFramework curator) {
        return new Builder(layout, datacenter, curator);
    }

    /** A worker's row as it was read, and the version of its node. */
    private record Seen(Node node, WorkerRow row) {}

    private String path(long datacenter) {
        return home + "/" + datacenter;
    }

    private String path(long datacenter, long worker) {
        return path(datacenter) + "/" + worker;
    }

    private Optional<Seen> seen(long datacenter, long worker) {
        return nodes.read(path(datacenter, worker)).map(node -> new Seen(node, WorkerRowText.read(node.text())));
    }

    private Map<Long, Seen> all(long datacenter) {
        String path = path(datacenter);
        Map<Long, Seen> rows = new HashMap<>();
        nodes.readAll(path, nodes.children(path))
                .forEach((name, node) ->
                        rows.put(Long.parseLong(name), new Seen(node, WorkerRowText.read(node.text()))));
        return rows;
    }

    // ---- acquire

    @Override
    protected Attempt attempt(String token, long wallNanos) {
        namespace();
        long ledgerNanos = nodes.clockNanos(clock);
        long opensAt = namespace().opensAt(); // now: a server that lags behind has caught up with what wrote the clock
        requireSimilarClocks(ledgerNanos, wallNanos);
        long now = rules().tickAt(ledgerNanos);
        Instant ledgerNow = Instant.ofEpochSecond(0, ledgerNanos);
        if (now < 0) {
            throw beforeEpoch(ledgerNanos);
        }
        if (now < opensAt) {
            return Attempt.opening(settings.layout().timestampOf(opensAt), ledgerNow);
        }
        nodes.ensure(path(settings.datacenter()));
        if (!accessWasLookedAt.getAndSet(true)) {
            warnOfOpenNodes();
        }
        return firstFree(token, now, ledgerNanos).map(Attempt::granted).orElseGet(() -> Attempt.taken(ledgerNow));
    }

    private void warnOfOpenNodes() {
        for (String path : List.of(home, path(settings.datacenter()))) {
            if (nodes.openToEverybody(path)) {
                LOG.log(
                        Level.WARNING,
                        "everybody who reaches ZooKeeper may change {0}, and could so make ids twice: give the client an"
                                + " authorization and an ACLProvider that answers CREATOR_ALL_ACL before the ledger is used first;"
                                + " for nodes that are there: setAcl -R {0} auth::cdrwa",
                        path);
                return;
            }
        }
    }

    /** Empty if none is free, or if others were faster every time. */
    private Optional<WorkerGrant> firstFree(String token, long now, long ledgerNanos) {
        Optional<WorkerGrant> grant = Optional.empty();
        boolean someWereFree = true;
        for (int i = 0; i < ATTEMPTS && someWereFree && grant.isEmpty(); i++) {
            Map<Long, Seen> known = all(settings.datacenter());
            List<Long> candidates = candidates(known, now);
            someWereFree = !candidates.isEmpty();
            grant = firstOf(candidates, known, token, now, ledgerNanos);
        }
        return grant;
    }

    private List<Long> candidates(Map<Long, Seen> known, long now) {
        Map<Long, WorkerRow> rows = new HashMap<>();
        known.forEach((worker, seen) -> rows.put(worker, seen.row()));
        return new ArrayList<>(
                rules().candidates(rows, settings.firstWorker(), settings.lastWorker(), now, CANDIDATES));
    }

    private Optional<WorkerGrant> firstOf(
            List<Long> candidates, Map<Long, Seen> known, String token, long now, long ledgerNanos) {
        for (int i = 0; i < candidates.size(); i++) {
            long worker = candidates.get(i);
            Optional<WorkerGrant> grant = take(worker, Optional.ofNullable(known.get(worker)), token, now, ledgerNanos);
            if (grant.isPresent()) {
                return grant;
            }
            if (i == 0) {
                // others are at it: not all must try the same one next
                Collections.shuffle(candidates.subList(1, candidates.size()));
            }
        }
        return Optional.empty();
    }

    private Optional<WorkerGrant> take(long worker, Optional<Seen> present, String token, long now, long ledgerNanos) {
        long datacenter = settings.datacenter();
        WorkerRow before = present.map(Seen::row).orElse(null);
        Optional<WorkerRow> wanted = rules().granted(before, now, 0, token, settings.holder());
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        // before it is written: it says if the layout has no tick for it
        WorkerGrant grant = rules().grant(datacenter, worker, wanted.get(), token, ledgerNanos);
        String line = WorkerRowText.write(wanted.get());
        String path = path(datacenter, worker);
        boolean written =
                present.isPresent() ? nodes.replace(path, present.get().node(), line) : nodes.create(path, line);
        // a client that sends a write again finds its own: what carries the token counts
        boolean mine = written
                || seen(datacenter, worker)
                        .filter(row -> token.equals(row.row().token()))
                        .isPresent();
        return mine ? Optional.of(grant) : Optional.empty();
    }

    @Override
    protected Optional<WorkerGrant> adopt(String token) {
        nodes.catchUp(home);
        long ledgerNanos = nodes.clockNanos(clock);
        long datacenter = settings.datacenter();
        return all(datacenter).entrySet().stream()
                .filter(entry -> token.equals(entry.getValue().row().token()))
                .findFirst()
                .map(entry -> rules().grant(
                                datacenter, entry.getKey(), entry.getValue().row(), token, ledgerNanos));
    }

    // ---- the namespace

    /** What is stored; written down once, and whoever comes later with something else is refused. */
    private Namespace namespace() {
        Optional<Node> stored = nodes.read(home);
        if (stored.isEmpty()) {
            nodes.ensure("/snowflake");
            nodes.create(home, wanted().text());
            nodes.catchUp(home);
            stored = nodes.read(home);
        }
        Namespace found = stored.map(Node::text).map(Namespace::read).orElseGet(() -> Namespace.read(""));
        if (!found.opening(0).equals(wanted())) {
            throw settings.differs(LedgerSettings.stored(found.layout(), found.scope(), found.version()));
        }
        return found;
    }

    private Namespace wanted() {
        return new Namespace(
                settings.layout().spec(), settings.storedScope(), String.valueOf(LedgerSettings.VERSION), 0);
    }

    // ---- renew, release

    @Override
    public Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick) {
        return asking("renew worker " + grant.worker(), () -> {
            long ledgerNanos = nodes.clockNanos(clock);
            long now = rules().tickAt(ledgerNanos);
            Optional<WorkerRow> renewed = change(grant, row -> rules().renewed(row, grant.token(), now, positionTick));
            if (renewed.isEmpty()) {
                refuseToLoseIfForgotten(grant, now);
            }
            return renewed.map(
                    row -> rules().grant(grant.datacenter(), grant.worker(), row, grant.token(), ledgerNanos));
        });
    }

    /** As long as the ledger is not open again, nobody is granted anything: a holder that was forgotten can use its window up. */
    private void refuseToLoseIfForgotten(WorkerGrant grant, long now) {
        long opensAt = namespace().opensAt();
        boolean known = seen(grant.datacenter(), grant.worker())
                .filter(seen -> grant.token().equals(seen.row().token()))
                .isPresent();
        if (now < opensAt && !known) {
            // ids that run ahead of the clock have windows that reach further: their holder says how far
            throw forgotten(
                    grant,
                    settings.layout().timestampOf(openNotBefore(grant.until())),
                    "it was marked as recovered, and what was lost is waited for");
        }
    }

    @Override
    public void release(WorkerGrant grant, long firstUnusedTick) {
        asking(
                "take worker " + grant.worker() + " back",
                () -> change(grant, row -> rules().released(row, grant.token(), firstUnusedTick)));
    }

    /** Changes a worker's row as the rule says; empty if there is none, or if the rule says no. */
    private Optional<WorkerRow> change(WorkerGrant grant, Function<WorkerRow, Optional<WorkerRow>> rule) {
        String path = path(grant.datacenter(), grant.worker());
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<Seen> present = seen(grant.datacenter(), grant.worker());
            Optional<WorkerRow> changed = present.map(Seen::row).flatMap(rule);
            if (changed.isEmpty()
                    || nodes.replace(path, present.orElseThrow().node(), WorkerRowText.write(changed.get()))) {
                return changed;
            }
            nodes.catchUp(path);
        }
        throw new WorkerLedgerException(
                Reason.UNREACHABLE,
                path + " in ZooKeeper has changed " + ATTEMPTS
                        + " times while it was read: only the holder of worker " + grant.worker()
                        + " writes there; look who else does");
    }

    // ---- for people

    /**
     * {@inheritDoc}
     *
     * @throws WorkerLedgerException if ZooKeeper cannot be asked
     */
    @Override
    public List<WorkerEntry> workers() {
        return asking("list its workers", () -> {
            namespace();
            long now = rules().tickAt(nodes.clockNanos(clock));
            List<WorkerEntry> entries = new ArrayList<>();
            for (String name : nodes.children(home)) {
                if (!name.equals("clock")) {
                    long datacenter = Long.parseLong(name);
                    all(datacenter).forEach((worker, seen) -> entries.add(entry(datacenter, worker, seen.row(), now)));
                }
            }
            entries.sort(Comparator.comparingLong(WorkerEntry::datacenter).thenComparingLong(WorkerEntry::worker));
            return entries;
        });
    }

    /**
     * To be called after the ensemble lost acknowledged writes, as when it was restored from a snapshot: no worker is granted before
     * every window has ended that may have been lost. Who holds a worker goes on. Called without need, it costs only that waiting.
     *
     * @return when the first window can begin
     * @throws WorkerLedgerException if ZooKeeper cannot be asked
     */
    public Instant markRecovered() {
        return asking("be opened later", () -> {
            namespace();
            long opensAt = rules().tickAt(nodes.clockNanos(clock))
                    + longestWindowTicks()
                    + settings.slackTicks()
                    + settings.layout().runAheadTicks();
            return settings.layout().timestampOf(openNotBefore(opensAt));
        });
    }

    /** What was meant to be later still stays. */
    private long openNotBefore(long tick) {
        for (int i = 0; i < ATTEMPTS; i++) {
            Node seen = nodes.read(home).orElseThrow();
            Namespace present = Namespace.read(seen.text());
            long opensAt = Math.max(present.opensAt(), tick);
            if (opensAt == present.opensAt()
                    || nodes.replace(home, seen, present.opening(opensAt).text())) {
                return opensAt;
            }
        }
        throw new WorkerLedgerException(
                Reason.UNREACHABLE,
                home + " in ZooKeeper has changed " + ATTEMPTS
                        + " times while it was read: look who else writes there");
    }

    private long longestWindowTicks() {
        return workersOfAllDatacenters().stream()
                .mapToLong(row -> row.quarantinedUntil() - row.until())
                .reduce(settings.windowTicks(), Math::max);
    }

    private List<WorkerRow> workersOfAllDatacenters() {
        List<WorkerRow> rows = new ArrayList<>();
        for (String name : nodes.children(home)) {
            if (!name.equals("clock")) {
                all(Long.parseLong(name)).values().forEach(seen -> rows.add(seen.row()));
            }
        }
        return rows;
    }

    private interface Asking<T> {
        T run();
    }

    private <T> T asking(String what, Asking<T> work) {
        try {
            return work.run();
        } catch (Nodes.StoreFailure e) {
            throw failed(what, e);
        }
    }

    @Override
    protected String store() {
        return "ZooKeeper";
    }

    /** Settings of a ledger in ZooKeeper; not thread-safe. */
    public static final class Builder extends LedgerBuilder<Builder> {

        private final CuratorFramework curator;

        private Builder(SnowflakeLayout layout, CuratorFramework curator) {
            super(layout);
            this.curator = curator;
        }

        private Builder(SnowflakeLayout layout, long datacenter, CuratorFramework curator) {
            super(layout, datacenter);
            this.curator = curator;
        }

        @Override
        protected Builder self() {
            return this;
        }

        /**
         * The ledger; nothing is asked of ZooKeeper yet.
         *
         * @throws IllegalArgumentException if the settings contradict each other
         */
        public ZooKeeperWorkerLedger build() {
            return new ZooKeeperWorkerLedger(settings(), curator);
        }
    }
}
