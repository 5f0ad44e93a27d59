package io.snowflakeid.testing;

import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Processes on few workers that acquire, renew, release, crash, and act again on grants that they should have forgotten, in an order
 * that a seed decides. Time passes by aging what is written; every window ever granted ages with it. After each step no two windows
 * of one worker may overlap, unless the token is the same: then the later one is a renewal.
 */
final class RandomProcesses {

    /** Short: who finds all workers taken waits as long. */
    static final long WINDOW_TICKS = 100;

    private static final int PROCESSES = 3;

    private final long seed;
    private final Random random;
    private final Aging aging;
    private final List<WorkerLedger> ledgers = new ArrayList<>();
    private final List<WorkerGrant> held = new ArrayList<>();
    private final List<WorkerGrant> stale = new ArrayList<>();
    private final Map<String, Window> windows = new HashMap<>();
    private final List<String> steps = new ArrayList<>();
    private int takenOver;

    interface Aging {
        void age(long worker, long ticks) throws Exception;
    }

    /** The ticks that whoever knows the token may still use or has used. */
    private record Window(long worker, long from, long until) {
        boolean meets(Window other) {
            return worker == other.worker && Math.max(from, other.from) < Math.min(until, other.until);
        }

        Window aged(long ticks) {
            return new Window(worker, from - ticks, until - ticks);
        }
    }

    RandomProcesses(long seed, Supplier<WorkerLedger> process, Aging aging) {
        this.seed = seed;
        this.aging = aging;
        random = new Random(seed);
        for (int i = 0; i < PROCESSES; i++) {
            ledgers.add(process.get());
        }
    }

    void run(int operations) throws Exception {
        for (int i = 0; i < operations; i++) {
            step();
        }
    }

    /** How often a worker went from one token to another. */
    int takenOver() {
        return takenOver;
    }

    private void step() throws Exception {
        switch (random.nextInt(8)) {
            case 0, 1 -> acquire();
            case 2, 3 -> renew(held);
            case 4 -> release(held);
            case 5 -> crash();
            case 6 -> actOnWhatIsForgotten();
            default -> letTimePass();
        }
    }

    private WorkerLedger anyLedger() {
        return ledgers.get(random.nextInt(PROCESSES));
    }

    private Optional<WorkerGrant> takeFrom(List<WorkerGrant> grants) {
        return grants.isEmpty() ? Optional.empty() : Optional.of(grants.remove(random.nextInt(grants.size())));
    }

    private void acquire() {
        if (held.size() == PROCESSES) {
            return;
        }
        try {
            WorkerGrant grant = anyLedger().acquire(TimeSource.system().wallNanos());
            takenOver += windows.values().stream().anyMatch(window -> window.worker() == grant.worker()) ? 1 : 0;
            note("acquired", grant);
            held.add(grant);
            record(grant.token(), new Window(grant.worker(), grant.from(), grant.until()));
        } catch (WorkerLedgerException allTaken) {
            if (!allTaken.getMessage().contains(" are taken (")) {
                throw allTaken;
            }
        }
    }

    private void renew(List<WorkerGrant> from) {
        Optional<WorkerGrant> taken = takeFrom(from);
        if (taken.isEmpty()) {
            return;
        }
        WorkerGrant grant = taken.get();
        Optional<WorkerGrant> renewed = anyLedger().renew(grant, within(grant));
        if (renewed.isEmpty()) {
            note("lost", grant);
            stale.add(grant);
            return;
        }
        WorkerGrant now = renewed.get();
        note("renewed", now);
        if (now.worker() != grant.worker() || !now.token().equals(grant.token()) || now.until() < grant.until()) {
            throw failure(now + " came from the renewal of " + grant);
        }
        from.add(now);
        record(now.token(), new Window(now.worker(), Math.min(grant.from(), now.from()), now.until()));
    }

    private long within(WorkerGrant grant) {
        return grant.from() + random.nextLong(grant.until() - grant.from() + 1);
    }

    private void release(List<WorkerGrant> from) {
        Optional<WorkerGrant> taken = takeFrom(from);
        if (taken.isPresent()) {
            WorkerGrant grant = taken.get();
            long mark = within(grant);
            anyLedger().release(grant, mark);
            note("released from " + mark, grant);
            record(grant.token(), new Window(grant.worker(), grant.from(), mark));
        }
    }

    private void crash() {
        takeFrom(held).ifPresent(grant -> {
            note("crashed", grant);
            stale.add(grant);
        });
    }

    private void actOnWhatIsForgotten() {
        if (random.nextBoolean()) {
            renew(stale);
        } else {
            release(stale);
        }
    }

    private void letTimePass() throws Exception {
        long ticks = random.nextLong(2 * WINDOW_TICKS);
        for (long worker :
                windows.values().stream().map(Window::worker).distinct().toList()) {
            aging.age(worker, ticks);
        }
        windows.replaceAll((token, window) -> window.aged(ticks));
        held.replaceAll(grant -> WorkerLedgerContract.ago(ticks, grant));
        stale.replaceAll(grant -> WorkerLedgerContract.ago(ticks, grant));
        steps.add("waited " + ticks);
    }

    private void record(String token, Window window) {
        windows.put(token, window);
        windows.forEach((other, known) -> {
            if (!other.equals(token) && known.meets(window)) {
                throw failure(window + " of " + token + " overlaps " + known + " of " + other);
            }
        });
    }

    private void note(String what, WorkerGrant grant) {
        steps.add(what + " " + grant);
    }

    private AssertionError failure(String what) {
        return new AssertionError("seed " + seed + ": " + what + ", after\n" + String.join("\n", steps));
    }
}
