package io.snowflakeid.spring.boot.actuate;

import io.snowflakeid.generator.GeneratorStatus;
import io.snowflakeid.spring.boot.actuate.RecordedEvents.Silence;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of a generator's state, with warnings and the reason if the generator cannot issue ids. The constructor generates no id, does not access
 * a ledger and never waits.
 */
final class GeneratorHealthState {

    private static final int SOON_YEARS = 5;

    private final WatchedGenerator generator;
    private final @Nullable Silence silence;
    private final boolean workerLost;
    private final Instant now;

    final GeneratorStatus status;

    /** The reason why no ids can be issued, with a possible fix, or null if ids can be issued. */
    final @Nullable String whyOffline;

    GeneratorHealthState(WatchedGenerator generator) {
        this.generator = generator;
        // The status is read after the events, so that the status includes every renewal that the events show.
        silence = generator.events().silence;
        workerLost = generator.events().workerLost;
        status = generator.ids().status();
        now = generator.events().wallClock();
        whyOffline = findWhyOffline();
    }

    boolean isOnline() {
        return whyOffline == null;
    }

    /** Returns the time for which the generator can issue ids without the ledger, or zero if the generator cannot issue ids. */
    Duration leaseRemaining() {
        return isOnline() ? windowRemaining() : Duration.ZERO;
    }

    /** Returns warnings about problems that may stop the generator or cause wrong timestamps. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (isOnline() && silence != null) {
            warnings.add(ledger() + " has granted no more time since " + silence.since() + " (" + silence.lastReason()
                    + "): ids continue for " + windowRemaining().toSeconds() + " s, until " + status.windowUntil()
                    + ", and longer once it responds");
        }
        if (isOnline() && !status.pendingLeap().isZero()) {
            warnings.add("a clock has leapt " + status.pendingLeap().toMillis()
                    + " ms ahead and is not followed: correct it, or call acceptLeap() on the generator if the new time is"
                    + " right");
        }
        return warnings;
    }

    /** Returns a warning if the layout's timestamp range ends within 5 years, or else null. */
    @Nullable
    String endsSoon() {
        Instant end = generator.ids().layout().exhaustedAt();
        return end.isBefore(now.plus(SOON_YEARS * 365L, ChronoUnit.DAYS))
                ? "the layout ends at " + end + ", within " + SOON_YEARS
                        + " years: plan a layout with more timestamp bits"
                : null;
    }

    private @Nullable String findWhyOffline() {
        if (status.closed()) {
            return "the generator is closed: the application is stopping, or code has closed the generator";
        }
        if (status.offlineSince() != null) {
            return offline(status.offlineSince());
        }
        Instant end = generator.ids().layout().exhaustedAt();
        if (!idTime().isBefore(end)) {
            return "layout " + generator.ids().layout().spec() + " ran out at " + end
                    + ": move to a layout with more timestamp bits";
        }
        return workerLost || windowRemaining().isZero() ? noWindow() : refusal();
    }

    private String offline(Instant since) {
        Duration behind = generator.events().offlineBehind;
        return "the generator is offline since " + since + ": the wall clock was set back"
                + (behind.isZero() ? "" : " by " + behind.toMillis() + " ms") + ", further than clock policy "
                + status.clockPolicy() + " allows; correct the clock, then call resume() on the generator";
    }

    private String noWindow() {
        String what = windowRemaining().isZero()
                ? "the window of worker " + status.worker() + " ended at " + status.windowUntil()
                : "worker " + status.worker() + " was lost before its window ended";
        String why = silence == null
                ? " has not responded yet"
                : " has granted no other window since " + silence.since() + " (" + silence.lastReason() + ")";
        return what + " and " + ledger() + why + ": retries continue, and ids resume once it responds";
    }

    private @Nullable String refusal() {
        Instant until = generator.events().refusedUntil.get();
        return now.isBefore(until)
                ? "the wall clock was set back, and clock policy " + status.clockPolicy()
                        + " refuses ids until it has reached " + until + " again; it shows " + now
                : null;
    }

    private String ledger() {
        return generator.ledger() == null ? "its ledger" : generator.ledger().describe();
    }

    /** Returns the time from the current id timestamp to the end of the window. Id timestamps may be ahead of the clock. */
    private Duration windowRemaining() {
        Duration left = Duration.between(idTime(), status.windowUntil());
        return left.isNegative() ? Duration.ZERO : left;
    }

    private Instant idTime() {
        return now.plus(status.ahead());
    }
}
