package io.snowflakeid.generator;

import io.snowflakeid.DecodedId;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.generator.SimulatedLedger.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One schedule: processes, their callers, a network and a ledger, of which one is drawn at a time and takes one step. Everything is drawn from
 * one seed, so the same seed gives the same schedule.
 *
 * <p>Who issues an id of a (worker, tick) that another lease has issued one of has found a clash: windows of one worker never overlap.
 */
final class SimulatedWorld {

    static final SnowflakeLayout LAYOUT = SnowflakeLayout.parse("32x1000ms/0/2/4@2026-01-01T00:00:00Z");
    static final Duration WINDOW = Duration.ofSeconds(30);

    private static final int PROCESSES = 3;
    private static final int LAST_WORKER = 1;
    private static final int STEPS = 1_500;
    private static final int DEEPEST = 4;
    private static final int MOST_STEPS_MEANWHILE = 40;
    private static final ClockPolicy TIERED =
            ClockPolicy.tiered(Duration.ofSeconds(2), Duration.ofSeconds(20), Duration.ofMinutes(2));
    private static final long SECOND = 1_000_000_000L;
    private static final long HOUR = 3_600 * SECOND;

    /** What may happen in a schedule; each has its own mixture, since some orders come about only where others are rare. */
    private final boolean messagesGetLost;

    private final boolean messagesAreDoubled;
    private final boolean processesPause;
    private final boolean processesCrash;
    private final boolean processesClose;
    private final boolean wallClocksStep;
    private final boolean ledgerClockSteps;
    private final boolean ledgerForgets;
    private final boolean operatorsIntervene;
    private final boolean timeHardlyPasses;
    private final int disturbances; // of 100 steps

    private final RandomGenerator chance;
    private final @Nullable List<String> trace;
    private final List<SimulatedLedger> ledgers; // more than one make a group
    private final List<SimulatedProcess> processes = new ArrayList<>();
    private final List<Message> network = new ArrayList<>();
    private final Map<Long, WorkerGrant> owners = new HashMap<>(); // by worker and tick
    private final Map<Long, String> issuers = new HashMap<>(); // by id
    private long trueNanos = LAYOUT.epoch().toEpochMilli() * 1_000_000L + 10 * HOUR;
    private long messages;
    private int started;
    private int steps;
    private int depth; // calls within which others take steps
    private boolean isQuiet; // nothing happens within a call any more
    private int ids;
    private @Nullable String clash;

    /** On its way to the ledger, or back if it has an answer. */
    private record Message(
            long id,
            SimulatedProcess from,
            SimulatedLedger to,
            Request request,
            @Nullable Object answer) {}

    SimulatedWorld(long seed, boolean traced) {
        chance = new SplittableRandom(seed);
        trace = traced ? new ArrayList<>() : null;
        messagesGetLost = chance.nextBoolean();
        messagesAreDoubled = chance.nextBoolean();
        processesPause = chance.nextBoolean();
        processesCrash = chance.nextBoolean();
        processesClose = chance.nextBoolean();
        wallClocksStep = chance.nextBoolean();
        operatorsIntervene = chance.nextInt(4) == 0;
        ledgerClockSteps = chance.nextBoolean();
        ledgerForgets = chance.nextInt(3) == 0;
        timeHardlyPasses = chance.nextBoolean();
        disturbances = chance.nextBoolean() ? 2 : 5;
        ledgers =
                chance.nextInt(4) == 0 ? List.of(newLedger(0, 0), newLedger(1, 1)) : List.of(newLedger(0, LAST_WORKER));
        for (int i = 0; i < PROCESSES; i++) {
            processes.add(newProcess(i));
        }
    }

    private SimulatedLedger newLedger(int firstWorker, int lastWorker) {
        return new SimulatedLedger(firstWorker, lastWorker, trueNanos);
    }

    private SimulatedProcess newProcess(int host) {
        long wallStep = wallClocksStep && chance.nextInt(3) == 0 ? anHourEitherWay() : 0;
        // a generator goes offline only under a policy that reads the wall clock
        ClockPolicy policy = operatorsIntervene ? TIERED : ClockPolicy.rideThrough();
        return new SimulatedProcess(this, "p" + ++started, host, wallStep, policy);
    }

    private long anHourEitherWay() {
        return chance.nextLong() % HOUR;
    }

    // ---- for the processes

    RandomGenerator chance() {
        return chance;
    }

    String freshToken() {
        return "%016x".formatted(chance.nextLong());
    }

