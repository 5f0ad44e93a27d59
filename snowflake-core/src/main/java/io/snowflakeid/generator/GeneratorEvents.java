package io.snowflakeid.generator;

import io.snowflakeid.WorkerGrant;
import io.snowflakeid.generator.GeneratorListener.Reaction;
import io.snowflakeid.internal.ApplicationLog;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Counts and logs the events of a generator, and notifies the listeners on another thread. Only {@link #waited} notifies the listeners on the
 * caller's thread, because waits are frequent. This class is thread-safe.
 */
final class GeneratorEvents {

    /** The capacity of the event queue. Events are dropped while the queue is full. */
    static final int CAPACITY = 1000;

    private static final System.Logger LOG = ApplicationLog.of(GeneratorEvents.class);
    /** If a time server sets the wall clock back by less than 10 ms, the generator logs no warning. */
    private static final long ORDINARY_STEP_NANOS = 10_000_000L;

    private final List<GeneratorListener> listeners;
    private final SerialExecutor executor = new SerialExecutor("snowflake-listener", true);
    final AtomicLong stepsBack = new AtomicLong();
    final AtomicLong largestStepBackNanos = new AtomicLong();
    final AtomicLong leapsRefused = new AtomicLong();

    GeneratorEvents(List<GeneratorListener> listeners) {
        this.listeners = listeners;
    }

    void clockSetBack(long nanos, Reaction reaction) {
        stepsBack.incrementAndGet();
        largestStepBackNanos.accumulateAndGet(nanos, Math::max);
        LOG.log(
                nanos < ORDINARY_STEP_NANOS ? Level.DEBUG : Level.WARNING,
                "the wall clock was set back by {0} ms; the clock policy {1}",
                ClockPolicy.millis(nanos),
                reaction.name().toLowerCase(Locale.ROOT).replace('_', ' '));
        passOn(listener -> listener.clockSetBack(Duration.ofNanos(nanos), reaction));
    }

    void clockLeapt(String whose, long aheadNanos, long maxLeapNanos) {
        leapsRefused.incrementAndGet();
        LOG.log(
                Level.WARNING,
                "{0} leapt {1} ms ahead of the id clock, maxLeap is {2} ms: ids keep the old time; correct the clock,"
                        + " or call acceptLeap() on the generator if the new time is right",
                whose,
                ClockPolicy.millis(aheadNanos),
                ClockPolicy.millis(maxLeapNanos));
        passOn(listener -> listener.clockLeapt(Duration.ofNanos(aheadNanos)));
    }

    void leapEnded(String whose) {
        LOG.log(Level.INFO, "{0} is back at the time of the id clock, and ids follow it again", whose);
    }

    void leapAccepted(String whose, long aheadNanos) {
        LOG.log(Level.INFO, "acceptLeap(): ids follow {0}, {1} ms ahead", whose, ClockPolicy.millis(aheadNanos));
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
        LOG.log(Level.INFO, "ids go on from {0}, ahead of the clock: earlier ticks of the worker are spent", begin);
    }

    void acquired(String ledger, WorkerGrant grant, Instant until) {
        LOG.log(Level.INFO, "{0} granted worker {1} until {2}", ledger, grant.name(), until);
        passOn(listener -> listener.acquired(grant.datacenter(), grant.worker(), until));
    }

    void renewed(WorkerGrant grant, Instant until) {
        passOn(listener -> listener.renewed(grant.datacenter(), grant.worker(), until));
    }

    void renewalFailed(Lease lease, Instant until, Throwable reason, boolean isFirst) {
        Level first = lease.isClosed() ? Level.ERROR : Level.WARNING;
        LOG.log(
                isFirst ? first : Level.DEBUG,
                "the lease of worker " + lease.grant().name() + " was not renewed: "
                        + (lease.isClosed() ? "it makes no more ids" : "ids go on until " + until)
                        + "; the generator keeps asking the ledger",
                reason);
        passOn(listener -> listener.renewalFailed(until, reason));
    }

    void ledgerAnswersAgain(String ledger, Instant since) {
        LOG.log(Level.INFO, "{0} grants windows again, after failures since {1}", ledger, since);
    }

    void lost(WorkerGrant grant, Instant until) {
        LOG.log(Level.WARNING, "worker {0} was lost or lapsed at {1}; acquiring another one", grant.name(), until);
        passOn(listener -> listener.lost(grant.datacenter(), grant.worker()));
    }

    void released(String ledger, WorkerGrant grant) {
        LOG.log(Level.INFO, "{0} has worker {1} back", ledger, grant.name());
        passOn(listener -> listener.released(grant.datacenter(), grant.worker()));
    }

    void notReleased(WorkerGrant grant, Throwable reason) {
        LOG.log(
                Level.WARNING,
                "worker {0} could not be released ({1}); others may use it one window after its window has ended",
                grant.name(),
                reason.getMessage());
    }

    void resumed(WorkerGrant grant) {
        passOn(listener -> listener.resumed(grant.datacenter(), grant.worker()));
    }

    void waited(long nanos) {
        deliver(listener -> listener.waited(Duration.ofNanos(nanos)));
    }

    private void passOn(Consumer<GeneratorListener> event) {
        if (listeners.isEmpty()) {
            return;
        }
        if (executor.waitingTasks() < CAPACITY) {
            executor.add(() -> deliver(event));
        } else {
            LOG.log(Level.WARNING, "a listener has not returned while {0} events wait: an event is dropped", CAPACITY);
        }
    }

    private void deliver(Consumer<GeneratorListener> event) {
        for (GeneratorListener listener : listeners) {
            try {
                event.accept(listener);
            } catch (Throwable e) { // the generator continues after any exception of a listener
                LOG.log(Level.WARNING, "listener " + listener.getClass().getName() + " failed; ids go on", e);
            }
        }
    }

    /** Waits until all earlier events are delivered, but not longer than the given time. The method returns at once if the caller is a listener. */
    void awaitDelivery(Duration patience) {
        if (!listeners.isEmpty()) {
            executor.isDoneWithin(patience);
        }
    }

    void close(Duration patience) {
        if (!listeners.isEmpty() && !executor.end(() -> {}, patience)) {
            LOG.log(
                    Level.WARNING,
                    "a listener has not returned, and the generator is closed: the listener is interrupted, and waiting events are dropped");
            executor.stop();
        }
    }
}
