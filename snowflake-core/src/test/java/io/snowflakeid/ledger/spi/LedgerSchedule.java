package io.snowflakeid.ledger.spi;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.ledger.spi.LedgerStore.PlacedRow;
import io.snowflakeid.ledger.spi.MemoryStore.Copy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Processes on one store acquire, renew, release and crash, in an order drawn from a seed. Other processes may take steps between two
 * accesses of a process to the store. The store is restored from an older copy, fails over to one, or is emptied, within the limits that
 * docs/design.md states, or beyond them.
 */
final class LedgerSchedule {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.parse("32x1000ms/0/2/8@2026-01-01T00:00:00Z");
    private static final Duration WINDOW = Duration.ofSeconds(60);
    private static final long SECOND = 1_000_000_000L;
    private static final int PROCESSES = 3;
    private static final int STEPS = 300;
    private static final int DEEPEST = 3;

    /** A protection that is switched off, so that windows overlap. */
    enum Lack {
        NOTHING,
        /** After a restore, no operator marks the ledger, and other processes acquire before the holders renew. */
        MARK,
        /** The ledger writes in a transaction that other code has left open on the connection. */
        OWN_TRANSACTIONS
    }

    private final RandomGenerator chance;
    private final Lack lack;
    private final boolean withinLimits;
    private final MemoryStore store =
            new MemoryStore(Instant.parse("2026-06-01T00:00:00Z").getEpochSecond() * SECOND);
    private final List<Member> processes = new ArrayList<>();
    private final Map<String, WorkerGrant> believed = new LinkedHashMap<>(); // by token, up to the last used tick
    private final List<String> story = new ArrayList<>();
    private final boolean emptied;
    private @Nullable Copy copy;
    private boolean holdersFirst; // holders renew before other processes acquire
    private int servers = 1;
    private int started;
    private int depth;
    private @Nullable String clash;

