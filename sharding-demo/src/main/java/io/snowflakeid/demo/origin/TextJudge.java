package io.snowflakeid.demo.origin;

import io.snowflakeid.demo.origin.Candidate.Strength;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Whether texts that are no numbers are ids of a kind that is known. */
final class TextJudge {

    private static final Pattern UUID = Pattern.compile(
            "(?i)[0-9a-f]{8}(-?)[0-9a-f]{4}\\1([0-9a-f])[0-9a-f]{3}\\1[89ab][0-9a-f]{3}\\1[0-9a-f]{12}");
    private static final Pattern OBJECT_ID = Pattern.compile("(?i)[0-9a-f]{24}");
    private static final Instant FIRST_OBJECT_ID = Instant.parse("2009-01-01T00:00:00Z");

    private final List<String> texts;
    private final Instant now;

    /** @param texts at least one */
    TextJudge(List<String> texts, Instant now) {
        this.texts = texts;
        this.now = now;
    }

    Optional<Candidate> candidate() {
        if (texts.stream().allMatch(text -> UUID.matcher(text).matches())) {
            return Optional.of(uuids());
        }
        return texts.stream().allMatch(text -> OBJECT_ID.matcher(text).matches()) ? objectIds() : Optional.empty();
    }

    private Candidate uuids() {
        Map<String, Integer> versions = new TreeMap<>();
        texts.forEach(text -> versions.merge(text.replace("-", "").substring(12, 13), 1, Integer::sum));
        List<String> reasons = new ArrayList<>();
        reasons.add(Words.ids(texts.size()) + " are UUIDs of version "
                + versions.entrySet().stream()
                        .map(version -> version.getKey() + " (" + Words.grouped(version.getValue()) + ")")
                        .collect(Collectors.joining(", ")));
        reasons.add(
                versions.keySet().equals(Set.of("4"))
                        ? "version 4 is random and holds no time"
                        : "inspect reads the time of one, in versions 1, 6 and 7");
        return Candidate.other(Strength.STRONG, "UUID", reasons);
    }

    private Optional<Candidate> objectIds() {
        List<Instant> times = texts.stream()
                .map(text -> Instant.ofEpochSecond(Long.parseLong(text.substring(0, 8), 16)))
                .sorted()
                .toList();
        Instant first = times.get(0);
        Instant last = times.get(times.size() - 1);
        if (first.isBefore(FIRST_OBJECT_ID) || last.isAfter(now.plus(Duration.ofDays(1)))) {
            return Optional.empty();
        }
        String range = Words.ids(texts.size()) + " would be from " + first + " to " + last;
        return Optional.of(new Candidate(Strength.GOOD, 0, "MongoDB's ObjectId", null, first, last, 0, List.of(range)));
    }
}
