package io.snowflakeid.verification.chaos;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The log of one writer process, or the sum of several logs. A writer process stores its log in a file, which survives a kill of the process.
 *
 * @param failedStarts the number of failed attempts to open the generator
 * @param longestStallMillis the longest time that a thread waited for ids
 * @param longestStartMillis the time from the start of the process to its first id, or 0 before the first id
 * @param reasons at most five error messages of failed calls and starts, without messages that differ only in digits
 */
public record WriterLog(
        long failedCalls,
        long failedStarts,
        long clockSteps,
        long longestStallMillis,
        long longestStartMillis,
        Map<String, Long> counters,
        List<String> reasons) {

    private static final int REASONS_SHOWN = 5;
    private static final JsonMapper JSON = new JsonMapper();
    private static final WriterLog EMPTY = new WriterLog(0, 0, 0, 0, 0, Map.of(), List.of());

    void write(Path file) throws IOException {
        Path next = Path.of(file + ".next");
        Files.write(next, JSON.writeValueAsBytes(this));
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Merges the logs of several processes. A process that was killed early has no log. */
    static WriterLog sumOf(List<Path> files) throws IOException {
        WriterLog sum = EMPTY;
        for (Path file : files) {
            if (Files.exists(file)) {
                sum = sum.plus(JSON.readValue(file.toFile(), WriterLog.class));
            }
        }
        return sum;
    }

    private WriterLog plus(WriterLog other) {
        Map<String, Long> sums = new TreeMap<>(counters);
        other.counters.forEach((name, count) -> sums.merge(name, count, Long::sum));
        return new WriterLog(
                failedCalls + other.failedCalls,
                failedStarts + other.failedStarts,
                clockSteps + other.clockSteps,
                Math.max(longestStallMillis, other.longestStallMillis),
                Math.max(longestStartMillis, other.longestStartMillis),
                sums,
                different(Stream.concat(reasons.stream(), other.reasons.stream())));
    }

    static List<String> different(Stream<String> reasons) {
        Set<String> seen = new HashSet<>();
        return reasons.filter(reason -> seen.add(reason.replaceAll("[0-9]+", "0")))
                .limit(REASONS_SHOWN)
                .toList();
    }
}
