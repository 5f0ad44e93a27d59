package io.snowflakeid.ledger;

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
 * A group of ledgers that split the worker ids, such as 0..511 in one database and 512..1023 in another database. Any available ledger can grant a
 * worker, so no ledger is a single point of failure. All ledgers have the same layout and datacenter id, but different workers. This class is
 * thread-safe.
 *
 * <p><b>Guarantee.</b> A group can cause duplicate ids if one of its ledgers can cause duplicate ids. The ledgers do not communicate, because each
 * ledger manages its own workers.
 *
 * <p>The method {@link #acquire} tries one ledger after the other, and each call begins with a different ledger. If the ledger that granted a window
 * still fails in the second half of the window, {@link #renew} returns a grant of another ledger.
 *
 * <p>If a ledger is unavailable, the group uses another ledger. If a ledger has different stored settings or a wrong clock, the group throws an
 * exception, because the ledger could cause duplicate ids.
 *
 * <p><b>Members.</b> Each ledger stores the ids and worker ranges of all ledgers of the group. All ledgers must be available for the first grant of
 * the group. After its first grant, a group can grant workers while at least one ledger is available. Each ledger rejects a group whose members
 * differ from the stored members.
 *
 * <p><b>Clocks.</b> The clocks of the databases must not differ by more than a few seconds. A restore from a backup
 * ({@link JdbcWorkerLedger#markRecovered}) is safe only if the clocks of the databases differ by less than 10 s.
 *
 * <p><b>Timeouts.</b> Set the timeouts of connection pools and drivers to at most a tenth of the window. If a timeout is longer than a tenth of the
 * window, the window may end before {@link #renew} tries another ledger.
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
     * Returns a group of at least two ledgers.
     *
     * @throws IllegalArgumentException if the layouts, datacenters or scopes of the ledgers differ, or if two ledgers grant the same worker
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

    /** Returns the ledgers in the order of their worker ranges. */
    public List<WorkerLedger.Ranged> ledgers() {
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

    /** Rejects a ledger of another group, because the ledgers of two groups may grant the same workers. */
    private synchronized void requireMember(StoreWorkerLedger ledger) {
        LedgerState state = ledger.state();
        String stored = state.group().isEmpty() ? join() : state.group();
        // the ids of unavailable ledgers are unknown
        requireSame(ledger, stored, members(each -> each == ledger ? state.ledgerId() : "*"));
        requireSame(ledger, stored, members == null ? stored : members);
        members = stored;
    }

    private String members(Function<StoreWorkerLedger, String> id) {
        return ledgers.stream()
                .map(ledger -> id.apply(ledger) + " " + ledger.firstWorker() + ".." + ledger.lastWorker())
                .collect(Collectors.joining(", "));
    }

    /** Stores the members in all ledgers, or throws an exception if a ledger belongs to another group. */
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

    /** @param wanted the expected members, in which an asterisk matches any ledger id */
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
     * <p>The method does not wait for a free worker. If no ledger grants a worker, the exception message contains the error of each ledger.
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
     * <p>If the ledger that granted a window fails in the window's second half, the group may return a grant from another ledger. If the method
     * returns a grant of another worker, the caller must release the given grant.
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