    long trueNanos() {
        return trueNanos;
    }

    boolean isGrouped() {
        return ledgers.size() > 1;
    }

    SimulatedLedger anyLedger() {
        return ledgers.get(chance.nextInt(ledgers.size()));
    }

    SimulatedLedger ledgerOf(long worker) {
        return ledgers.stream().filter(ledger -> ledger.has(worker)).findFirst().orElseThrow();
    }

    SimulatedLedger ledgerOtherThan(SimulatedLedger silent) {
        return ledgers.get(ledgers.get(0) == silent ? 1 : 0);
    }

    long send(SimulatedProcess from, SimulatedLedger to, Request request) {
        network.add(new Message(++messages, from, to, request, null));
        return messages;
    }

    long tickOf(long id) {
        return id >>> (LAYOUT.workerBits() + LAYOUT.sequenceBits());
    }

    void issued(SimulatedProcess by, long id, Optional<WorkerGrant> mayBeUnder) {
        ids++;
        DecodedId decoded = LAYOUT.decode(id);
        if (mayBeUnder.isEmpty()) {
            clash = by.name + " issued tick " + tickOf(id) + " of worker " + decoded.worker()
                    + ", which lies in no window that it was granted";
            return;
        }
        WorkerGrant under = mayBeUnder.get();
        trace(() -> by.name + " issued tick " + tickOf(id) + " of worker " + decoded.worker() + " under "
                + under.token().substring(0, 4));
        String before = issuers.put(id, by.name);
        WorkerGrant owner = owners.putIfAbsent(id >>> LAYOUT.sequenceBits(), under);
        if (before != null) {
            clash = "id " + id + " was issued by " + before + " and by " + by.name;
        } else if (owner != null && !owner.token().equals(under.token())) {
            clash = "tick " + tickOf(id) + " of worker " + decoded.worker() + " was used under two grants, " + owner
                    + " and " + under;
        }
    }

    void trace(Supplier<String> event) {
        if (trace != null) {
            trace.add("[" + ledgers.get(0).nowTick() + "] " + event.get());
        }
    }

    List<String> trace() {
        return trace == null ? List.of() : trace;
    }

    int ids() {
        return ids;
    }

    // ---- the schedule

    /** Runs it, and says what clashed; null if nothing did. */
    @Nullable
    String run() {
        while (!isOver()) {
            step();
        }
        isQuiet = true;
        return clash;
    }

    boolean endsCalls() {
        return isOver() && !isQuiet;
    }

    private boolean isOver() {
        return steps >= STEPS || clash != null;
    }

    /** Within a call of a process, between two of its own steps. */
    void meanwhile(SimulatedProcess process) {
        if (depth < DEEPEST && !isQuiet) {
            int most = chance.nextInt(8) == 0 ? chance.nextInt(MOST_STEPS_MEANWHILE) : 0;
            stepWhile(i -> !process.crashed && (i < most || process.paused));
        }
    }

    /** May end early, as a park may. */
    void park(long nanos) {
        if (depth == DEEPEST || isQuiet) {
            pass(nanos);
        } else {
            long end = trueNanos + nanos;
            stepWhile(i -> trueNanos < end && i < MOST_STEPS_MEANWHILE);
        }
    }

    private void stepWhile(IntPredicate goesOn) {
        depth++;
        try {
            for (int i = 0; !isOver() && goesOn.test(i); i++) {
                step();
            }
        } finally {
            depth--;
        }
    }

    private void step() {
        steps++;
        try {
            drawnStep();
        } catch (SimulatedProcess.Ended e) {
            if (!isOver()) {
                throw new IllegalStateException("a call has ended of a process that goes on", e);
            }
        }
    }

    private void drawnStep() {
        int what = chance.nextInt(100);
        if (what < disturbances) {
            disturb();
        } else if (what < 22) {
            letTimePass();
        } else if (what < 56) {
            deliver();
        } else if (what < 75) {
            keeperStep(anyProcess());
        } else {
            SimulatedProcess process = anyProcess();
            if (!process.paused) {
                process.call();
            }
        }
    }

    private void keeperStep(SimulatedProcess process) {
        if (process.isOver()) {
            replace(process, " has ended");
        } else if (!process.paused) {
            process.keeperStep();
        }
    }

    private void letTimePass() {
        if (timeHardlyPasses && chance.nextInt(8) != 0) {
            return;
        }
        boolean isLong = chance.nextInt(40) == 0;
        pass(isLong ? chance.nextLong(3 * WINDOW.toNanos()) : chance.nextInt(3) * SECOND / 2);
    }

