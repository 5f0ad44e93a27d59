package io.snowflakeid;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one lease alive: renews it, replaces it when it is lost or has lapsed, and gives it back at the end.
 *
 * <p>All conversation with the ledger after the first acquisition runs on one daemon thread of its own, so a caller of
 * {@code nextId} never waits inside a database driver; only {@link #resume} acquires on its caller's thread. A ledger whose windows
 * last as long as the layout gets no thread.
 */
final class LeaseKeeper implements AutoCloseable, WallTicks.TooFarBack {

    private static final System.Logger LOG = System.getLogger(LeaseKeeper.class.getName());
    private static final long FIRST_RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LAST_RETRY_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final GeneratorSettings settings;
    private final WorkerLedger ledger;
    private final SnowflakeLayout layout;
    private final TimeSource time;
    private final Duration maxWait;
    private final GeneratorEvents events;
    private final @Nullable Thread thread;

    /** Whoever talks with the ledger holds this: one at a time. Taken before {@link #lock}, never after it. */
    private final ReentrantLock talk = new ReentrantLock();

    private @Nullable WorkerGrant held; // what is to be given back; guarded by talk

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition windowChanged = lock.newCondition();
    private final Condition wakeUp = lock.newCondition();
    private boolean nudged; // guarded by lock
    private volatile boolean closed;

    private volatile WallTicks wallTicks; // replaced by resume, before its lease is
    private volatile Lease lease; // replaced under both locks
    private volatile @Nullable Offline offline;
    private volatile @Nullable Failure failure;
    private volatile @Nullable Instant asking; // since when the ledger is being asked
    private long retryNanos = FIRST_RETRY_NANOS; // keeper's thread alone

    /** Why there is no new window, and since when. */
    private record Failure(Instant since, Throwable reason) {}

    /** When the clock policy took the generator offline, by the wall clock, and how far that was behind. */
    private record Offline(Instant since, long behindNanos) {}

    LeaseKeeper(GeneratorSettings settings, GeneratorEvents events) {
        this.settings = settings;
        this.events = events;
        ledger = settings.ledger();
        layout = settings.layout();
        time = settings.time();
        maxWait = settings.maxWait();
        WorkerGrant grant = ledger.acquire(time.wallNanos());
        held = grant;
        wallTicks = anchoredAt(grant);
        goOnFrom(wallTicks, grant.from());
        lease = new Lease(layout, grant, grant.from());
        tellOf(grant);
        thread = ledger.renewEvery().isZero() ? null : startThread();
    }

    private WallTicks anchoredAt(WorkerGrant grant) {
        return new WallTicks(settings, new IdClock(settings, grant.ledgerNanos(), events), events, this);
    }

    /**
     * A window that begins further ahead than a burst may run is used at once: the id clock goes on from its beginning, so that
     * a clock that was set back between two runs makes nobody wait.
     */
    private void goOnFrom(WallTicks ticks, long tick) {
        if (ticks.goOnFrom(tick)) {
            LOG.log(
                    Level.INFO,
                    "ids go on from {0}, which is ahead of the clock: earlier ticks of this worker are spent",
                    layout.timestampOf(tick));
        }
    }

    private void tellOf(WorkerGrant grant) {
        LOG.log(Level.INFO, "{0} granted worker {1} until {2}", ledger.describe(), name(grant), until(lease));
    }

    private Thread startThread() {
        Thread keeper = new Thread(this::run, "snowflake-lease-keeper");
        keeper.setDaemon(true);
        keeper.start();
        return keeper;
    }

    Lease lease() {
        return lease;
    }

    IdClock clock() {
        return wallTicks.clock();
    }

    /** For callers under a policy that reads the wall clock. Read the lease first: an older one than these ticks is closed. */
    WallTicks wallTicks() {
        return wallTicks;
    }

    /** Since when the clock policy has kept the generator offline, by the wall clock; null if it has not. */
    @Nullable
    Instant offlineSince() {
        Offline state = offline;
        return state == null ? null : state.since();
    }

    boolean isClosed() {
        return closed;
    }

    // ---- for the callers

    /**
     * Waits until there is a window other than the spent one, for at most {@code maxWait} in all.
     *
     * @param waitedNanos how long the caller has waited already
     * @return how long it has waited now, in nanoseconds
     */
    long awaitWindow(Lease spent, long spentUntil, long waitedNanos) {
        long start = time.nanos();
        long patience = maxWait.toNanos() - waitedNanos;
        requireServing(waitedNanos);
        if (hasNewWindow(spent, spentUntil)) {
            return waitedNanos;
        }
        if (thread == null || patience <= 0) {
            throw noWindow(spent, waitedNanos);
        }
        boolean interrupted = false;
        long reallyWaited = 0; // a clock that stands still must not hold the caller for ever
        lock.lock();
        try {
            nudge();
            while (!closed
                    && offline == null
                    && !hasNewWindow(spent, spentUntil)
                    && Math.max(reallyWaited, time.nanos() - start) < patience) {
                long slice = Math.min(patience, FIRST_RETRY_NANOS);
                try {
                    reallyWaited += slice - windowChanged.awaitNanos(slice);
                } catch (InterruptedException e) {
                    interrupted = true; // the wait is bounded; the flag is set again below
                }
            }
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return waitedNanos + Math.max(reallyWaited, time.nanos() - start);
    }

    /** Wakes the keeper, unless it is backing off from a ledger that does not answer. */
    private void nudge() {
        if (failure == null) {
            nudged = true;
            wakeUp.signal();
        }
    }

    private boolean hasNewWindow(Lease spent, long spentUntil) {
        return lease != spent || spent.untilTick() > spentUntil;
    }

    private NoIdAvailableException noWindow(Lease spent, long waitedNanos) {
        long waitedMillis = TimeUnit.NANOSECONDS.toMillis(waitedNanos);
        if (spent.untilTick() > layout.maxTick()) {
            return new NoIdAvailableException(
                    "layout " + layout.spec() + " ran out at " + layout.exhaustedAt()
                            + ": move to a layout with more timestamp bits",
                    waitedMillis,
                    null);
        }
        Failure reason = failure;
        return new NoIdAvailableException(
                "the window of worker " + name(spent.grant()) + " ended at " + until(spent) + " and "
                        + ledger.describe()
                        + " has granted no other" + why(reason, asking) + "; waited " + waitedMillis
                        + " ms, allowed are "
                        + maxWait.toMillis()
                        + " ms: it is asked again all the time, and ids go on by themselves once it answers",
                waitedMillis,
                reason == null ? null : reason.reason());
    }

    private static String why(@Nullable Failure reason, @Nullable Instant askedSince) {
        if (reason != null) {
            return " since " + reason.since() + " (" + reason.reason().getMessage() + ")";
        }
        return askedSince == null ? "" : ", though asked since " + askedSince;
    }

    /** @throws NoIdAvailableException if the generator is closed or offline */
    void requireServing(long waitedNanos) {
        long waitedMillis = TimeUnit.NANOSECONDS.toMillis(waitedNanos);
        if (closed) {
            throw new NoIdAvailableException(
                    "the generator of worker " + name(lease.grant())
                            + " is closed: take ids before it is closed, or build a new one",
                    waitedMillis,
                    null);
        }
        Offline state = offline;
        if (state != null) {
            throw new NoIdAvailableException(
                    "the generator of worker " + name(lease.grant()) + " is offline since " + state.since()
                            + ", when the wall clock was " + Millis.of(state.behindNanos())
                            + " ms behind its highest reading, more than clock policy " + settings.clockPolicy()
                            + " bears: correct the clock, then call resume() on the generator",
                    waitedMillis,
                    null);
        }
    }

    // ---- offline and back

    @Override
    public void goOffline(WallTicks seenBy, long behindNanos) {
        if (closeForOffline(seenBy, behindNanos)) {
            if (thread == null) {
                giveBackWhatIsHeld();
            }
            events.wentOffline(name(lease.grant()), settings.clockPolicy(), behindNanos);
        }
        requireServing(0);
    }

    /** True for the one caller that took the generator offline; what a clock says that is no longer in use does not count. */
    private boolean closeForOffline(WallTicks seenBy, long behindNanos) {
        lock.lock();
        try {
            if (closed || offline != null || wallTicks != seenBy) {
                return false;
            }
            offline = new Offline(wallClock(), behindNanos);
            lease.close();
            nudged = true; // the keeper gives the worker back
            wakeUp.signal();
            windowChanged.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void giveBackWhatIsHeld() {
        talk.lock();
        try {
            WorkerGrant grant = held;
            if (grant != null && (closed || offline != null)) {
                held = null;
                giveBack(grant, lease.close(), Level.WARNING);
            }
        } finally {
            talk.unlock();
        }
    }

    /** See {@link SnowflakeIdGenerator#resume}. */
    boolean resume() {
        WorkerGrant grant;
        talk.lock();
        try {
            if (!closed && offline == null) {
                return false;
            }
            giveBackWhatIsHeld();
            requireOpen();
            long mark = lease.close();
            grant = ledger.acquire(time.wallNanos());
            WallTicks ticks = anchoredAt(grant);
            held = reachingBeyond(mark, grant, ticks);
            install(held, mark, ticks);
            giveBackWhatIsHeld(); // if it was closed meanwhile
            requireOpen();
        } finally {
            talk.unlock();
        }
        tellOf(grant);
        events.resumed(grant);
        return true;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException(
                    "the generator of worker " + name(lease.grant()) + " is closed: build a new one");
        }
    }

    // ---- the keeper's thread

    private void run() {
        long delay = renewalDelay();
        while (sleep(delay)) {
            asking = wallClock();
            try {
                tend();
                failure = null;
                retryNanos = FIRST_RETRY_NANOS;
                delay = renewalDelay();
            } catch (RuntimeException | Error e) { // whatever it was: without this thread, ids would end for good
                delay = noteFailure(e);
            }
            asking = null;
            signalCallers();
        }
        Thread.interrupted(); // close() sends one to end a wait; it is not to disturb the release
        giveBackWhatIsHeld();
    }

    private void tend() {
        WorkerGrant grant;
        talk.lock();
        try {
            giveBackWhatIsHeld(); // if the generator went offline
            grant = held;
            if (grant == null) {
                return;
            }
            grant = keep(grant);
            held = grant;
        } finally {
            talk.unlock();
        }
        // holding no lock, since both may tell the listener
        clock().tick();
        if (ledger.hasClock()) {
            clock().follow(grant.ledgerNanos());
        }
    }

    /** Renews, or replaces what cannot be renewed; returns the grant to keep from now on. */
    private WorkerGrant keep(WorkerGrant grant) {
        long now = clock().tickUnsampled();
        if (!lease.isClosed() && now < lease.untilTick()) {
            Optional<WorkerGrant> renewed = ledger.renew(grant, now);
            if (renewed.isPresent()) {
                lease.extend(renewed.get().until());
                return renewed.get();
            }
        }
        return replace(grant);
    }

    /** The old lease is closed first, and the ledger is told where it ended; then a new one is acquired. */
    private WorkerGrant replace(WorkerGrant lost) {
        Lease old = lease;
        // the first attempt is told, its repetitions are not
        Level level = old.isClosed() ? Level.DEBUG : Level.WARNING;
        long mark = old.close();
        if (closed || offline != null) {
            return lost;
        }
        LOG.log(level, "worker {0} was lost or lapsed at {1}; acquiring anew", name(lost), until(old));
        giveBack(lost, mark, level);
        WorkerGrant grant = reachingBeyond(mark, ledger.acquire(time.wallNanos()), wallTicks);
        install(grant, mark, null);
        tellOf(grant);
        return grant;
    }

    /** A window that ends before the present tick, as after a ledger's clock was set back, is moved on before it is used. */
    private WorkerGrant reachingBeyond(long mark, WorkerGrant grant, WallTicks ticks) {
        goOnFrom(ticks, Math.max(grant.from(), mark));
        long position = Math.max(mark, ticks.clock().tickUnsampled());
        if (position < grant.until()) {
            return grant;
        }
        try {
            return ledger.renew(grant, position).orElse(grant);
        } catch (RuntimeException e) {
            giveBack(grant, grant.from(), Level.DEBUG); // unused, and the next attempt acquires another one
            throw e;
        }
    }

    /** Ids go on above the old ones, also when the new worker's number is smaller. */
    private void install(WorkerGrant grant, long mark, @Nullable WallTicks resumedOn) {
        lock.lock();
        try {
            if (resumedOn != null) {
                wallTicks = resumedOn;
                failure = null;
            }
            lease = new Lease(layout, grant, mark);
            if (resumedOn != null) {
                offline = null;
            }
            if (closed || offline != null) {
                lease.close(); // it was closed, or went offline, while the ledger was asked
            }
        } finally {
            lock.unlock();
        }
    }

    private void giveBack(WorkerGrant grant, long mark, Level levelOfFailure) {
        try {
            ledger.release(grant, mark);
        } catch (RuntimeException e) {
            LOG.log(
                    levelOfFailure,
                    "worker " + name(grant)
                            + " could not be given back; others may use it some time after its window has ended",
                    e);
        }
    }

    private long noteFailure(Throwable e) {
        Failure first = failure;
        failure = new Failure(first == null ? wallClock() : first.since(), e);
        LOG.log(
                first == null ? Level.WARNING : Level.DEBUG,
                "the lease of worker " + name(lease.grant()) + ", good until " + until(lease)
                        + ", was not renewed; trying again",
                e);
        long delay = jittered(retryNanos);
        retryNanos = Math.min(
                2 * retryNanos, Math.min(LAST_RETRY_NANOS, ledger.renewEvery().toNanos()));
        return delay;
    }

    private Instant wallClock() {
        return Instant.ofEpochSecond(0, time.wallNanos());
    }

    private long renewalDelay() {
        return jittered(ledger.renewEvery().toNanos());
    }

    private static long jittered(long nanos) {
        return ThreadLocalRandom.current().nextLong(nanos * 9 / 10, nanos * 11 / 10 + 1);
    }

    private void signalCallers() {
        lock.lock();
        try {
            windowChanged.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Sleeps, or is woken by a caller that needs a window; false once the generator is closed. */
    private boolean sleep(long nanos) {
        long left = nanos;
        lock.lock();
        try {
            while (!closed && !nudged && left > 0) {
                left = wakeUp.awaitNanos(left);
            }
            nudged = false;
        } catch (InterruptedException e) {
            LOG.log(Level.DEBUG, "woken by an interrupt, which only close() sends");
        } finally {
            lock.unlock();
        }
        return !closed;
    }

    /** Ends the lease at once; the ledger is told on the keeper's thread, and waited for no longer than {@code maxWait}. */
    @Override
    public void close() {
        lock.lock();
        try {
            if (closed) {
                return;
            }
            closed = true;
            lease.close();
            wakeUp.signal();
            windowChanged.signalAll();
        } finally {
            lock.unlock();
        }
        if (thread == null) {
            giveBackWhatIsHeld();
        } else if (thread
                != Thread.currentThread()) { // a listener may close; then the keeper gives back when it returns
            joinKeeper(thread);
        }
    }

    /** An interrupt of the caller is kept for later: the worker is given back first. */
    private void joinKeeper(Thread keeper) {
        boolean interrupted = Thread.interrupted();
        boolean joined = false;
        while (!joined) {
            try {
                keeper.join(Math.max(1, maxWait.toMillis()));
                joined = true;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (keeper.isAlive()) {
            keeper.interrupt();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Instant until(Lease current) {
        return layout.timestampOf(current.untilTick());
    }

    private static String name(WorkerGrant grant) {
        return grant.datacenter() == 0
                ? Long.toString(grant.worker())
                : grant.worker() + " of datacenter " + grant.datacenter();
    }
}
