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
 * What a run is to be like, and the part of it that {@code chaos.json} repeats.
 *
 * @param maker the name of an {@link IdMaker}
 * @param writers how many processes make ids at the same time, 1 to 64
 * @param seconds how long they do, counted from when all are ready, 1 to 86,400; at least 4 windows, except
 *     for restores alone
 * @param windowMillis how long a lease lasts, 200 to 600,000 ms
 * @param idsPerSecond how many ids all writers together make at most, 1,000 to 50,000,000
 * @param faults what goes wrong
 * @param seed the same seed makes the same plan of faults
 * @param faketime the library that fakes the clock, {@code libfaketimeMT.so.1}; null searches the usual places
 * @param restartCommand run by the shell now and then to restart the database server; null for none
 * @param keep whether the files of ids and the entries in the ledger stay
 */
@JsonIgnoreProperties({"seconds", "faketime", "restartCommand", "keep"}) // their results are reported
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

    /** Throws {@link CommandFailure} if one is out of range. */
    public ChaosOptions {
        CommandFailure.requireBetween("--writers", writers, 1, 64, "");
        CommandFailure.requireBetween("--seconds", seconds, 1, 86_400, "");
        CommandFailure.requireBetween("--window", windowMillis, 200, 600_000, "ms");
        CommandFailure.requireBetween("--rate", idsPerSecond, 1_000, 50_000_000, "");
        if (seconds * 1000L < LEAST_WINDOWS * windowMillis && !faults.equals(Set.of(FaultFamily.RESTORES))) {
            throw CommandFailure.ofUsage(
                    "--seconds must be at least " + LEAST_WINDOWS + " windows of " + windowMillis + " ms, but is "
                            + seconds + ": in less, nothing that lasts longer than a window fits; pass --seconds "
                            + (LEAST_WINDOWS * windowMillis + 999) / 1000 + " or more, or a shorter --window");
        }
        faults = Collections.unmodifiableSet(new TreeSet<>(faults));
    }
}
