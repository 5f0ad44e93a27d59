package io.snowflakeid.demo.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** What the diaries of all processes say together. */
final class DiaryReading {

    private static final int REASONS_SHOWN = 5;

    private final Map<String, Long> counters = new TreeMap<>();
    private final List<String> reasons = new ArrayList<>();
    private long clockSteps;
    private long longestStallNanos;
    private long longestStartMillis;
    private long processesStarted;

    /**
     * Reads one process's diary. A process that was killed early may have none, and one that was killed while it wrote may have half a
     * line at its end.
     */
    void add(Path diary, List<WriterProcess.Pause> pauses) throws IOException {
        String text;
        try {
            text = Files.readString(diary);
        } catch (NoSuchFileException e) {
            return;
        }
        Map<String, Long> last = new HashMap<>();
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
            String[] words = line.split(" ", 2);
            switch (words[0]) {
                case Diary.STALL -> addStall(words[1], pauses);
                case Diary.COUNT -> last = counters(words[1]);
                case Diary.CLOCK -> clockSteps++;
                case Diary.STARTED -> addStart(Long.parseLong(words[1]));
                case Diary.FAILURE -> addReason(words[1]);
                default -> throw new IOException("the diary " + diary + " has a line that nobody writes: " + line);
            }
        }
        last.forEach((name, count) -> counters.merge(name, count, Long::sum));
    }

    /** Why a call or a start of that process failed last, of all different reasons. */
    static Optional<String> lastFailure(Path diary) throws IOException {
        if (!Files.exists(diary)) {
            return Optional.empty();
        }
        String beginning = Diary.FAILURE + " ";
        return Files.readString(diary)
                .lines()
                .filter(line -> line.startsWith(beginning))
                .reduce((first, second) -> second)
                .map(line -> line.substring(beginning.length()));
    }

    /** The time in which the process was stopped does not count: it waited for nothing then. */
    private void addStall(String times, List<WriterProcess.Pause> pauses) {
        String[] fromUntil = times.split(" ", 2);
        long from = Long.parseLong(fromUntil[0]);
        long until = Long.parseLong(fromUntil[1]);
        long stopped = pauses.stream()
                .mapToLong(
                        pause -> Math.max(0, Math.min(until, pause.untilNanos()) - Math.max(from, pause.fromNanos())))
                .sum();
        longestStallNanos = Math.max(longestStallNanos, until - from - stopped);
    }

    private void addStart(long millis) {
        longestStartMillis = Math.max(longestStartMillis, millis);
        processesStarted++;
    }

    private static Map<String, Long> counters(String text) {
        Map<String, Long> counters = new HashMap<>();
        for (String counter : text.split(" ", -1)) {
            String[] nameAndCount = counter.split("=", 2);
            counters.put(nameAndCount[0], Long.valueOf(nameAndCount[1]));
        }
        return counters;
    }

    private void addReason(String reason) {
        String pattern = reason.replaceAll("[0-9]+", "0");
        boolean known = reasons.stream()
                .anyMatch(other -> other.replaceAll("[0-9]+", "0").equals(pattern));
        if (!known && reasons.size() < REASONS_SHOWN) {
            reasons.add(reason);
        }
    }

    /** By name, summed up over all processes. */
    Map<String, Long> counters() {
        return counters;
    }

    long counter(String name) {
        return counters.getOrDefault(name, 0L);
    }

    /** Some of the reasons why calls failed. */
    List<String> reasons() {
        return List.copyOf(reasons);
    }

    long clockSteps() {
        return clockSteps;
    }

    long longestStallMillis() {
        return TimeUnit.NANOSECONDS.toMillis(longestStallNanos);
    }

    /** How many came as far as their first id. */
    long processesStarted() {
        return processesStarted;
    }

    long longestStartMillis() {
        return longestStartMillis;
    }
}