    private SimulatedProcess anyProcess() {
        return processes.get(chance.nextInt(processes.size()));
    }

    private void pass(long nanos) {
        trueNanos += nanos;
        ledgers.forEach(ledger -> ledger.pass(nanos));
    }

    private void deliver() {
        if (network.isEmpty()) {
            return;
        }
        int which = chance.nextInt(network.size());
        Message message = network.get(which);
        if (message.answer() != null && message.from().paused) {
            return;
        }
        if (!messagesAreDoubled || chance.nextInt(3) != 0) {
            network.remove(which);
        }
        if (messagesGetLost && chance.nextInt(8) == 0) {
            trace(() -> "lost: " + message.request() + (message.answer() == null ? "" : " and its answer"));
        } else if (message.answer() == null) {
            forgetNowAndThen(message.to());
            Object answer = message.to().carryOut(message.request());
            trace(() -> message.from().name + " " + message.request() + " -> " + answer);
            network.add(new Message(message.id(), message.from(), message.to(), message.request(), answer));
        } else if (processes.contains(message.from())) {
            message.from().receive(message.id(), message.answer());
        }
    }

    private void disturb() {
        SimulatedProcess process = anyProcess();
        switch (chance.nextInt(10)) {
            case 0, 1, 2 -> {
                if (!process.paused && (messagesGetLost || chance.nextInt(10) == 0)) {
                    trace(() -> process.name + " gives up waiting");
                    process.giveUpWaiting();
                }
            }
            case 3, 4 -> {
                if (processesPause) {
                    process.paused = !process.paused;
                    trace(() -> process.name + (process.paused ? " is paused" : " goes on"));
                }
            }
            case 5 -> {
                if (processesCrash) {
                    replace(process, " crashes");
                }
            }
            case 6 -> {
                if (processesClose && !process.paused) {
                    trace(() -> process.name + " is closed");
                    process.close();
                }
            }
            case 7 -> {
                if (wallClocksStep) {
                    process.stepWall(anHourEitherWay());
                }
            }
            case 8 -> stepLedger();
            default -> {
                if (operatorsIntervene && !process.paused) {
                    trace(() -> process.name + " goes offline, or is to come back");
                    process.goOfflineOrResume();
                }
            }
        }
    }

    private void stepLedger() {
        if (ledgerClockSteps) {
            long step = chance.nextBoolean() ? anHourEitherWay() : chance.nextInt(-40, 40) * SECOND;
            anyLedger().pass(step);
            trace(() -> "a ledger's clock was stepped by " + Duration.ofNanos(step));
        }
    }

    private void forgetNowAndThen(SimulatedLedger ledger) {
        if (ledgerForgets && chance.nextInt(20) == 0) {
            ledger.forgetAndRecover();
            trace(() -> "the ledger has forgotten everything, and was recovered");
        }
    }

    private void replace(SimulatedProcess process, String why) {
        trace(() -> process.name + why);
        process.crashed = true;
        processes.set(processes.indexOf(process), newProcess(process.host));
    }

    // ---- afterwards

    /**
     * Nothing fails any more: does every process serve again by itself?
     *
     * @return the first one that does not; null if all do
     */
    @Nullable
    String recovers() {
        while (processes.size() > LAST_WORKER + 1) {
            processes.remove(0).close();
        }
        network.clear();
        // a ledger's clock that was ahead has left windows and quarantines that end far in the future
        pass(100 * HOUR);
        for (SimulatedProcess process : processes) {
            process.paused = false;
            process.resumeIfOffline();
            process.giveUpWaiting();
        }
        for (int round = 0; round < 100; round++) {
            for (int i = 0; i < processes.size(); i++) {
                if (processes.get(i).isOver()) {
                    processes.set(i, newProcess(processes.get(i).host));
                }
                settle(processes.get(i));
            }
            pass(round % 4 == 0 ? 2 * WINDOW.toNanos() : SECOND);
        }
        processes.forEach(this::settle);
        return processes.stream()
                .filter(process -> !process.serves())
                .map(process -> process.name + " does not serve again")
                .findFirst()
                .orElse(clash);
    }

    private void settle(SimulatedProcess process) {
        for (int i = 0; i < 12; i++) {
            process.keeperStep();
            while (!network.isEmpty()) {
                Message message = network.remove(0);
                message.from().receive(message.id(), message.to().carryOut(message.request()));
            }
            process.call();
        }
    }
}
