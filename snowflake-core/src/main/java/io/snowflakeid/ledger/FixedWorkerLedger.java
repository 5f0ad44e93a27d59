package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.LedgerBuilder;
import io.snowflakeid.ledger.spi.LedgerRules;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * A ledger that grants one worker id, which the operator configures. The operator must ensure that no other process uses the worker id. This class is
 * thread-safe.
 *
 * <p><b>Guarantee.</b> In one JVM, the ledger rejects a second generator for the same namespace, datacenter and worker. The ids of a new generator
 * are greater than all ids of a closed generator for the same worker in the same JVM. The ledger may not detect a generator of another web
 * application that contains its own copy of this library.
 *
 * <p>Without {@link #storedIn}, <em>a restarted process may repeat ids if the clock was set back</em>. With {@link #storedIn}, a restarted process
 * repeats no ids, regardless of the clock.
 */
public final class FixedWorkerLedger implements WorkerLedger {

    /** The sources from which a ledger can read a worker id, for messages. */
    public static final String SOURCES = "env:NAME, sysprop:NAME, statefulset:NAME, ipv4:SUBNET";

    private static final String DEFAULT_NAMESPACE = "default";

    private static final ConcurrentMap<Claim, Claimant> CLAIMS = new ConcurrentHashMap<>();

    /**
     * The first unused tick of each released worker that has no window file. The first unused tick may be later than the clock, because ids may be
     * ahead of the clock.
     */
    private static final ConcurrentMap<Spent, Long> SPENT = new ConcurrentHashMap<>();

    private record Claimant(String token, String thread, Instant since) {}

    private record Spent(Claim claim, SnowflakeLayout layout) {}

    private record Claim(String namespace, long datacenter, long worker) {
        @Override
        public String toString() {
            return "worker " + worker + " of datacenter " + datacenter + " in namespace '" + namespace + "'";
        }
    }

    private final SnowflakeLayout layout;
    private final Claim claim;
    private final @Nullable WindowFile file;
    private final String madeBy = Thread.currentThread().getName();

    private FixedWorkerLedger(SnowflakeLayout layout, Claim claim, @Nullable WindowFile file) {
        layout.requireWorker(claim.datacenter(), claim.worker());
        this.layout = layout;
        this.claim = claim;
        this.file = file;
    }

    /**
     * Returns a ledger that grants the given worker of datacenter 0.
     *
     * @throws IllegalArgumentException if the worker id does not fit into the layout
     */
    public static FixedWorkerLedger of(SnowflakeLayout layout, long worker) {
        return of(layout, 0, worker);
    }

    /**
     * Returns a ledger that grants the given worker of the given datacenter.
     *
     * @throws IllegalArgumentException if the datacenter id or the worker id does not fit into the layout
     */
    public static FixedWorkerLedger of(SnowflakeLayout layout, long datacenter, long worker) {
        return new FixedWorkerLedger(layout, new Claim(DEFAULT_NAMESPACE, datacenter, worker), null);
    }

    /**
     * Returns a ledger that grants the worker id of the given source. The method reads the given source of the worker id only once. The operator must
     * configure the source so that each process gets a different worker id.
     *
     * <ul>
     * <li>The source {@code env:WORKER_ID} reads a number from an environment variable, and {@code sysprop:snowflake.worker} from a system property.
     * The environment variable or system property with the worker id must have a different value in each process. Do not use {@code env:} for
     * replicas of one pod template, because all replicas have the same value.
     * <li>The source {@code statefulset:orders} reads the ordinal in the host name of a Kubernetes pod, such as 3 in
     * {@code orders-3.orders.shop.svc}. StatefulSets that share a database must have different datacenter ids. With the source {@code statefulset:},
     * pods must not use the host network. Do not force the deletion of a pod on an unreachable node, because the pod may still run.
     * <li>The source {@code ipv4:10.1.0.0/22} reads the host part of this machine's address in the subnet, such as 261 for 10.1.1.5. The machine must
     * have exactly one address in the subnet. The layout must have a worker bit for each bit of the host part, such as 10 for /22. Do not run two
     * processes with the same IP address, or two clusters with the same subnet.
     * </ul>
     *
     * <p>If a worker id can move to another machine, use {@link #storedIn} with a volume that also moves to that machine. If two processes may have
     * the same worker id, use a {@link JdbcWorkerLedger}.
     *
     * @param source a whole number, or a text in one of the forms that {@link #SOURCES} lists
     * @throws IllegalArgumentException if {@code source} provides no number, or if the datacenter id or the worker id does not fit into the layout
     */
    public static FixedWorkerLedger of(SnowflakeLayout layout, long datacenter, String source) {
        return of(layout, datacenter, WorkerSource.number(source, layout.workerBits(), HostEnvironment.REAL));
    }

    /**
     * Returns a ledger for the same worker in another namespace. Do not store ids of two namespaces together, because ids of different namespaces may
     * be equal.
     *
     * @param namespace 1 to 64 characters from letters, digits and {@code _ . : -}
     * @throws IllegalArgumentException if the namespace is not valid
     */
    public FixedWorkerLedger inNamespace(String namespace) {
        FixedWorkerLedger other = new FixedWorkerLedger(
                layout, new Claim(LedgerBuilder.requireNamespace(namespace), claim.datacenter(), claim.worker()), null);
        return file == null ? other : other.storedIn(file.path());
    }

    /**
     * Returns a ledger that grants this ledger's worker and stores the window in a file on a <em>persistent</em> volume. After a restart, new ids are
     * greater than all earlier ids, even if the clock was set back. A lock file next to the window file prevents two processes from using the window
     * file at the same time. The ledger does not create a missing folder, because the folder may belong to an unmounted volume.
     *
     * <p>After a crash, {@link #acquire} waits at most about 5 s for the end of the crashed process's window. If another process changes the window
     * file, the generator ends its lease and acquires the worker again. Each process must have its own window file. Window files must not be symbolic
     * links. Do not restore a backup of the window file, because a new process does not detect an outdated file. Do not delete the lock file.
     */
    public FixedWorkerLedger storedIn(Path path) {
        return storedIn(new WindowFile(path.toAbsolutePath(), layout));
    }

    FixedWorkerLedger storedIn(WindowFile window) {
        return new FixedWorkerLedger(layout, claim, window);
    }

    @Override
    public SnowflakeLayout layout() {
        return layout;
    }

    @Override
    public WorkerGrant acquire(long wallNanos) {
        String token = LedgerRules.freshToken();
        Claimant first = CLAIMS.putIfAbsent(claim, new Claimant(token, madeBy, Instant.ofEpochSecond(0, wallNanos)));
        if (first != null) {
            throw new WorkerLedgerException(
                    Reason.WORKER_IN_USE,
                    claim + " is already claimed in this process, by thread " + first.thread() + " at " + first.since()
                            + ": share that generator, close it first, or choose another worker");
        }
        try {
            return grant(wallNanos, token);
        } catch (RuntimeException e) {
            CLAIMS.remove(claim);
            if (file != null) {
                file.unlock();
            }
            throw e;
        }
    }

    private WorkerGrant grant(long wallNanos, String token) {
        long now = new LedgerRules(layout, layout.tick()).requireTick("this machine's clock", wallNanos);
        // the last ids of an earlier process with the worker may be ahead of the clock
        long unborrowed = now + layout.runAheadTicks() + 1;
        if (file == null) {
            long from = Math.max(unborrowed, SPENT.getOrDefault(new Spent(claim, layout), 0L));
            return granted(from, layout.maxTick() + 1, token, wallNanos);
        }
        long from = file.open(now, unborrowed, token);
        return granted(from, file.mark(), token, wallNanos);
    }

    private WorkerGrant granted(long from, long until, String token, long nanos) {
        return new WorkerGrant(claim.datacenter(), claim.worker(), from, until, token, nanos);
    }

    @Override
    public Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick) {
        if (!holds(grant) || (file != null && !file.advance(positionTick))) {
            return Optional.empty();
        }
        long until = file == null ? grant.until() : file.mark();
        return Optional.of(granted(grant.from(), until, grant.token(), grant.ledgerNanos()));
    }

    @Override
    public void release(WorkerGrant grant, long firstUnusedTick) {
        if (!holds(grant)) {
            return;
        }
        try {
            if (file == null) {
                SPENT.merge(new Spent(claim, layout), firstUnusedTick, Math::max);
            } else {
                file.close(Math.max(grant.from(), firstUnusedTick));
            }
        } finally {
            CLAIMS.remove(claim);
        }
    }

    private boolean holds(WorkerGrant grant) {
        Claimant claimant = CLAIMS.get(claim);
        return claimant != null && claimant.token().equals(grant.token());
    }

    @Override
    public Duration renewEvery() {
        return file == null ? Duration.ZERO : WindowFile.RENEW_EVERY;
    }

    @Override
    public boolean hasClock() {
        return false;
    }

    @Override
    public String describe() {
        return file == null ? "fixed " + claim : "fixed " + claim + ", kept in " + file.path();
    }
}
