package io.snowflakeid.generator;

import io.snowflakeid.DecodedId;
import io.snowflakeid.IdBatch;
import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.generator.LeaseCycle.Request.Acquire;
import io.snowflakeid.generator.LeaseCycle.Request.Release;
import io.snowflakeid.generator.LeaseCycle.Request.Renew;
import io.snowflakeid.generator.SimulatedLedger.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A process of a simulation: the real {@link IdIssuer}, {@link LeaseCycle}, {@link Lease} and clocks. Whenever a call for an id reads anything that others
 * may change (the current lease, a clock), others may take any number of steps before it goes on, or it may be paused, or crash; what it does
 * in between is its own, or one atomic step.
 *
 * <p>Each request is one message and one atomic step of the ledger: the steps of {@link io.snowflakeid.ledger.spi.StoreWorkerLedger} are those of its
 * own simulation. After an ambiguous reply nothing is believed.
 */
final class SimulatedProcess implements TimeSource {

    private static final int CALLERS = 3;
    private static final int BURST = 12;

    private final SimulatedWorld world;
    final String name;
    final int host;
    private final GeneratorSettings settings;
    private final GeneratorEvents events = new GeneratorEvents(List.of());
    private final Set<Lease> leases = new LinkedHashSet<>(); // that calls have read

    private long wallStepNanos;
    private final long bootNanos;

    private @Nullable IdClock clock; // null until the first grant, as what follows
    private @Nullable LeaseCycle cycle;
    private @Nullable IdIssuer issuer;
    private int calls; // under way
    private boolean inCall; // and not in what others do meanwhile
    private @Nullable Talk talk; // null while nothing is being asked
    private boolean wantsToResume;
    private boolean isOver;
    boolean paused;
    boolean crashed;

    /**
     * What is being asked.
     *
     * @param instead of a renewal whose ledger does not answer: another ledger of the group is asked for a worker
     */
    private record Talk(
            LeaseCycle.Request request,
            SimulatedLedger ledger,
            long messageId,
            @Nullable Renew instead) {}

    SimulatedProcess(SimulatedWorld world, String name, int host, long wallStepNanos, ClockPolicy policy) {
        this.world = world;
        this.name = name;
        this.host = host;
        this.wallStepNanos = wallStepNanos;
        bootNanos = world.trueNanos();
        settings = new GeneratorSettings(
                new MemoryLedger(
                        SimulatedWorld.LAYOUT, this, 1, 0), // it talks with that of the simulation, in messages
                this,
                Duration.ofSeconds(2),
                policy,
                Duration.ofSeconds(10),
                SimulatedWorld.LAYOUT.tick().multipliedBy(SimulatedWorld.LAYOUT.runAheadTicks()));
    }

    // ---- its clocks

    @Override
    public long wallNanos() {
        return whileOthersStep(() -> world.trueNanos() + wallStepNanos);
    }

    @Override
    public long nanos() {
        return whileOthersStep(() -> world.trueNanos() - bootNanos);
    }

    @Override
    public void park(long nanos) {
        if (inCall) {
            letOthersStep(() -> world.park(nanos));
        }
    }

    void stepWall(long nanos) {
        wallStepNanos += nanos;
    }

    // ---- its keeper

    /** True once it was closed and has given everything back. */
    boolean isOver() {
        return isOver;
    }

    boolean serves() {
        return cycle != null && !cycle.lease().isClosed();
    }

    /** Asks whatever is to be asked next, unless an answer is awaited. */
    void keeperStep() {
        if (issuer != null && world.chance().nextInt(4) == 0) {
            issuer.expireLimit();
        }
        if (talk != null) {
            return;
        }
        if (cycle != null && cycle.offline() != null) {
            cycle.resume(wantsToResume && world.chance().nextBoolean());
        }
        LeaseCycle.Request request = cycle == null ? new Acquire() : cycle.next();
        if (request != null) {
            ask(request, ledgerFor(request), null);
        } else {
            isOver = cycleOf().isClosed();
        }
    }

