package io.snowflakeid;

import io.snowflakeid.GeneratorListener.Reaction;
import io.snowflakeid.WorkerLedgerException.Reason;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * What happens to a generator: counted, logged, and passed to its listeners. What a call notices is passed on by the call, which costs least.
 * What happens to the lease is passed on by a thread of the generator's own, in its order, so that no listener delays a renewal. Thread-safe.
 */
final class GeneratorEvents {

    /** How many events wait for a listener that does not return; further ones are dropped. */
    static final int CAPACITY = 1000;

    private static final System.Logger LOG = ApplicationLog.of(GeneratorEvents.class);
    /** As time servers make now and then: counted and passed on, not warned of. */
    private static final long ORDINARY_STEP_NANOS = 10_000_000L;

    private final List<GeneratorListener> listeners;
    private final SerialExecutor executor = new SerialExecutor("snowflake-listener", true);
    private volatile boolean isDropping; // until no event waits any more
    private final AtomicLong stepsBack = new AtomicLong();
    private final AtomicLong largestStepBack = new AtomicLong();
    private final AtomicLong leapsRefused = new AtomicLong();

    GeneratorEvents(List<GeneratorListener> listeners) {
        this.listeners = listeners;
    }

    void clockSetBack(long nanos, Reaction reaction) {
        stepsBack.incrementAndGet();
        largestStepBack.accumulateAndGet(nanos, Math::max);
        LOG.log(
                nanos < ORDINARY_STEP_NANOS ? Level.DEBUG : Level.WARNING,
                "the wall clock was set back by {0} ms; {1}",
                ClockPolicy.millis(nanos),
                inWords(reaction));
        passOn(listener -> listener.clockSetBack(Duration.ofNanos(nanos), reaction));
    }

    private static String inWords(Reaction reaction) {
        return switch (reaction) {
            case RIDES_THROUGH -> "ids are not affected, they follow the monotonic clock";
            case WAITS -> "calls wait until it has caught up";
            case STAYS -> "ids go on in the tick of its highest reading";
            case REFUSES -> "calls are refused until it has caught up";
            case GOES_OFFLINE -> "the generator goes offline";
        };
    }

    void clockLeapt(String whose, long aheadNanos, long maxLeapNanos) {
        leapsRefused.incrementAndGet();
        LOG.log(
                Level.WARNING,
                "{0} leapt {1} ms ahead of the id clock, followed are {2} ms: ids keep the old time; correct the clock,"
                        + " or call acceptLeap() on the generator if the new time is right",
                whose,
                ClockPolicy.millis(aheadNanos),
                ClockPolicy.millis(maxLeapNanos));
        passOn(listener -> listener.clockLeapt(Duration.ofNanos(aheadNanos)));
    }

    void leapEnded(String whose) {
        LOG.log(Level.INFO, "{0} is back at the time of the id clock, and is followed again", whose);
    }

    void leapAccepted(String whose, long aheadNanos) {
        LOG.log(
                Level.INFO,
                "{0} is followed by {1} ms ahead, as acceptLeap() said",
                whose,
                ClockPolicy.millis(aheadNanos));
    }

    void wentOffline(String worker, ClockPolicy policy, long behindNanos) {
        LOG.log(
                Level.ERROR,
                "the wall clock was set back by {0} ms, and clock policy {1} took the generator of worker {2} offline:"
                        + " correct the clock, then call resume() on the generator",
                ClockPolicy.millis(behindNanos),
                policy,
                worker);
        passOn(listener -> listener.wentOffline(Duration.ofNanos(behindNanos)));
    }

    void wentAheadTo(Instant begin) {
        LOG.log(
                Level.INFO,
                "ids go on from {0}, which is ahead of the clock: earlier ticks of this worker are spent",
                begin);
    }

    // ---- the lease

    void acquired(String ledger, WorkerGrant grant, Instant until) {
        LOG.log(Level.INFO, "{0} granted worker {1} until {2}", ledger, grant.name(), until);
        passOnInOrder(listener -> listener.acquired(grant.datacenter(), grant.worker(), until));
    }

    void renewed(WorkerGrant grant, Instant until) {
        passOnInOrder(listener -> listener.renewed(grant.datacenter(), grant.worker(), until));
    }

