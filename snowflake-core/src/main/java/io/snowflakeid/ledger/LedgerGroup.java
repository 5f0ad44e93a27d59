package io.snowflakeid.ledger;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.RangedLedger;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.StoreWorkerLedger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Several ledgers that share the worker ids: workers 0..511 in one database, 512..1023 in another. Whichever answers grants a
 * worker, so none is a single point of failure. They have one layout and one datacenter, and no worker in common.
 *
 * <p><b>Guarantee.</b> That of its ledgers: each looks after its own workers, and they never need to agree.
 *
 * <p>Who acquires asks one ledger after the other, each time beginning with another one. A grant stays with its ledger; if that
 * does not answer until half of the window is over, {@link #renew} grants a worker of another ledger in its place.
 *
 * <p>An outage of one ledger is got round, a rejection is not: one that was set up otherwise, is not the ledger that it was, or has a wrong clock
 * is an error of the group, since its ids could meet those of others.
 *
 * <p><b>Which ledgers.</b> Each of them stores the ids and workers of all. They are written before the first worker is granted, while all
 * can be reached. From then on any one may be down. A process whose group has other ledgers is rejected.
 *
 * <p><b>Clocks.</b> Ids follow the ledger whose clock is furthest ahead, so the windows of the others reach ahead of theirs by as much.
 * Keep them within a few seconds of each other: a database that is restored from a backup allows for 10 s
 * ({@link JdbcWorkerLedger#markRecovered}).
 *
 * <p><b>Timeouts.</b> All of this happens within the second half of a window, so a ledger that is down has to fail fast: let its
 * pool wait for a connection, and its driver for the server, no longer than a tenth of the window (HikariCP: {@code connectionTimeout}
 * 5 s, and {@code connectTimeout} of the driver the same). Thread-safe.
 */
public final class LedgerGroup implements WorkerLedger {

    private static final System.Logger LOG = ApplicationLog.of(LedgerGroup.class);

    private final List<StoreWorkerLedger> ledgers;
    private final TimeSource time;
    private final AtomicInteger turn;
    private final GroupMembers members;

    LedgerGroup(List<StoreWorkerLedger> ledgers, TimeSource time, int firstTurn) {
        this.ledgers = ledgers;
        this.time = time;
        turn = new AtomicInteger(firstTurn);
        members = new GroupMembers(ledgers);
    }

    /**
     * A group of two ledgers or more.
     *
     * @throws IllegalArgumentException if their layouts or datacenters differ, or if two have a worker in common
     */
    public static LedgerGroup of(StoreWorkerLedger... ledgers) {
        if (ledgers.length < 2) {
            throw new IllegalArgumentException("a group needs at least 2 ledgers, but has " + ledgers.length
                    + ": add one, or use a ledger by itself");
        }
        List<StoreWorkerLedger> ascending = Stream.of(ledgers)
                .sorted(Comparator.comparingLong(StoreWorkerLedger::firstWorker))
                .toList();
        requireSameIds(ascending);
        requireNoWorkerInCommon(ascending);
        return new LedgerGroup(
                ascending, TimeSource.system(), ThreadLocalRandom.current().nextInt(ledgers.length));
    }

    private static void requireSameIds(List<StoreWorkerLedger> ledgers) {
        StoreWorkerLedger first = ledgers.get(0);
        for (StoreWorkerLedger other : ledgers) {
            if (!ids(other).equals(ids(first))) {
                throw new IllegalArgumentException("the ledgers of a group have one layout and one datacenter, but "
                        + first.describe() + " has " + ids(first) + ", and " + other.describe() + " has " + ids(other)
                        + ": set up both alike");
            }
        }
    }

    private static String ids(StoreWorkerLedger ledger) {
        return "layout " + ledger.layout().spec() + ", datacenter " + ledger.datacenter() + ", scope "
                + ledger.settings().scope();
    }

    private static void requireNoWorkerInCommon(List<StoreWorkerLedger> ascending) {
        for (int i = 1; i < ascending.size(); i++) {
            StoreWorkerLedger lower = ascending.get(i - 1);
            StoreWorkerLedger upper = ascending.get(i);
            if (upper.firstWorker() <= lower.lastWorker()) {
                throw new IllegalArgumentException("worker " + upper.firstWorker() + " belongs to " + lower.describe()
                        + " and to " + upper.describe()
                        + ", so both would grant it: give each ledger a range of its own, such as workers(0, "
                        + lower.layout().maxWorker() / 2 + ")");
            }
        }
    }

    /** Those that it was made of, by their workers. */
    public List<RangedLedger> ledgers() {
        return List.copyOf(ledgers);
    }

    @Override
    public SnowflakeLayout layout() {
        return ledgers.get(0).layout();
    }

    /** The shortest of its ledgers. */
    @Override
    public Duration renewEvery() {
        return ledgers.stream()
                .map(WorkerLedger::renewEvery)
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** True if all of its ledgers have one. */
    @Override
    public boolean hasClock() {
        return ledgers.stream().allMatch(WorkerLedger::hasClock);
    }

    @Override
    public String describe() {
        return ledgers.stream().map(WorkerLedger::describe).collect(Collectors.joining(", ", "the group of ", ""));
    }

    /**
     * {@inheritDoc}
     *
     * <p>Waits for no ledger that has no free worker: if none has one, this fails at once. The message has the reason of each.
     */
    @Override
    public WorkerGrant acquire(long wallNanos) {
        List<RuntimeException> refusals = new ArrayList<>();
        return firstGrant(inTurn(), wallNanos, refusals).orElseThrow(() -> none(refusals));
    }

    /** Of ledgers in this order; why those before it have granted none is added to the refusals. */
    private Optional<WorkerGrant> firstGrant(
            List<StoreWorkerLedger> order, long wallNanos, List<RuntimeException> refusals) {
        for (StoreWorkerLedger ledger : order) {
            try {
                members.admit(ledger);
                Optional<WorkerGrant> grant = ledger.tryAcquire(wallNanos);
                if (grant.isPresent()) {
                    return grant;
                }
                refusals.add(new WorkerLedgerException(
                        Reason.WORKERS_TAKEN, "all workers of " + ledger.describe() + " are taken"));
            } catch (RuntimeException e) {
                throwIfRejected(e);
                refusals.add(e);
            }
        }
        return Optional.empty();
    }

    /** Its reason is that of all. */
    private static WorkerLedgerException none(List<RuntimeException> refusals) {
        boolean allAlike = refusals.stream().map(LedgerGroup::reason).distinct().count() == 1;
        WorkerLedgerException none = new WorkerLedgerException(
                allAlike ? reason(refusals.get(0)) : Reason.OTHER,
                refusals.stream()
                        .map(Throwable::getMessage)
                        .collect(Collectors.joining("; ", "no ledger of the group could grant a worker: ", "")),
                refusals.get(0));
        refusals.stream().skip(1).forEach(none::addSuppressed);
        return none;
    }

    private List<StoreWorkerLedger> inTurn() {
        int first = Math.floorMod(turn.getAndIncrement(), ledgers.size());
        List<StoreWorkerLedger> order = new ArrayList<>(ledgers.subList(first, ledgers.size()));
        order.addAll(ledgers.subList(0, first));
        return order;
    }

    /**
     * {@inheritDoc}
     *
     * <p>If the grant's ledger fails, and less than half of the window is left, the grant that is returned may be one of another
     * ledger, with another worker and token: the old one is to be closed and given back, and ids go on with the new one.
     */
    @Override
    public Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick) {
        StoreWorkerLedger home = home(grant);
        try {
            return home.renew(grant, positionTick);
        } catch (RuntimeException e) {
            throwIfRejected(e);
            long halfTicks = home.settings().window().dividedBy(layout().tick()) / 2;
            if (reason(e) != Reason.ANOTHER_LEDGER && grant.until() - positionTick >= halfTicks) {
                throw e;
            }
            return Optional.of(replacement(grant, home, e));
        }
    }

    private static Reason reason(RuntimeException e) {
        return e instanceof WorkerLedgerException refused ? refused.reason() : Reason.OTHER;
    }

    private static void throwIfRejected(RuntimeException e) {
        if (reason(e) == Reason.STORED_DIFFERENTLY || reason(e) == Reason.CLOCK_WRONG) {
            throw e;
        }
    }

    private WorkerGrant replacement(WorkerGrant grant, StoreWorkerLedger home, RuntimeException reason) {
        List<StoreWorkerLedger> others = inTurn();
        others.remove(home);
        List<RuntimeException> refusals = new ArrayList<>();
        Optional<WorkerGrant> found = firstGrant(others, time.wallNanos(), refusals);
        if (found.isEmpty()) {
            reason.addSuppressed(none(refusals));
            throw reason;
        }
        WorkerGrant next = found.get();
        LOG.log(
                Level.WARNING,
                "worker {0} is replaced by worker {1} of {2}: {3}",
                grant.worker(),
                next.worker(),
                home(next).describe(),
                reason.getMessage());
        return next;
    }

    @Override
    public void release(WorkerGrant grant, long firstUnusedTick) {
        home(grant).release(grant, firstUnusedTick);
    }

    private StoreWorkerLedger home(WorkerGrant grant) {
        return ledgers.stream()
                .filter(ledger -> ledger.firstWorker() <= grant.worker() && grant.worker() <= ledger.lastWorker())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "worker " + grant.worker() + " was granted by no ledger of " + describe()));
    }
}
