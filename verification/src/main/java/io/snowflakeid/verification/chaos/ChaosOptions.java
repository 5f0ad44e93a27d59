package io.snowflakeid.verification.chaos;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.verification.makers.IdMaker;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The options of a chaos run. The file {@code chaos.json} contains some of the options.
 *
 * @param maker the name of an {@link IdMaker}
 * @param writers the number of processes that generate ids, 1 to 64
 * @param seconds the duration in seconds after all processes are ready, 1 to 86,400, and at least 4 windows unless restores are the only faults
 * @param windowMillis the length of a lease window, 200 to 600,000 ms
 * @param idsPerSecond the maximum number of ids per second of all writers together, 1,000 to 50,000,000
 * @param faults the kinds of faults
 * @param seed the seed of the fault plan
 * @param faketime the path of {@code libfaketimeMT.so.1}, the library that fakes the clock, or null to search the usual folders
 * @param restartCommand a shell command that restarts the database server, or null
 * @param keep true to keep the files of ids and the entries in the ledger
 */
@JsonIgnoreProperties({"seconds", "faketime", "restartCommand", "keep"}) // the report shows the options' effects
public record ChaosOptions(
        String maker,
        int writers,
        int seconds,
        long windowMillis,
        @JsonProperty("idsPerSecondAllowed") long idsPerSecond,
        Set<FaultFamily> faults,
        long seed,
        @Nullable Path faketime,
        @Nullable String restartCommand,
        boolean keep) {

    private static final int LEAST_WINDOWS = 4;

    /** Checks the options, and throws {@link CommandFailure} if an option is out of range. */
    public ChaosOptions {
        CommandFailure.requireBetween("--writers", writers, 1, 64, "");
        CommandFailure.requireBetween("--seconds", seconds, 1, 86_400, "");
        CommandFailure.requireBetween("--window", windowMillis, 200, 600_000, "ms");
        CommandFailure.requireBetween("--rate", idsPerSecond, 1_000, 50_000_000, "");
        if (seconds * 1000L < LEAST_WINDOWS * windowMillis && !faults.equals(Set.of(FaultFamily.RESTORES))) {
            throw CommandFailure.ofUsage(
                    "--seconds must be at least " + LEAST_WINDOWS + " windows of " + windowMillis + " ms, but is "
                            + seconds + ": some faults last longer than a window; set --seconds to "
                            + (LEAST_WINDOWS * windowMillis + 999) / 1000 + " or more, or a shorter --window");
        }
        faults = Collections.unmodifiableSet(new TreeSet<>(faults));
    }
}
