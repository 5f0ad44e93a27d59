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
 * What a writer process tells of itself, or several together. It writes all of it anew several times a second, so that it is known even
 * if the process is killed.
 *
 * @param failedCalls calls for an id that threw
 * @param failedStarts attempts to open the maker that threw
 * @param clockSteps jumps of the wall clock
 * @param longestStallMillis the longest time that a thread wanted ids and got none
 * @param longestStartMillis how long after the start of the process the first id could be made; 0 before that
 * @param counters those of the maker, since the start of the process
 * @param reasons why calls and starts failed, some of them, each once whatever its numbers
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

    /** The logs of several processes as one; a process that was killed early may have none. */
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

    /** Some of them; those that differ in numbers alone count as one. */
    static List<String> different(Stream<String> reasons) {
        Set<String> seen = new HashSet<>();
        return reasons.filter(reason -> seen.add(reason.replaceAll("[0-9]+", "0")))
                .limit(REASONS_SHOWN)
                .toList();
    }
}