    private void ask(LeaseCycle.Request request, SimulatedLedger of, @Nullable Renew instead) {
        String token = world.freshToken();
        talk = new Talk(request, of, world.send(this, of, message(request, token)), instead);
    }

    private Request message(LeaseCycle.Request request, String token) {
        if (request instanceof Renew renew) {
            return new Request.Extend(renew.grant(), renew.positionTick());
        }
        if (request instanceof Release release) {
            return new Request.GiveBack(release.grant(), release.mark());
        }
        return new Request.Grant(token, holder());
    }

    private SimulatedLedger ledgerFor(LeaseCycle.Request request) {
        if (request instanceof Renew renew) {
            return world.ledgerOf(renew.grant().worker());
        }
        return request instanceof Release release
                ? world.ledgerOf(release.grant().worker())
                : world.anyLedger();
    }

    /** As a host and a process id in a container: the same again after a restart. */
    private String holder() {
        return "host" + host + "/1";
    }

    @SuppressWarnings("unchecked") // each request has one kind of answer
    void receive(long messageId, Object answer) {
        Talk of = talk;
        if (of == null || of.messageId != messageId) {
            return; // given up long ago
        }
        talk = null;
        if (of.request instanceof Release) {
            return;
        }
        Optional<WorkerGrant> grant = (Optional<WorkerGrant>) answer;
        if (of.request instanceof Renew renew) {
            Optional<WorkerGrant> mine = grant.filter(this::hasNotLapsed);
            cycleOf().renewed(renew, mine);
            mine.ifPresent(this::follow);
        } else if (grant.isEmpty()) {
            failed(); // all are taken: tried again later
        } else if (of.instead != null) {
            moved(of.instead, grant.get());
        } else {
            acquired(grant.get());
        }
    }

    private boolean hasNotLapsed(WorkerGrant grant) {
        return SimulatedWorld.LAYOUT.timestampOf(grant.until()).isAfter(Instant.ofEpochSecond(0, grant.ledgerNanos()));
    }

    private LeaseCycle cycleOf() {
        return granted(cycle);
    }

    private IdClock clock() {
        return granted(clock);
    }

    private static <T> T granted(@Nullable T present) {
        if (present == null) {
            throw new IllegalStateException("asked before it was granted anything");
        }
        return present;
    }

    /** The connection was lost, or the answer did not come in time: nobody knows what the ledger has written. */
    void giveUpWaiting() {
        Talk of = talk;
        if (of == null) {
            return;
        }
        talk = null;
        if (of.request instanceof Renew renew && mayMove(renew)) {
            ask(new Acquire(), world.ledgerOtherThan(of.ledger), renew);
        } else {
            failed();
        }
    }

    /** As a group of ledgers does when less than half of the window is left. */
    private boolean mayMove(Renew renew) {
        long left = renew.grant().until() - renew.positionTick();
        return world.isGrouped() && left < SimulatedWorld.WINDOW.toSeconds() / 2;
    }

    private void moved(Renew renew, WorkerGrant to) {
        world.trace(() -> name + " moves to " + to);
        cycleOf().renewed(renew, Optional.of(to));
        follow(to);
    }

    /** Who resumes is told, and tries again. */
    private void failed() {
        if (cycle != null) {
            cycle.resume(false);
        }
    }

    private void acquired(WorkerGrant grant) {
        world.trace(() -> name + " was granted " + grant);
        if (cycle == null) {
            clock = IdClock.of(settings, grant.ledgerNanos(), events, this::goOffline);
            cycle = new LeaseCycle(SimulatedWorld.LAYOUT, grant, clock);
            issuer = new IdIssuer(settings, events, new ReadLeases());
            issuer.limitIsWatched = true; // so that few ids set a limit
            return;
        }
        cycle.acquired(grant);
        wantsToResume &= cycle.offline() != null;
        follow(grant);
    }

    private void goOffline(long behindNanos, BooleanSupplier isStillSo) {
        cycleOf().goOffline(new LeaseCycle.Offline(Instant.EPOCH, behindNanos), isStillSo);
        requireServing();
    }

