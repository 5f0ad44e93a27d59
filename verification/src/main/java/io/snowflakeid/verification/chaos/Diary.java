package io.snowflakeid.verification.chaos;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a writer process tells of itself. It writes all of it anew several times a second, so that it is known even if the process is
 * killed.
 *
 * @param counters since the start of the process
 * @param reasons why calls and starts failed, some of them, each once whatever its numbers
 * @param longestStallMillis the longest time that a thread wanted ids and got none
 * @param startMillis how long after the start of the process the first id could be made; 0 before that
 */
record Diary(Map<String, Long> counters, List<String> reasons, long longestStallMillis, long startMillis) {

    /** The counter of calls that threw. */
    static final String FAILED_CALLS = "failedCalls";

    /** The counter of makers that could not be opened. */
    static final String FAILED_STARTS = "failedStarts";

    /** The counter of jumps of the wall clock. */
    static final String CLOCK_STEPS = "clockSteps";

    private static final int REASONS_SHOWN = 5;
    private static final JsonMapper JSON = new JsonMapper();

    void write(Path file) throws IOException {
        Path next = Path.of(file + ".next");
        Files.write(next, JSON.writeValueAsBytes(this));
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** The diaries of several processes as one; a process that was killed early may have none. */
    static Diary sumOf(List<Path> files) throws IOException {
        Map<String, Long> counters = new TreeMap<>();
        List<String> reasons = new ArrayList<>();
        long longestStallMillis = 0;
        long longestStartMillis = 0;
        for (Path file : files) {
            Diary diary;
            try {
                diary = JSON.readValue(Files.readAllBytes(file), Diary.class);
            } catch (NoSuchFileException e) {
                continue;
            }
            diary.counters.forEach((name, count) -> counters.merge(name, count, Long::sum));
            reasons.addAll(diary.reasons);
            longestStallMillis = Math.max(longestStallMillis, diary.longestStallMillis);
            longestStartMillis = Math.max(longestStartMillis, diary.startMillis);
        }
        return new Diary(counters, different(reasons), longestStallMillis, longestStartMillis);
    }

    /** Some of them; those that differ in numbers alone count as one. */
    static List<String> different(List<String> reasons) {
        Set<String> seen = new HashSet<>();
        return reasons.stream()
                .filter(reason -> seen.add(reason.replaceAll("[0-9]+", "0")))
                .limit(REASONS_SHOWN)
                .toList();
    }

    long counter(String name) {
        return counters.getOrDefault(name, 0L);
    }
}
