package io.snowflakeid.spring.boot;

import io.snowflakeid.GeneratorStatus;
import io.snowflakeid.spring.boot.GeneratorEventCounts.Silence;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a generator stands at one moment: whether it can issue an id now, why not, and what threatens that. Looks at what is in
 * memory: it takes no id, asks no ledger and waits for nothing.
 *
 * @param whyOffline why no id can be issued now, and what to do; null if ids can be issued
 * @param leaseRemaining how long ids go on if the ledger grants no more time; zero if none can be issued
 * @param warnings what will end ids, or keeps their time from being right, unless something is done
 */
record Standing(GeneratorStatus status, @Nullable String whyOffline, Duration leaseRemaining, List<String> warnings) {

    private static final int SOON_YEARS = 5;

    static Standing of(WatchedGenerator generator) {
        // before the status: an answer that arrives in between then ends the window's trouble, too
        GeneratorEventCounts events = generator.events();
        Silence silence = events == null ? null : events.silence();
        boolean workerLost = events != null && events.isWithoutWorker();
        GeneratorStatus status = generator.ids().status();
        Look look = new Look(generator, status, events, silence, workerLost, generator.wallClock());
        String whyOffline = look.whyOffline();
        return new Standing(
                status,
                whyOffline,
                whyOffline == null ? look.leaseRemaining() : Duration.ZERO,
                whyOffline == null ? look.warnings() : List.of());
    }

    boolean isOnline() {
        return whyOffline == null;
    }

    /** What is to be planned if the layout ends within 5 years; null if it lasts longer. */
    static @Nullable String endsSoon(WatchedGenerator generator) {
        Instant end = generator.ids().layout().exhaustedAt();
        Instant soon = generator.wallClock().plus(SOON_YEARS * 365L, ChronoUnit.DAYS);
        return end.isBefore(soon)
                ? "the layout ends at " + end + ", within " + SOON_YEARS
                        + " years: plan a layout with more timestamp bits"
                : null;
    }

    private record Look(
            WatchedGenerator generator,
            GeneratorStatus status,
            @Nullable GeneratorEventCounts events,
            @Nullable Silence silence,
            boolean workerLost,
            Instant now) {

        @Nullable
        String whyOffline() {
            if (status.closed()) {
                return "the generator is closed: ids end with the application that is being stopped";
            }
            if (status.offlineSince() != null) {
                return offline(status.offlineSince());
            }
            Instant end = generator.ids().layout().exhaustedAt();
            if (!idTime().isBefore(end)) {
                return "layout " + generator.ids().layout().spec() + " ran out at " + end
                        + ": move to a layout with more timestamp bits";
            }
            if (workerLost || leaseRemaining().isZero()) {
                return noWindow();
            }
            return refusal();
        }

        private String offline(Instant since) {
            Duration behind = events == null ? Duration.ZERO : events.offlineBehind();
            return "the generator is offline since " + since + ": the wall clock was set back"
                    + (behind.isZero() ? "" : " by " + behind.toMillis() + " ms") + ", further than clock policy "
                    + status.clockPolicy() + " bears; correct the clock, then call resume() on the generator";
        }

        private String noWindow() {
            // a window that is over is also told of as lost
            String what = leaseRemaining().isZero()
                    ? "the window of worker " + status.worker() + " ended at " + status.windowUntil()
                    : "worker " + status.worker() + " was lost before its window ended";
            String why = silence == null
                    ? " and " + ledger() + " has not answered yet"
                    : " and " + ledger() + " has granted no other since " + silence.since() + " ("
                            + silence.lastReason() + ")";
            return what + why + ": it is asked again all the time, and ids go on by themselves once it answers";
        }

        private @Nullable String refusal() {
            Instant until = events == null ? null : events.refusedUntil();
            return until == null || !now.isBefore(until)
                    ? null
                    : "the wall clock was set back, and clock policy " + status.clockPolicy()
                            + " refuses ids until it has reached " + until + " again; it shows " + now;
        }

        private String ledger() {
            return generator.ledger() == null
                    ? "its ledger"
                    : generator.ledger().describe();
        }

        /** By the clock that ids follow, which is what ends a window. */
        Duration leaseRemaining() {
            Duration left = Duration.between(idTime(), status.windowUntil());
            return left.isNegative() ? Duration.ZERO : left;
        }

        private Instant idTime() {
            return now.plus(status.ahead());
        }

        List<String> warnings() {
            List<String> warnings = new ArrayList<>();
            if (silence != null) {
                warnings.add(ledger() + " has granted no more time since " + silence.since() + " ("
                        + silence.lastReason() + "): ids go on for "
                        + leaseRemaining().toSeconds() + " s, until "
                        + status.windowUntil() + ", and beyond once it answers");
            }
            if (!status.pendingLeap().isZero()) {
                warnings.add("a clock has leapt " + status.pendingLeap().toMillis()
                        + " ms ahead and is not followed: correct it, or call acceptLeap() on the generator if the new"
                        + " time is right");
            }
            return warnings;
        }
    }
}
