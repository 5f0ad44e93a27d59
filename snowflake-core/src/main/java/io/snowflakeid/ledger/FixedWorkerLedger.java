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
 * A worker id that the operator chose. The lease of the worker is exclusive only because the operator promises exclusive use. Thread-safe.
 *
 * <p><b>Guarantee.</b> Inside one JVM, a second live claim on the same (namespace, datacenter, worker) is rejected. A later claim continues above
 * the last id of the previous claim. Two web applications that each contain this library do not see each other's claims.
 *
 * <p>Between processes, uniqueness depends on the promise that no two processes use the number at the same time. Without a file, ids begin just after
 * the time that the previous run may have borrowed, so a plain restart repeats no id. Without a file, <em>a restart with the clock set back may
 * repeat ids</em>. With {@link #storedIn a file}, a restart with the clock set back is safe as well.
 */
public final class FixedWorkerLedger implements WorkerLedger {

    /** The forms of a source of a number, for messages. */
    public static final String SOURCES = "env:NAME, sysprop:NAME, statefulset:NAME, ipv4:SUBNET";

    private static final String DEFAULT_NAMESPACE = "default";

    // the claims of the whole JVM
    private static final ConcurrentMap<Claim, Claimant> CLAIMS = new ConcurrentHashMap<>();

    /**
     * The first unused tick of each worker without a file. A call that parks while its generator is closed still returns its id, and the id may be
     * ahead of a later generator's clock.
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
    // the thread's name for the message of a rejected claim
    private final String madeBy = Thread.currentThread().getName();

    private FixedWorkerLedger(SnowflakeLayout layout, Claim claim, @Nullable WindowFile file) {
        layout.requireWorker(claim.datacenter(), claim.worker());
        this.layout = layout;
        this.claim = claim;
        this.file = file;
    }

    /**
     * Returns a ledger of the given worker in datacenter 0.
     *
     * @throws IllegalArgumentException if the number does not fit into the layout
     */
    public static FixedWorkerLedger of(SnowflakeLayout layout, long worker) {
        return of(layout, 0, worker);
    }

    /**
     * Returns a ledger of the given worker in the given datacenter.
     *
     * @throws IllegalArgumentException if a number does not fit into the layout
     */
    public static FixedWorkerLedger of(SnowflakeLayout layout, long datacenter, long worker) {
        return new FixedWorkerLedger(layout, new Claim(DEFAULT_NAMESPACE, datacenter, worker), null);
    }

    /**
     * Returns a ledger of the worker whose number comes from a source, which is read once. Each source depends on a promise.
     *
     * <ul>
     *   <li>The sources {@code env:WORKER_ID} and {@code sysprop:snowflake.worker} contain a whole number. You promise that no two processes have the
     *       same value at the same time. All replicas of a pod template have the same value, and a rolling update mixes old and new replicas.
     *   <li>The source {@code statefulset:orders} is the ordinal in the host name of a Kubernetes pod, such as 3 in {@code orders-3.orders.shop.svc}.
     *       You promise that ids of other sets are stored separately or have another datacenter number. You also promise that the pods use no host
     *       network, and that no pod on an unreachable node is deleted by force.
     *   <li>The source {@code ipv4:10.1.0.0/22} is the host part of this machine's only address in a subnet, such as 261 for 10.1.1.5. The layout
     *       needs as many worker bits as the host part has, such as 10 for /22. You promise one process per address, and one cluster per subnet.
     * </ul>
     *
     * <p>If a number may move to a machine with a late clock, keep the window {@linkplain #storedIn in a file} on a volume that moves, too. If you
     * cannot make the promise of a source, use a {@link JdbcWorkerLedger}.
     *
     * @param source digits, or one of {@link #SOURCES}
     * @throws IllegalArgumentException if the source has no number, or a number does not fit into the layout
     */
    public static FixedWorkerLedger of(SnowflakeLayout layout, long datacenter, String source) {
        return of(layout, datacenter, WorkerSource.number(source, layout.workerBits(), HostEnvironment.REAL));
    }

    /**
     * Returns a ledger of this worker in another namespace. Ids of different namespaces may be equal, so never store ids of two namespaces together.
     *
     * @param namespace 1 to 64 letters, digits or {@code _ . : -}
     * @throws IllegalArgumentException if the namespace has another form
     */
    public FixedWorkerLedger inNamespace(String namespace) {
        FixedWorkerLedger other = new FixedWorkerLedger(
                layout, new Claim(LedgerBuilder.requireNamespace(namespace), claim.datacenter(), claim.worker()), null);
        return file == null ? other : other.storedIn(file.path());
    }

    /**
     * Returns a ledger of this worker that keeps the window in a file on a <em>persistent</em> volume. The generator issues ids only below a mark
     * that is stored on disk. After a restart, a process continues above all earlier ids, at any reading of the clock. A lock file in the same folder
     * excludes a second process, and is never deleted. The file's folder must exist. The ledger does not create the folder, so that a volume that is
     * not mounted is detected.
     *
     * <p>After a crash, {@link #acquire} waits until the window of the crashed run has ended, at most about 5 s. If the file contains a text of
     * another process, this process stops using the worker and acquires the worker again. The ledger does not recognize a copy of the file. Give each
     * process its own file, which must not be a symbolic link. Restore no older copy of the file, and remove no lock file.
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
        // a previous run may have borrowed as many ticks as a burst may run ahead
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
