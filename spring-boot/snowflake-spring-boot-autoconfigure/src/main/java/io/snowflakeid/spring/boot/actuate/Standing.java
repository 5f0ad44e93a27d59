package io.snowflakeid.spring.boot.actuate;

import io.snowflakeid.GeneratorStatus;
import io.snowflakeid.spring.boot.actuate.GeneratorEvents.Silence;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a generator stands at one moment: whether it can issue an id now, why not, and what threatens that. Looks at what is in
 * memory: it takes no id, asks no ledger and waits for nothing.
 */
final class Standing {

    private static final int SOON_YEARS = 5;

    private final WatchedGenerator generator;
    private final @Nullable Silence silence;
    private final boolean workerLost;
    private final Instant now;

    final GeneratorStatus status;

    /** Why no id can be issued now, and what to do; null if ids can be issued. */
    final @Nullable String whyOffline;

    Standing(WatchedGenerator generator) {
        this.generator = generator;
        // before the status: an answer that arrives in between then ends the window's trouble, too
        silence = generator.events().silence;
        workerLost = generator.events().workerLost;
        status = generator.ids().status();
        now = generator.events().wallClock();
        whyOffline = findWhyOffline();
    }

    boolean isOnline() {
        return whyOffline == null;
    }

    /** How long ids go on if the ledger grants no more time; zero if none can be issued. */
    Duration leaseRemaining() {
        return isOnline() ? windowRemaining() : Duration.ZERO;
    }

    /** What will end ids, or keeps their time from being right, unless something is done. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (isOnline() && silence != null) {
            warnings.add(ledger() + " has granted no more time since " + silence.since() + " (" + silence.lastReason()
                    + "): ids go on for " + windowRemaining().toSeconds() + " s, until " + status.windowUntil()
                    + ", and beyond once it answers");
        }
        if (isOnline() && !status.pendingLeap().isZero()) {
            warnings.add("a clock has leapt " + status.pendingLeap().toMillis()
                    + " ms ahead and is not followed: correct it, or call acceptLeap() on the generator if the new time is"
                    + " right");
        }
        return warnings;
    }

    /** What is to be planned if the layout ends within 5 years; null if it lasts longer. */
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
        return workerLost || windowRemaining().isZero() ? noWindow() : refusal();
    }

    private String offline(Instant since) {
        Duration behind = generator.events().offlineBehind;
        return "the generator is offline since " + since + ": the wall clock was set back"
                + (behind.isZero() ? "" : " by " + behind.toMillis() + " ms") + ", further than clock policy "
                + status.clockPolicy() + " bears; correct the clock, then call resume() on the generator";
    }

    private String noWindow() {
        // the end of a window is reported as a loss, too
        String what = windowRemaining().isZero()
                ? "the window of worker " + status.worker() + " ended at " + status.windowUntil()
                : "worker " + status.worker() + " was lost before its window ended";
        String why = silence == null
                ? " has not answered yet"
                : " has granted no other since " + silence.since() + " (" + silence.lastReason() + ")";
        return what + " and " + ledger() + why
                + ": it is asked again all the time, and ids go on by themselves once it answers";
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

    /** By the clock that ids follow, which is what ends a window. */
    private Duration windowRemaining() {
        Duration left = Duration.between(idTime(), status.windowUntil());
        return left.isNegative() ? Duration.ZERO : left;
    }

    private Instant idTime() {
        return now.plus(status.ahead());
    }
}
