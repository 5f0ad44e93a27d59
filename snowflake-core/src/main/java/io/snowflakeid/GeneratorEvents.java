package io.snowflakeid;

import io.snowflakeid.GeneratorListener.Reaction;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * What happens to a generator: counted, logged, and told to its listener. Thread-safe; never called under a lock, since a listener
 * may call the generator.
 */
final class GeneratorEvents {

    private static final System.Logger LOG = System.getLogger(GeneratorEvents.class.getName());
    /** As time servers make now and then: counted and told, not warned of. */
    private static final long ORDINARY_STEP_NANOS = 10_000_000L;

    private final GeneratorListener listener;
    private final AtomicLong stepsBack = new AtomicLong();
    private final AtomicLong largestStepBack = new AtomicLong();
    private final AtomicLong leapsRefused = new AtomicLong();

    GeneratorEvents(GeneratorListener listener) {
        this.listener = listener;
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

    void resumed(WorkerGrant grant) {
        tell(hearer -> hearer.resumed(grant.datacenter(), grant.worker()));
    }

    private void tell(Consumer<GeneratorListener> event) {
        try {
            event.accept(listener);
        } catch (Throwable e) { // whatever a stranger's code throws: the caller wants an id
            LOG.log(Level.WARNING, "listener " + listener.getClass().getName() + " failed; ids go on", e);
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
