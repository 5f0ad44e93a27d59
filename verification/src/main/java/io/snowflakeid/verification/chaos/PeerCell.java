package io.snowflakeid.verification.chaos;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The result of one id maker under one fault.
 *
 * @param reason the reason why the cell has no figures, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PeerCell(
        SingleFault fault,
        State state,
        @Nullable String reason,
        @JsonUnwrapped @Nullable ChaosResult result) {

    enum State {
        MEASURED,
        NOT_APPLICABLE,
        /** This machine does not support the fault, or the fault never took effect. */
        NOT_RUN,
        FAILED
    }

    static PeerCell of(SingleFault fault, ChaosResult result) {
        String reason = result.ids() == 0
                ? "no ids were generated"
                : tookEffect(fault, result) ? null : "the fault never took effect";
        return new PeerCell(fault, reason == null ? State.MEASURED : State.NOT_RUN, reason, result);
    }

    private static boolean tookEffect(SingleFault fault, ChaosResult result) {
        boolean killed = result.effects().kills() > 0;
        return switch (fault) {
            case NONE, LOOK_ALIKES -> true;
            case KILLS -> killed;
            case PAUSES -> killed && result.effects().pauses() > 0;
            case CLOCK_SET_BACK -> result.log().clockSteps() > 0;
            // a restart is an effective fault only if the new process has generated an id
            case RESTART_IN_THE_PAST ->
                killed
                        && result.writersWithFakeClock() > 0
                        && result.log().counters().getOrDefault(ChaosResult.PROCESSES_STARTED, 0L)
                                > result.options().writers();
            case OUTAGES -> killed && result.effects().outages() > 0;
        };
    }

    long duplicates() {
        return result == null ? 0 : result.duplicates();
    }

    @JsonProperty
    long refusedCalls() {
        return result == null ? 0 : result.log().failedCalls();
    }

    @JsonProperty
    long refusedStarts() {
        return result == null ? 0 : result.log().failedStarts();
    }

    String summary() {
        String figures = result == null || reason != null
                ? state + ", " + reason
                : String.format(Locale.ROOT, "%,d duplicates of %,d ids", result.duplicates(), result.ids());
        return fault + ": " + figures;
    }
}
