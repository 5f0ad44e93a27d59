package io.snowflakeid.demo.chaos;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run found. The component names are those of {@code chaos.json}.
 *
 * @param ids how many ids were made and compared with each other
 * @param duplicates how many of them had been made before
 * @param kills how many processes were killed, by {@code kill -9}
 * @param pauses how often a process was stopped for longer than a window and went on afterwards
 * @param clockSteps how often a process saw its wall clock jump
 * @param outages how often a writer, or all of them, lost the database in one way or another, and noticed
 * @param idsPerSecond of the whole run, checks not included
 * @param longestStallMillis the longest time that a thread of a process that was alive and not stopped wanted ids and got none
 * @param seconds how long ids were made
 * @param checkSeconds how long it took to compare them
 * @param maker who made the ids
 * @param makerSettings its settings
 * @param ledger the database that the writers share, or those that split its workers; null if they need none
 * @param writers how many processes made ids at the same time
 * @param processes how many there were in all
 * @param windowMillis how long a lease lasts
 * @param idsPerSecondAllowed the limit that was set
 * @param seed which plan of faults it was
 * @param faults what was to go wrong
 * @param faketime the library that faked clocks, or {@code absent}
 * @param writersWithFakeClock how many writers lived by a clock that was set
 * @param outagesByKind the outages, by what the network did
 * @param restarts how often the restart command was run
 * @param restartsFailed how often it did not succeed
 * @param restores how often an older copy of the ledger was put back
 * @param failedCalls how many calls for an id threw
 * @param failedStarts how often a process could not be given its first lease, and tried again
 * @param longestStartMillis how long the slowest process took from its start to its first lease
 * @param counters what else the maker counted, summed up over all processes as far as those that were killed had told
 * @param reasons some of the reasons why calls failed
 * @param firstDuplicates some of the duplicates
 * @param proved true if no id was made twice although everything went wrong that was to
 * @param missing what should have gone wrong, and did not
 * @param keptIn where the ids are; null unless they were to be kept
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

    /** How often what happened. */
    record Happened(long ids, long kills, long pauses, long clockSteps, long outages, long restores) {

        /** @param cables whether there was a database to be cut off from */
        List<String> missing(boolean cables, boolean clocks, boolean copies) {
            List<String> missing = new ArrayList<>();
            add(missing, "ids", ids == 0);
            add(missing, "kills", kills == 0);
            add(missing, "pauses", pauses == 0);
            add(missing, "outages", outages == 0 && cables);
            add(missing, "clockSteps", clockSteps == 0 && clocks);
            add(missing, "restores", restores == 0 && copies);
            return List.copyOf(missing);
        }

        private static void add(List<String> missing, String name, boolean isMissing) {
            if (isMissing) {
                missing.add(name);
            }
        }
    }
}
