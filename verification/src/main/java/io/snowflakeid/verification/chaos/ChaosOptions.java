package io.snowflakeid.verification.chaos;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.snowflakeid.commandline.CommandFailure;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The options of a chaos run.
 *
 * @param seconds how long the run lasts after all processes are ready, at least 4 windows unless restores are the only faults
 * @param idsPerSecond the maximum number of ids per second of all writers together
 * @param faketime the library that fakes the clock, or null to search the usual folders
 * @param restartCommand a shell command that restarts the database server, or null
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

    public ChaosOptions {
        CommandFailure.requireBetween("--writers", writers, 1, 64, "");
        CommandFailure.requireBetween("--seconds", seconds, 1, 86_400, "");
        CommandFailure.requireBetween("--window-millis", windowMillis, 200, 600_000, "");
        CommandFailure.requireBetween("--rate", idsPerSecond, 1_000, 50_000_000, "");
        if (seconds * 1000L < LEAST_WINDOWS * windowMillis && !faults.equals(Set.of(FaultFamily.RESTORES))) {
            throw CommandFailure.ofUsage(
                    "--seconds must be at least " + LEAST_WINDOWS + " windows of " + windowMillis + " ms, but is "
                            + seconds + ": some faults last longer than a window; set --seconds to "
                            + (LEAST_WINDOWS * windowMillis + 999) / 1000 + " or more, or a shorter --window-millis");
        }
        faults = Collections.unmodifiableSet(new TreeSet<>(faults));
    }
}
