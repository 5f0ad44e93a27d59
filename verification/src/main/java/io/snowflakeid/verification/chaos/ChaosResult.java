package io.snowflakeid.verification.chaos;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run found. The component names, those of its parts included, are those of {@code chaos.json}; docs/chaos.md says what each of
 * them means.
 *
 * @param ledger null if the writers share no database
 * @param keptIn null unless the ids were to be kept
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ChaosResult(
        long ids,
        long duplicates,
        List<Duplicate> firstDuplicates,
        @JsonUnwrapped Effects effects,
        @JsonUnwrapped WriterLog log,
        long idsPerSecond,
        double seconds,
        double checkSeconds,
        String makerSettings,
        @Nullable String ledger,
        int processes,
        String faketime,
        int writersWithFakeClock,
        @JsonUnwrapped ChaosOptions options,
        @Nullable String keptIn) {

    /** What {@link #faketime} says where there is none. */
    public static final String ABSENT = "absent";

    /** The counter of the processes that came as far as their first id. */
    public static final String PROCESSES_STARTED = "processesStarted";

    /**
     * An id that was made more than once.
     *
     * @param meaning what it says about its origin
     * @param madeBy who made it
     */
    public record Duplicate(long id, String meaning, List<String> madeBy) {}

    /** How often each fault took effect; clock steps are in the {@link #log}, since the writers see them. */
    public record Effects(
            long kills,
            long pauses,
            Map<String, Long> outagesByKind,
            long restarts,
            long restartsFailed,
            long restores) {

        /** Of all kinds. */
        @JsonProperty
        public long outages() {
            return outagesByKind.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** What did not happen although a run without it proves nothing, by the name of its count. */
    @JsonProperty
    public List<String> missing() {
        Map<String, Boolean> missing = new LinkedHashMap<>();
        missing.put("ids", ids == 0);
        missing.put("kills", effects.kills() == 0);
        missing.put("pauses", effects.pauses() == 0);
        missing.put("outages", ledger != null && effects.outages() == 0);
        missing.put("clockSteps", writersWithFakeClock > 0 && log.clockSteps() == 0);
        missing.put("restores", options.faults().contains(FaultFamily.RESTORES) && effects.restores() == 0);
        missing.values().removeIf(isMissing -> !isMissing);
        return List.copyOf(missing.keySet());
    }

    /** Whether no id was made twice although everything happened. */
    @JsonProperty
    public boolean proved() {
        return duplicates == 0 && missing().isEmpty();
    }
}
