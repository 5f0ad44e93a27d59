package io.snowflakeid;

import io.snowflakeid.GeneratorListener.Reaction;
import io.snowflakeid.WorkerLedgerException.Reason;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** What happens to a generator: counted, logged, and told to its listeners. Thread-safe. */
final class GeneratorEvents {

    private static final System.Logger LOG = ApplicationLog.of(GeneratorEvents.class);
    /** As time servers make now and then: counted and told, not warned of. */
    private static final long ORDINARY_STEP_NANOS = 10_000_000L;

    private final List<ListenerQueue> listeners;
    private final AtomicLong stepsBack = new AtomicLong();
    private final AtomicLong largestStepBack = new AtomicLong();
    private final AtomicLong leapsRefused = new AtomicLong();

    GeneratorEvents(List<GeneratorListener> listeners) {
        this.listeners = listeners.stream().map(ListenerQueue::new).toList();
    }

    void clockSetBack(long nanos, Reaction reaction) {
        stepsBack.incrementAndGet();
        largestStepBack.accumulateAndGet(nanos, Math::max);
        LOG.log(
                nanos < ORDINARY_STEP_NANOS ? Level.DEBUG : Level.WARNING,
                "the wall clock was set back by {0} ms; {1}",
                Millis.of(nanos),
                inWords(reaction));
        tell(hearer -> hearer.clockSetBack(Duration.ofNanos(nanos), reaction));
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
                Millis.of(aheadNanos),
                Millis.of(maxLeapNanos));
        tell(hearer -> hearer.clockLeapt(Duration.ofNanos(aheadNanos)));
    }

    void leapEnded(String whose) {
        LOG.log(Level.INFO, "{0} is back at the time of the id clock, and is followed again", whose);
    }

    void leapAccepted(String whose, long aheadNanos) {
        LOG.log(Level.INFO, "{0} is followed by {1} ms ahead, as acceptLeap() said", whose, Millis.of(aheadNanos));
    }

    void wentOffline(String worker, ClockPolicy policy, long behindNanos) {
        LOG.log(
                Level.ERROR,
                "the wall clock was set back by {0} ms, and clock policy {1} took the generator of worker {2} offline:"
                        + " correct the clock, then call resume() on the generator",
                Millis.of(behindNanos),
                policy,
                worker);
        tell(hearer -> hearer.wentOffline(Duration.ofNanos(behindNanos)));
    }

    void wentAheadTo(Instant begin) {
        LOG.log(
                Level.INFO,
                "ids go on from {0}, which is ahead of the clock: earlier ticks of this worker are spent",
                begin);
    }

    // ---- the lease

    void acquired(String ledger, WorkerGrant grant, Instant until) {
        LOG.log(Level.INFO, "{0} granted worker {1} until {2}", ledger, name(grant), until);
        tellInTurn(hearer -> hearer.acquired(grant.datacenter(), grant.worker(), until));
    }

    void renewed(WorkerGrant grant, Instant until) {
        tellInTurn(hearer -> hearer.renewed(grant.datacenter(), grant.worker(), until));
    }

    /** @param isFirst whether the ledger answered the time before */
    void renewalFailed(WorkerGrant grant, Instant until, Throwable reason, boolean isFirst) {
        boolean hasEnded = reason instanceof WorkerLedgerException refused && refused.reason() == Reason.ANOTHER_LEDGER;
        Level first = hasEnded ? Level.ERROR : Level.WARNING;
        LOG.log(
                isFirst ? first : Level.DEBUG,
                "the lease of worker " + name(grant) + " was not renewed: "
                        + (hasEnded ? "it makes no id any more" : "ids go on until " + until)
                        + ", and the ledger is asked again and again",
                reason);
        tellInTurn(hearer -> hearer.renewalFailed(until, reason));
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
                name(grant),
                until);
        tellInTurn(hearer -> hearer.lost(grant.datacenter(), grant.worker()));
    }

    void released(String ledger, WorkerGrant grant) {
        LOG.log(Level.INFO, "{0} has worker {1} back", ledger, name(grant));
        tellInTurn(hearer -> hearer.released(grant.datacenter(), grant.worker()));
    }

    void notReleased(WorkerGrant grant, Throwable reason) {
        LOG.log(
                Level.WARNING,
                "worker {0} could not be given back ({1}); others may use it some time after its window has ended",
                name(grant),
                reason.getMessage());
    }

    void resumed(WorkerGrant grant) {
        tellInTurn(hearer -> hearer.resumed(grant.datacenter(), grant.worker()));
    }

    /** A worker as messages name it. */
    static String name(WorkerGrant grant) {
        return grant.datacenter() == 0
                ? Long.toString(grant.worker())
                : grant.worker() + " of datacenter " + grant.datacenter();
    }

    // ---- callers

    void borrowed(long nanos) {
        tell(hearer -> hearer.borrowed(Duration.ofNanos(nanos)));
    }

    void waited(long nanos) {
        tell(hearer -> hearer.waited(Duration.ofNanos(nanos)));
    }

    /** Here, unless that would hold renewals up. */
    private void tell(Consumer<GeneratorListener> event) {
        if (LedgerTalk.isItsOwnThread()) {
            tellInTurn(event);
        } else {
            listeners.forEach(listener -> listener.tell(event));
        }
    }

    private void tellInTurn(Consumer<GeneratorListener> event) {
        listeners.forEach(listener -> listener.tellInTurn(event));
    }

    /** Until listeners know what has happened, but no longer than that; false for each that does not, unless a listener calls this. */
    private List<Boolean> told(Duration patience) {
        long end = TimeSource.system().nanos() + patience.toNanos();
        boolean isCalling = listeners.stream().anyMatch(ListenerQueue::isCalling);
        List<? extends Future<?>> told =
                listeners.stream().map(ListenerQueue::told).toList();
        return told.stream()
                .map(each -> isCalling
                        || ListenerQueue.isDone(each, end - TimeSource.system().nanos()))
                .toList();
    }

    /** Waits until listeners know what has happened, but no longer than that. */
    void awaitTold(Duration patience) {
        told(patience);
    }

    /** No window is renewed any more: waits in the same way, and then interrupts who is still busy. */
    void close(Duration patience) {
        List<Boolean> told = told(patience);
        for (int i = 0; i < told.size(); i++) {
            listeners.get(i).close(told.get(i));
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
