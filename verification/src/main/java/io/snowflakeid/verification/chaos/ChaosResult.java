package io.snowflakeid.verification.chaos;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run found. The component names are those of {@code chaos.json}; docs/chaos.md says what each of them means.
 *
 * @param ledger null if the writers share no database
 * @param keptIn null unless the ids were to be kept
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ChaosResult(
        long ids,
        long duplicates,
        long kills,
        long pauses,
        long clockSteps,
        long outages,
        long idsPerSecond,
        long longestStallMillis,
        double seconds,
        double checkSeconds,
        String maker,
        String makerSettings,
        @Nullable String ledger,
        int writers,
        int processes,
        long windowMillis,
        long idsPerSecondAllowed,
        long seed,
        List<String> faults,
        String faketime,
        int writersWithFakeClock,
        Map<String, Long> outagesByKind,
        long restarts,
        long restartsFailed,
        long restores,
        long failedCalls,
        long failedStarts,
        long longestStartMillis,
        Map<String, Long> counters,
        List<String> reasons,
        List<Duplicate> firstDuplicates,
        boolean proved,
        List<String> missing,
        @Nullable String keptIn) {

    /** What {@link #faketime} says where there is none. */
    public static final String ABSENT = "absent";

    /** The counter of the processes that came as far as their first id. */
    public static final String PROCESSES_STARTED = "processesStarted";

    /**
     * An id that was made more than once.
     *
     * @param id the id
     * @param meaning what it says about its origin
     * @param madeBy who made it
     */
    public record Duplicate(long id, String meaning, List<String> madeBy) {}
}
