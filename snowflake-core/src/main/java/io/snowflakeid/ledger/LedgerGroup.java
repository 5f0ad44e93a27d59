package io.snowflakeid.ledger;

import io.snowflakeid.RangedLedger;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.internal.ApplicationLog;
import io.snowflakeid.internal.VisibleText;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerState;
import io.snowflakeid.ledger.spi.StoreWorkerLedger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Several ledgers that split the worker ids, such as workers 0..511 in one database and 512..1023 in another database. Any ledger that replies can
 * grant a worker, so no ledger is a single point of failure. All ledgers have the same layout and datacenter, and no worker in common. Thread-safe.
 *
 * <p><b>Guarantee.</b> A group has the guarantee that all of its ledgers have. Each ledger manages its own workers, so the ledgers need no agreement.
 *
 * <p>The method {@link #acquire} tries the ledgers in turn, and each call starts with another ledger. If the grant's ledger fails until half of the
 * window is over, {@link #renew} grants a worker of another ledger instead.
 *
 * <p>The group tolerates an unavailable ledger, but not a ledger that rejects the request. A ledger with other stored settings or a wrong clock
 * makes the group fail, because the ids of such a ledger could equal other ids.
 *
 * <p><b>Members.</b> Each ledger stores the ids and workers of all ledgers of the group. The group stores the members before it grants its first
 * worker, while all ledgers can be reached. After the first grant, any single ledger may be down. A process whose group has other ledgers is
 * rejected.
 *
 * <p><b>Clocks.</b> Ids follow the ledger whose clock is furthest ahead, so the windows of the other ledgers are ahead of their own clocks. Keep the
 * clocks within a few seconds of each other, because a database that is restored from a backup allows for only 10 s
 * ({@link JdbcWorkerLedger#markRecovered}).
 *
 * <p><b>Timeouts.</b> A generator moves to another ledger in the second half of a window. Limit the wait of a pool for a connection, and of a driver
 * for its server, to a tenth of the window.
 */
public final class LedgerGroup implements WorkerLedger {

    private static final System.Logger LOG = ApplicationLog.of(LedgerGroup.class);

    private final List<StoreWorkerLedger> ledgers; // sorted by worker
    private final AtomicInteger turn =
            new AtomicInteger(ThreadLocalRandom.current().nextInt());
    private @Nullable String members; // the members as each ledger stores them; guarded by this

    private LedgerGroup(List<StoreWorkerLedger> ledgers) {
        this.ledgers = ledgers;
    }

    /**
     * Returns a group of two ledgers or more.
     *
     * @throws IllegalArgumentException if the layouts or datacenters of the ledgers differ, or if two ledgers have a worker in common
     */
    public static LedgerGroup of(StoreWorkerLedger... ledgers) {
        if (ledgers.length < 2) {
            throw new IllegalArgumentException("a group needs at least 2 ledgers, but has " + ledgers.length
                    + ": add one, or use a ledger by itself");
        }
        List<StoreWorkerLedger> ascending = Stream.of(ledgers)
                .sorted(Comparator.comparingLong(StoreWorkerLedger::firstWorker))
                .toList();
        for (int i = 1; i < ledgers.length; i++) {
            requireSplit(ascending.get(i - 1), ascending.get(i));
        }
        return new LedgerGroup(ascending);
    }

    private static void requireSplit(StoreWorkerLedger lower, StoreWorkerLedger upper) {
        if (!ids(upper).equals(ids(lower))) {
            throw new IllegalArgumentException("the ledgers of a group have one layout and one datacenter, but "
                    + lower.describe() + " has " + ids(lower) + ", and " + upper.describe() + " has " + ids(upper)
                    + ": set up both alike");
        }
        if (upper.firstWorker() <= lower.lastWorker()) {
            throw new IllegalArgumentException("worker " + upper.firstWorker() + " belongs to " + lower.describe()
                    + " and to " + upper.describe()
                    + ", so both would grant it: give each ledger a range of its own, such as workers(0, "
                    + lower.layout().maxWorker() / 2 + ")");
        }
    }

    private static String ids(StoreWorkerLedger ledger) {
        return "layout " + ledger.layout().spec() + ", datacenter " + ledger.datacenter() + ", scope "
                + ledger.settings().scope();
    }

    /** Returns the ledgers, ordered by worker range. */
    public List<RangedLedger> ledgers() {
        return List.copyOf(ledgers);
    }

    @Override
    public SnowflakeLayout layout() {
        return ledgers.get(0).layout();
    }

    /** Returns the shortest renewal interval of all ledgers. */
    @Override
    public Duration renewEvery() {
        return ledgers.stream()
                .map(WorkerLedger::renewEvery)
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    @Override
    public boolean hasClock() {
        return true;
    }

    @Override
    public String describe() {
        return ledgers.stream().map(WorkerLedger::describe).collect(Collectors.joining(", ", "the group of ", ""));
    }

    /** Checks that a ledger belongs to this group. The ledgers of another group could grant workers that are already granted. */
    private synchronized void requireMember(StoreWorkerLedger ledger) {
        LedgerState state = ledger.state();
        String stored = state.group().isEmpty() ? join() : state.group();
        // other ledgers may be down
        requireSame(ledger, stored, members(each -> each == ledger ? state.ledgerId() : "*"));
        requireSame(ledger, stored, members == null ? stored : members);
        members = stored;
    }

    private String members(Function<StoreWorkerLedger, String> id) {
        return ledgers.stream()
                .map(ledger -> id.apply(ledger) + " " + ledger.firstWorker() + ".." + ledger.lastWorker())
                .collect(Collectors.joining(", "));
    }

    /** Writes the members into all ledgers, unless a ledger already belongs to another group. */
    private String join() {
        String all;
        try {
            all = members(ledger -> ledger.state().ledgerId());
        } catch (WorkerLedgerException e) {
            throw new WorkerLedgerException(
                    e.reason(),
                    "all ledgers of a group have to be reached before it grants its first worker, since each stores the ids of all: "
                            + e.getMessage(),
                    e);
        }
        ledgers.forEach(ledger -> requireSame(ledger, ledger.state().joined(all).group(), all));
        ledgers.forEach(ledger -> requireSame(ledger, ledger.joinGroup(all), all));
        return all;
    }

    /** @param wanted the members, with an asterisk for each unknown id */
    private static void requireSame(StoreWorkerLedger ledger, String stored, String wanted) {
        if (!stored.matches(wanted.replace("*", "\\w+"))) {
            throw new WorkerLedgerException(
                    Reason.STORED_DIFFERENTLY,
                    ledger.describe() + " belongs to a group of the ledgers " + VisibleText.of(stored)
                            + ", and is to be used in one of " + VisibleText.of(wanted)
                            + ": use the same ledgers in every process, or another namespace if their ids never meet;"
                            + " docs/worker-ids.md says how to replace one that is lost for good");
        }
    }

    /**
     * {@inheritDoc}
     *
     * <p>The method throws at once if no ledger has a free worker. The message contains the reason of each ledger.
     */
    @Override
    public WorkerGrant acquire(long wallNanos) {
        return firstGrant(inTurn(), wallNanos);
    }

    private List<StoreWorkerLedger> inTurn() {
        List<StoreWorkerLedger> order = new ArrayList<>(ledgers);
        Collections.rotate(order, turn.getAndIncrement());
        return order;
    }

    private WorkerGrant firstGrant(List<StoreWorkerLedger> order, long wallNanos) {
        List<RuntimeException> refusals = new ArrayList<>();
        for (StoreWorkerLedger ledger : order) {
            try {
                requireMember(ledger);
                return ledger.tryAcquire(wallNanos);
            } catch (RuntimeException e) {
                throwIfRejected(e);
                refusals.add(e);
            }
        }
        throw none(refusals);
    }

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

    /**
     * {@inheritDoc}
     *
     * <p>If the grant's ledger fails, and less than half of the window is left, the method may return a grant of another ledger with another worker.
     * The caller closes and releases the old grant, and continues with the new grant.
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
        WorkerGrant next;
        try {
            next = firstGrant(others, TimeSource.system().wallNanos());
        } catch (WorkerLedgerException e) {
            throwIfRejected(e);
            reason.addSuppressed(e);
            throw reason;
        }
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
