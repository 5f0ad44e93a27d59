package io.snowflakeid.verification.chaos;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The content of {@code chaos.json}, which is the result of a chaos run. The page docs/chaos.md explains the fields of {@code chaos.json}. */
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

    public static final String ABSENT = "absent";

    /** The name of the counter for processes that have generated an id. */
    public static final String PROCESSES_STARTED = "processesStarted";

    /** An id that was generated more than once, with its decoded fields, and the writers, processes and threads that generated it. */
    public record Duplicate(long id, String meaning, List<String> madeBy) {}

    /** The number of faults that took effect, by kind, except for clock steps. */
    public record Effects(
            long kills,
            long pauses,
            Map<String, Long> outagesByKind,
            long restarts,
            long restartsFailed,
            long restores) {

        @JsonProperty
        public long outages() {
            return outagesByKind.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** Returns the names of the counts that are 0 and must be positive for a successful run. A run without the requested faults proves nothing. */
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

    /** Returns true if the run found no duplicates, and every kind of fault took effect. */
    @JsonProperty
    public boolean proved() {
        return duplicates == 0 && missing().isEmpty();
    }
}