    /** @param isFirst whether the ledger answered the time before */
    void renewalFailed(WorkerGrant grant, Instant until, Throwable reason, boolean isFirst) {
        boolean hasEnded = reason instanceof WorkerLedgerException refused && refused.reason() == Reason.ANOTHER_LEDGER;
        Level first = hasEnded ? Level.ERROR : Level.WARNING;
        LOG.log(
                isFirst ? first : Level.DEBUG,
                "the lease of worker " + grant.name() + " was not renewed: "
                        + (hasEnded ? "it makes no id any more" : "ids go on until " + until)
                        + ", and the ledger is asked again and again",
                reason);
        passOnInOrder(listener -> listener.renewalFailed(until, reason));
    }

    void ledgerAnswersAgain(String ledger, Instant since) {
        LOG.log(
                Level.INFO,
                "{0} grants windows again, after failures since {1}: ids go on by themselves, nothing is to be done",
                ledger,
                since);
    }

    void lost(WorkerGrant grant, Instant until) {
        LOG.log(
                Level.WARNING,
                "worker {0} was lost or lapsed, its window ended at {1}; another one is asked for",
                grant.name(),
                until);
        passOnInOrder(listener -> listener.lost(grant.datacenter(), grant.worker()));
    }

    void released(String ledger, WorkerGrant grant) {
        LOG.log(Level.INFO, "{0} has worker {1} back", ledger, grant.name());
        passOnInOrder(listener -> listener.released(grant.datacenter(), grant.worker()));
    }

    void notReleased(WorkerGrant grant, Throwable reason) {
        LOG.log(
                Level.WARNING,
                "worker {0} could not be given back ({1}); others may use it some time after its window has ended",
                grant.name(),
                reason.getMessage());
    }

    void resumed(WorkerGrant grant) {
        passOnInOrder(listener -> listener.resumed(grant.datacenter(), grant.worker()));
    }

    // ---- callers

    void waited(long nanos) {
        passOn(listener -> listener.waited(Duration.ofNanos(nanos)));
    }

    // ---- delivery

    /** Here, unless that would delay renewals. */
    private void passOn(Consumer<GeneratorListener> event) {
        if (SerialExecutor.isCalling()) {
            passOnInOrder(event);
        } else {
            deliver(event);
        }
    }

    private void passOnInOrder(Consumer<GeneratorListener> event) {
        if (listeners.isEmpty()) {
            return;
        }
        if (executor.waiting() < CAPACITY) {
            boolean isAdded = executor.add(() -> {
                if (executor.waiting() == 0) {
                    isDropping = false;
                }
                deliver(event);
            });
            if (!isAdded) {
                deliver(event); // no window is renewed any more
            }
        } else if (!isDropping) {
            isDropping = true;
            LOG.log(
                    Level.WARNING,
                    "a listener has not returned while {0} events wait for it: further ones are dropped",
                    CAPACITY);
        }
    }

    private void deliver(Consumer<GeneratorListener> event) {
        for (GeneratorListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (Throwable e) { // whatever foreign code throws: the caller wants an id
                LOG.log(Level.WARNING, "listener " + listener.getClass().getName() + " failed; ids go on", e);
            }
        }
    }

    /** Waits until all events so far have reached the listeners, for so long at most, and not at all if a listener calls. */
    void awaitDelivery(Duration patience) {
        if (!listeners.isEmpty() && !executor.isDoneWithin(patience)) {
            LOG.log(Level.DEBUG, "a listener has not returned within {0}", patience);
        }
    }

    /** Waits in the same way, and interrupts a listener that has not returned by then. */
    void close(Duration patience) {
        if (!listeners.isEmpty() && !executor.end(() -> {}, patience)) {
            LOG.log(
                    Level.WARNING,
                    "a listener has not returned, and the generator is closed: it is interrupted, and what waits for it is dropped");
            executor.drop();
            executor.interruptWork();
        }
    }

    long stepsBack() {
        return stepsBack.get();
    }

    Duration largestStepBack() {
        return Duration.ofNanos(largestStepBack.get());
    }

    long leapsRefused() {
        return leapsRefused.get();
    }
}