    LedgerSchedule(RandomGenerator chance, Lack lack) {
        this.chance = chance;
        this.lack = lack;
        withinLimits = lack != Lack.MARK;
        emptied = chance.nextInt(3) == 0;
        store.forgetful = emptied;
        store.guardsNamespace = emptied || chance.nextBoolean();
        store.server = "s1";
        store.beforeEachAccess = this::meanwhile;
        alone(() -> new Member().ledger.setUp());
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(new Member());
        }
    }

    private final class Member {
        final String name = "p" + ++started;
        final Deque<Runnable> joined = new ArrayDeque<>(); // in a transaction that other code has left open
        final StoreWorkerLedger ledger = new StoreWorkerLedger(
                new MemoryStore.Settings(LAYOUT).window(WINDOW).holder(name).settings(),
                store,
                store.clock(Duration.ZERO)) {};

        @Nullable
        WorkerGrant held;

        boolean isBusy;
        boolean hasRenewed = true; // since the last loss
        long ahead; // ticks from the clock to the last id

        void step() {
            isBusy = true;
            store.joined = lack == Lack.OWN_TRANSACTIONS ? joined : null;
            try {
                WorkerGrant present = held;
                if (present == null) {
                    acquire();
                } else if (position() >= present.until() || chance.nextInt(8) == 0) {
                    held = null;
                    release(present);
                } else {
                    renew(present);
                }
            } catch (WorkerLedgerException e) {
                told(name + ": " + e.getMessage());
            } finally {
                isBusy = false;
                store.losesReplies = false;
            }
        }

        private void acquire() {
            if (holdersFirst && processes.stream().anyMatch(other -> !other.hasRenewed)) {
                return;
            }
            store.losesReplies = chance.nextInt(12) == 0;
            believe(ledger.tryAcquire(store.nanos));
        }

        private void renew(WorkerGrant present) {
            store.losesReplies = chance.nextInt(12) == 0;
            Optional<WorkerGrant> renewed = ledger.renew(present, position());
            hasRenewed = true;
            held = null;
            renewed.ifPresent(this::believe);
        }

        private void release(WorkerGrant present) {
            long mark = Math.min(present.until(), position());
            endedAt(present, mark);
            ledger.release(present, mark);
            told(name + " has released " + present);
            hasRenewed = true;
        }

        /** Other code rolls its transaction back, and leaves the next one open. */
        void rollBack() {
            while (!joined.isEmpty()) {
                joined.pop().run();
            }
        }

        /** The tick of the last id. */
        long position() {
            return nowTick() + ahead;
        }

        private void believe(WorkerGrant grant) {
            held = grant;
            ahead = Math.max(ahead, grant.from() - nowTick());
            told(name + " has " + grant);
            believed.forEach((token, other) -> {
                if (!token.equals(grant.token()) && meet(other, grant)) {
                    clash = name + " has " + grant + ", which meets " + other;
                }
            });
            believed.put(grant.token(), grant);
        }
    }

    private void endedAt(WorkerGrant grant, long mark) {
        if (mark == grant.from()) {
            believed.remove(grant.token()); // none of it was used
        } else {
            believed.put(grant.token(), until(grant, mark));
        }
    }

    private static WorkerGrant until(WorkerGrant grant, long mark) {
        return new WorkerGrant(
                grant.datacenter(), grant.worker(), grant.from(), mark, grant.token(), grant.ledgerNanos());
    }

    private static boolean meet(WorkerGrant one, WorkerGrant other) {
        return one.worker() == other.worker() && one.from() < other.until() && other.from() < one.until();
    }

    private long nowTick() {
        return LAYOUT.tickAt(Instant.ofEpochSecond(0, store.nanos));
    }

    private void told(String what) {
        story.add("[" + nowTick() + "] " + what);
    }

    /** Returns a description of the first overlap; null if there is none. */
    @Nullable
    String run() {
        for (int i = 0; i < STEPS && clash == null; i++) {
            step();
        }
        return clash == null
                ? null
                : clash + "\n" + String.join("\n", story.subList(Math.max(0, story.size() - 60), story.size()));
    }

    private void meanwhile() {
        if (depth < DEEPEST && chance.nextInt(6) == 0) {
            boolean losesReplies = store.losesReplies;
            Deque<Runnable> joined = store.joined;
            store.losesReplies = false;
            depth++;
            for (int i = chance.nextInt(4); i > 0 && clash == null; i--) {
                step();
            }
            depth--;
            store.losesReplies = losesReplies;
            store.joined = joined;
        }
    }

    private void alone(Runnable step) {
        int before = depth;
        depth = DEEPEST;
        step.run();
        depth = before;
    }

    private void step() {
        int what = chance.nextInt(40);
        if (what == 0) {
            lose();
        } else if (what == 1) {
            copy = store.copy();
            told("copied");
        } else if (what < 16) {
            store.nanos += chance.nextInt(12) == 0 ? chance.nextLong(150 * SECOND) : chance.nextLong(5 * SECOND);
        } else if (what == 16) {
            crash(chance.nextInt(PROCESSES));
        } else if (what == 17) {
            processes.get(chance.nextInt(PROCESSES)).rollBack();
        } else {
            Member process = processes.get(chance.nextInt(PROCESSES));
            if (!process.isBusy) {
                process.step();
            }
        }
    }

    private void crash(int which) {
        boolean isAwaited = holdersFirst && !processes.get(which).hasRenewed;
        if (!processes.get(which).isBusy && !isAwaited) {
            told(processes.get(which).name + " has crashed");
            WorkerGrant held = processes.get(which).held;
            if (held != null) { // a crashed process makes no id
                endedAt(held, Math.min(held.until(), processes.get(which).position() + 1));
            }
            processes.set(which, new Member());
        }
    }

    /** Windows far ahead of the clock come from an earlier loss. A second loss before their end is beyond the limits. */
    private boolean reachTooFar() {
        return believed.values().stream().anyMatch(grant -> grant.until() > nowTick() + WINDOW.toSeconds());
    }

    private void lose() {
        Copy older = copy;
        if (older == null || depth > 0 || lack == Lack.OWN_TRANSACTIONS || (withinLimits && reachTooFar())) {
            return;
        }
        processes.forEach(process -> process.hasRenewed = process.held == null);
        holdersFirst = false;
        if (emptied) {
            store.restore(new Copy(null, new TreeMap<>()));
            told("emptied");
        } else if (!withinLimits) {
            store.restore(older);
            told("restored");
        } else {
            loseWithinLimits(older);
        }
        copy = null;
    }

    private void loseWithinLimits(Copy older) {
        store.restore(older);
        switch (chance.nextInt(3)) {
            case 0 -> {
                store.server = "s" + ++servers;
                told("failed over to a copy");
            }
            case 1 -> {
                told("restored, and marked");
                alone(() -> new Member().ledger.markRecovered()); // before any process does anything
            }
            default -> {
                told("restored; holders renew first");
                // a process that has crashed since the copy cannot renew, so that a mark is needed
                holdersFirst = believed.values().stream().allMatch(this::isKnownOrHeld);
                if (!holdersFirst) {
                    alone(() -> new Member().ledger.markRecovered());
                }
            }
        }
    }

    private boolean isKnownOrHeld(WorkerGrant grant) {
        return grant.until() <= nowTick()
                || processes.stream().anyMatch(process -> grant.equals(process.held))
                || store.copy().rows().values().stream()
                        .map(PlacedRow::row)
                        .anyMatch(row -> grant.token().equals(row.token()) && grant.until() <= row.quarantinedUntil());
    }
}
