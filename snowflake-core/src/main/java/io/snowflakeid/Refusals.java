package io.snowflakeid;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What callers are told when there is no id for them. */
final class Refusals {

    private final GeneratorSettings settings;
    private final SnowflakeLayout layout;

    Refusals(GeneratorSettings settings) {
        this.settings = settings;
        layout = settings.layout();
    }

    /** Why there is no new window, and since when. */
    record Failure(Instant since, Throwable reason) {}

    NoIdAvailableException closed(WorkerGrant grant, long waitedNanos) {
        return new NoIdAvailableException(
                "the generator of worker " + GeneratorEvents.name(grant)
                        + " is closed: take ids before it is closed, or build a new one",
                TimeUnit.NANOSECONDS.toMillis(waitedNanos),
                null);
    }

    NoIdAvailableException offline(WorkerGrant grant, LeaseCycle.Offline state, long waitedNanos) {
        return new NoIdAvailableException(
                "the generator of worker " + GeneratorEvents.name(grant) + " is offline since " + state.since()
                        + ", when the wall clock was " + Millis.of(state.behindNanos())
                        + " ms behind its highest reading, more than clock policy " + settings.clockPolicy()
                        + " bears: correct the clock, then call resume() on the generator",
                TimeUnit.NANOSECONDS.toMillis(waitedNanos),
                null);
    }

    /**
     * @param failure why the ledger's last answer was none; null if it has answered
     * @param askedSince since when it is being asked; null if it is not
     */
    NoIdAvailableException noWindow(
            Lease spent, long waitedNanos, @Nullable Failure failure, @Nullable Instant askedSince) {
        long waitedMillis = TimeUnit.NANOSECONDS.toMillis(waitedNanos);
        if (spent.untilTick() > layout.maxTick()) {
            return new NoIdAvailableException(
                    "layout " + layout.spec() + " ran out at " + layout.exhaustedAt()
                            + ": move to a layout with more timestamp bits",
                    waitedMillis,
                    null);
        }
        Duration maxWait = settings.maxWait();
        return new NoIdAvailableException(
                whatEnded(spent) + " and " + settings.ledger().describe() + " has granted no other"
                        + why(failure, askedSince)
                        + "; waited " + waitedMillis + " ms, allowed are " + maxWait.toMillis()
                        + " ms: it is asked again all the time, and ids go on by themselves once it answers",
                waitedMillis,
                failure == null ? null : failure.reason());
    }

    private String whatEnded(Lease spent) {
        String worker = "worker " + GeneratorEvents.name(spent.grant());
        Instant end = layout.timestampOf(spent.untilTick());
        Instant now = Instant.ofEpochSecond(0, settings.time().wallNanos());
        return spent.isClosed() && now.isBefore(end)
                ? worker + " was lost before its window ended"
                : "the window of " + worker + " ended at " + end;
    }

    private static String why(@Nullable Failure failure, @Nullable Instant askedSince) {
        if (failure != null) {
            return " since " + failure.since() + " (" + failure.reason().getMessage() + ")";
        }
        return askedSince == null ? "" : ", though asked since " + askedSince;
    }
}