    private void requireServing() {
        if (cycleOf().isClosed() || cycleOf().offline() != null) {
            throw new NoIdAvailableException(name + " is closed or offline", 0, null);
        }
    }

    private void follow(WorkerGrant heard) {
        clock().follow(heard.ledgerNanos());
    }

    // ---- what others do to it

    void close() {
        if (cycle != null) {
            cycle.close();
        }
    }

    void goOfflineOrResume() {
        if (cycle != null && !cycle.goOffline(new LeaseCycle.Offline(Instant.EPOCH, 1), () -> true)) {
            wantsToResume = true;
        }
    }

    /** Someone who waits for an operator waits no longer. */
    void resumeIfOffline() {
        wantsToResume |= cycle != null && cycle.offline() != null;
    }

    // ---- its callers

    /** Ends a call of a process that is no more, or of a schedule that is over. */
    static final class Ended extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Ended() {
            super("ended", null, false, false);
        }
    }

    /** A call, with all that others do meanwhile. */
    void call() {
        IdIssuer to = issuer;
        if (to == null || calls == CALLERS) {
            return;
        }
        calls++;
        inCall = true;
        try {
            issue(to);
        } catch (NoIdAvailableException e) {
            world.trace(() -> name + ": " + e.getMessage());
        } catch (Ended e) {
            if (!crashed) {
                throw e;
            }
        } finally {
            inCall = false;
            calls--;
        }
    }

    private void issue(IdIssuer to) {
        int count = world.chance().nextInt(6);
        if (count == 0) {
            issued(to.nextId());
        } else if (count == 5) {
            burst(to);
        } else if (count == 1) {
            issued(to.nextId(0));
        } else {
            IdBatch batch = to.reserve(count);
            while (batch.remaining() > 0) {
                issued(batch.next());
            }
        }
    }

    /** More calls than are needed before some take tickets without a look at the clock; others step between any two. */
    private void burst(IdIssuer to) {
        for (int i = 0; i < BURST; i++) {
            issued(to.nextId());
            if (world.chance().nextInt(BURST) == 0) {
                letOthersStep(() -> world.meanwhile(this));
            }
        }
    }

    /** Its window is one of those whose leases a call has read. */
    private void issued(long id) {
        DecodedId decoded = SimulatedWorld.LAYOUT.decode(id);
        Optional<Lease> mine = leases.stream()
                .filter(lease -> lease.grant().worker() == decoded.worker()
                        && lease.grant().from() <= world.tickOf(id)
                        && world.tickOf(id) < lease.untilTick())
                .findFirst();
        world.issued(this, id, mine.map(Lease::grant));
    }

    private <T> T whileOthersStep(Supplier<T> reading) {
        if (!inCall) {
            return reading.get();
        }
        boolean before = world.chance().nextBoolean();
        if (before) {
            letOthersStep(() -> world.meanwhile(this));
        }
        T read = reading.get();
        if (!before) {
            letOthersStep(() -> world.meanwhile(this));
        }
        return read;
    }

    private void letOthersStep(Runnable steps) {
        inCall = false;
        steps.run();
        if (crashed || world.endsCalls()) {
            throw new Ended();
        }
        inCall = true;
    }

    /** What a call reads of the keeper. */
    private final class ReadLeases extends IdIssuer.Leases {
        @Override
        boolean watchLimit(IdIssuer watched) {
            return true;
        }

        @Override
        Lease lease() {
            Lease read = whileOthersStep(cycleOf()::lease);
            leases.add(read);
            return read;
        }

        @Override
        IdClock clock() {
            return SimulatedProcess.this.clock();
        }

        @Override
        void requireServing(long waitedNanos) {
            SimulatedProcess.this.requireServing();
        }

        @Override
        long awaitWindow(Lease spent, long spentUntil, long waitedNanos) {
            letOthersStep(() -> world.meanwhile(SimulatedProcess.this));
            SimulatedProcess.this.requireServing();
            if (lease() == spent && spent.untilTick() <= spentUntil) {
                throw new NoIdAvailableException("no window", 0, null);
            }
            return waitedNanos;
        }
    }
}
