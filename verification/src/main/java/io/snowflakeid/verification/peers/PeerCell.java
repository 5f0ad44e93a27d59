package io.snowflakeid.verification.peers;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.snowflakeid.verification.chaos.ChaosResult;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What one maker did under one fault. The component names are those of {@code peers.json}.
 *
 * @param state whether there are figures
 * @param reason why there are none; null if there are
 * @param ids how many ids were made and compared
 * @param duplicates how many of them had been made before
 * @param refusedCalls how many calls for an id threw
 * @param refusedStarts how often a process could not be given its number, and tried again
 * @param idsPerSecond of all processes together
 * @param processes how many there were in all
 * @param reasons some of the reasons of refusals
 * @param firstDuplicates some of the duplicates, with who made them
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PeerCell(
        SingleFault fault,
        State state,
        @Nullable String reason,
        long ids,
        long duplicates,
        long refusedCalls,
        long refusedStarts,
        long idsPerSecond,
        int processes,
        long kills,
        long pauses,
        long clockSteps,
        long outages,
        List<String> reasons,
        List<ChaosResult.Duplicate> firstDuplicates) {

    enum State {
        MEASURED,
        /** The maker has nothing that this fault could meet. */
        NOT_APPLICABLE,
        /** This machine cannot do it, or the fault never took effect. */
        NOT_RUN,
        /** The run could not be carried through. */
        FAILED
    }

    static PeerCell without(SingleFault fault, State state, String reason) {
        return new PeerCell(fault, state, reason, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, List.of(), List.of());
    }

    static PeerCell of(SingleFault fault, ChaosResult result) {
        boolean measured = result.ids() > 0 && tookEffect(fault, result);
        return new PeerCell(
                fault,
                measured ? State.MEASURED : State.NOT_RUN,
                measured ? null : result.ids() == 0 ? "no ids were made" : "the fault never took effect",
                result.ids(),
                result.duplicates(),
                result.log().failedCalls(),
                result.log().failedStarts(),
                result.idsPerSecond(),
                result.processes(),
                result.effects().kills(),
                result.effects().pauses(),
                result.log().clockSteps(),
                result.effects().outages(),
                result.log().reasons(),
                result.firstDuplicates());
    }

    private static boolean tookEffect(SingleFault fault, ChaosResult result) {
        return switch (fault) {
            case NONE, LOOK_ALIKES -> true;
            case KILLS -> result.effects().kills() > 0;
            case PAUSES -> result.effects().pauses() > 0 && result.effects().kills() > 0;
            case CLOCK_SET_BACK -> result.log().clockSteps() > 0;
            case RESTART_IN_THE_PAST ->
                result.effects().kills() > 0 && result.writersWithFakeClock() > 0 && hasRestarted(result);
            case OUTAGES -> result.effects().outages() > 0 && result.effects().kills() > 0;
        };
    }

    /** A process that never comes as far as its first id tells nothing. */
    private static boolean hasRestarted(ChaosResult result) {
        return result.log().counters().getOrDefault(ChaosResult.PROCESSES_STARTED, 0L)
                > result.options().writers();
    }

    /** In one line. */
    String summary() {
        String figures = String.format(
                Locale.ROOT,
                "%,d duplicates of %,d ids, %,d calls and %,d starts refused",
                duplicates,
                ids,
                refusedCalls,
                refusedStarts);
        return fault + ": " + (state == State.MEASURED ? figures : state + ", " + reason)
                + (reasons.isEmpty() ? "" : "; such as " + reasons.get(0));
    }
}
