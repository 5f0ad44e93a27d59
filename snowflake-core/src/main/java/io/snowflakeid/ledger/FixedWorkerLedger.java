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
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * A worker id that the operator chose: a lease whose exclusivity the operator promises.
 *
 * <p><b>Guarantee.</b> Inside one JVM a second live claim on the same (namespace, datacenter, worker) is refused, and a later
 * one goes on above where the one before it stopped. That holds where this class was loaded once: two web applications that each bring
 * this library do not know each other's claims. Between processes uniqueness rests on the promise that no two of them use the number at
 * the same time. Without a file, ids begin just after the time that the previous run may have borrowed, so a plain restart repeats
 * nothing, but <em>a restart with the clock set back does</em>. With {@link #storedIn a file} the window is kept on disk, and that is safe as well.
 *
 * <p>Thread-safe.
 */
public final class FixedWorkerLedger implements WorkerLedger {

    /** Who holds which worker in this JVM: the one thing that must be known by the whole process. */
    private static final ConcurrentMap<Claim, String> CLAIMS = new ConcurrentHashMap<>();

    /**
     * Where a worker without a file goes on in this JVM: a call that parks while its generator is closed still finishes its id, which
     * may lie further ahead than a later generator's clock.
     */
    private static final ConcurrentMap<Spent, Long> SPENT = new ConcurrentHashMap<>();

    private record Spent(Claim claim, SnowflakeLayout layout) {}

    private static final String DEFAULT_NAMESPACE = "default";

    private record Claim(String namespace, long datacenter, long worker) {
        @Override
        public String toString() {
            return "worker " + worker + " of datacenter " + datacenter + " in namespace '" + namespace + "'";
        }
    }

    private final SnowflakeLayout layout;
    private final Claim claim;
    private final @Nullable WindowFile file;
    private final String madeBy = Thread.currentThread().getName(); // which a refusal names

    private FixedWorkerLedger(SnowflakeLayout layout, Claim claim, @Nullable WindowFile file) {
        layout.requireWorker(claim.datacenter(), claim.worker());
        this.layout = layout;
        this.claim = claim;
        this.file = file;
    }

    /**
     * The given worker, of datacenter 0.
     *
     * @throws IllegalArgumentException if the number does not fit into the layout
     */
    public static FixedWorkerLedger of(SnowflakeLayout layout, long worker) {
        return of(layout, 0, worker);
    }

    /**
     * The given worker of the given datacenter.
     *
     * @throws IllegalArgumentException if a number does not fit into the layout
     */
    public static FixedWorkerLedger of(SnowflakeLayout layout, long datacenter, long worker) {
        return new FixedWorkerLedger(layout, new Claim(DEFAULT_NAMESPACE, datacenter, worker), null);
    }

    /**
     * The worker whose number the source gives, of datacenter 0. The source is read here and now.
     *
     * @throws IllegalArgumentException if the source has no number, or one that does not fit into the layout; the message says what
     *     was looked at, and what is allowed
     */
    public static FixedWorkerLedger of(SnowflakeLayout layout, WorkerSource source) {
        return of(layout, 0, source);
    }

    /**
     * The worker whose number the source gives, of the given datacenter. The source is read here and now.
     *
     * @throws IllegalArgumentException as {@link #of(SnowflakeLayout, WorkerSource)}, or if the datacenter does not fit
     */
    public static FixedWorkerLedger of(SnowflakeLayout layout, long datacenter, WorkerSource source) {
        return of(layout, datacenter, source.number(HostEnvironment.REAL, layout.workerBits()));
    }

    /**
     * This worker in another namespace: ids of different namespaces may be equal, and are never stored together.
     *
     * @param namespace 1 to 64 letters, digits, {@code _ . : -}
     * @throws IllegalArgumentException if it is of another form
     */
    public FixedWorkerLedger inNamespace(String namespace) {
        FixedWorkerLedger other = new FixedWorkerLedger(
                layout, new Claim(LedgerBuilder.requireNamespace(namespace), claim.datacenter(), claim.worker()), null);
        return file == null ? other : other.storedIn(file.path());
    }

    /**
     * This worker with its window kept in a file on a <em>persistent</em> volume: ids are issued only below a mark that is on
     * disk, so a restart goes on above everything issued before, whatever the clock says. Beside it, a lock file keeps a second
     * process out; it is never deleted. The file's folder has to be there: it is not created, since a volume that is not mounted
     * would else go unnoticed.
     *
     * <p>After a crash, {@link #acquire} waits until the window of that run has ended, at most about 5 s. A process that finds something
     * in the file that it has not written gives the worker up, and acquires it anew. A copy of the file is believed: give each process a
     * file of its own, which is no symbolic link, put no older copy back, and remove no lock file.
     */
    public FixedWorkerLedger storedIn(Path path) {
        return storedIn(path, WindowFile.Disk.REAL);
    }

    FixedWorkerLedger storedIn(Path path, WindowFile.Disk disk) {
        return new FixedWorkerLedger(layout, claim, new WindowFile(path.toAbsolutePath(), layout, disk));
    }

    @Override
    public SnowflakeLayout layout() {
        return layout;
    }

    @Override
    public WorkerGrant acquire(long wallNanos) {
        String token = LedgerRules.freshToken();
        String claimant = madeBy + " at " + Instant.ofEpochSecond(0, wallNanos);
        String first = CLAIMS.putIfAbsent(claim, claimant + '/' + token);
        if (first != null) {
            throw new WorkerLedgerException(
                    Reason.WORKER_IN_USE,
                    claim + " is already claimed in this process, by thread "
                            + first.substring(0, first.lastIndexOf('/'))
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
        // without a file, the previous run may have borrowed as far as a burst may run ahead
        long from = file != null
                ? file.open(now, token)
                : Math.max(now + layout.runAheadTicks() + 1, SPENT.getOrDefault(new Spent(claim, layout), 0L));
        long until = file != null ? file.mark() : layout.maxTick() + 1;
        long nanos = file != null ? wallNanos + file.waited().toNanos() : wallNanos;
        return new WorkerGrant(claim.datacenter(), claim.worker(), from, until, token, nanos);
    }

    @Override
    public Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick) {
        if (!holds(grant)) {
            return Optional.empty();
        }
        OptionalLong until = file == null ? OptionalLong.of(grant.until()) : file.advance(positionTick);
        return until.isEmpty()
                ? Optional.empty()
                : Optional.of(new WorkerGrant(
                        grant.datacenter(),
                        grant.worker(),
                        grant.from(),
                        Math.max(grant.until(), until.getAsLong()),
                        grant.token(),
                        grant.ledgerNanos()));
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
        String holder = CLAIMS.get(claim);
        return holder != null && holder.endsWith('/' + grant.token());
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
        return file == null ? "fixed " + claim : "fixed " + claim + ", kept in " + file;
    }
}
