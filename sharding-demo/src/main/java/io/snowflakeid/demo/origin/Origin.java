package io.snowflakeid.demo.origin;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Who could have made the ids of a sample: evidence, never a proof.
 *
 * @param parts of the numbers, a counter's and a generator's apart; of texts that are no numbers, one
 * @param unreadable how many sampled ids are neither
 * @param example one of those
 * @param largest the largest number; null if there is none
 */
public record Origin(
        List<Part> parts,
        int unreadable,
        @Nullable String example,
        @Nullable BigInteger largest) {

    /**
     * Holds a sample against everything that is known.
     *
     * @param format how texts hold numbers
     * @param own a layout of the reader's, which is held against the ids as well
     */
    public static Origin of(Sample sample, IdFormat format, SnowflakeLayout own, Instant now) {
        Numbers numbers = Numbers.of(sample, format);
        List<String> others = sample.rows().stream()
                .map(SampledId::text)
                .distinct()
                .filter(text -> numberIn(text, format) == null)
                .toList();
        List<Part> parts = new ArrayList<>();
        if (!numbers.isEmpty()) {
            numbers.parts().forEach(part -> parts.add(part(part, own, now)));
        }
        Optional<Candidate> text = others.isEmpty() ? Optional.empty() : new TextJudge(others, now).candidate();
        text.ifPresent(found -> parts.add(part(others, found)));
        boolean known = others.isEmpty() || text.isPresent();
        return new Origin(parts, known ? 0 : others.size(), known ? null : others.get(0), largest(sample, format));
    }

    /** Null for what is no positive number of 63 bits. */
    private static @Nullable Long numberIn(String text, IdFormat format) {
        try {
            long id = format.parse(text);
            return id > 0 ? id : null;
        } catch (IllegalArgumentException noNumber) {
            return null;
        }
    }

    /** Also of a column that holds numbers of more than 63 bits. */
    private static @Nullable BigInteger largest(Sample sample, IdFormat format) {
        return sample.rows().stream()
                .map(row -> numberOfAnySize(row.text(), format))
                .filter(Objects::nonNull)
                .max(Comparator.naturalOrder())
                .orElse(null);
    }

    private static @Nullable BigInteger numberOfAnySize(String text, IdFormat format) {
        Long id = numberIn(text, format);
        if (id != null) {
            return BigInteger.valueOf(id);
        }
        return format.equals(IdFormat.DECIMAL) && text.matches("\\d{1,38}") ? new BigInteger(text) : null;
    }

    private static Part part(List<String> texts, Candidate candidate) {
        List<String> sorted = texts.stream().sorted().toList();
        return new Part(sorted.get(0), sorted.get(sorted.size() - 1), sorted.size(), List.of(candidate), List.of());
    }

    private static Part part(Numbers numbers, SnowflakeLayout own, Instant now) {
        List<Candidate> found = new ArrayList<>();
        List<String> contradicted = new ArrayList<>();
        new CounterJudge(numbers).candidate().ifPresent(found::add);
        for (KnownLayout known : knownWith(own)) {
            LayoutJudge judge = new LayoutJudge(known, numbers, now);
            judge.candidate()
                    .ifPresentOrElse(
                            found::add,
                            () -> contradicted.addAll(judge.isPossible() ? List.of(known.makers()) : List.of()));
        }
        found.sort(Comparator.comparing(Candidate::strength)
                .thenComparing(Comparator.comparing(Candidate::points).reversed()));
        return new Part(
                String.valueOf(numbers.least()),
                String.valueOf(numbers.largest()),
                numbers.ids().size(),
                found,
                contradicted);
    }

    private static List<KnownLayout> knownWith(SnowflakeLayout own) {
        List<KnownLayout> all = new ArrayList<>(KnownLayout.all());
        if (all.stream().noneMatch(known -> known.hasTheBitsOf(own))) {
            all.add(0, KnownLayout.of("the layout that you gave", own));
        }
        return all;
    }

    /** Everybody who could have made them, of each part those with the best evidence first. */
    public List<String> makers() {
        return parts.stream()
                .flatMap(part -> part.candidates().stream())
                .map(Candidate::makers)
                .toList();
    }

    /** Of the part with the largest numbers, those with the best evidence that there is. */
    List<Candidate> lastMakers() {
        if (parts.isEmpty()) {
            return List.of();
        }
        List<Candidate> candidates = parts.get(parts.size() - 1).candidates();
        return candidates.stream()
                .filter(candidate -> candidate.strength() == candidates.get(0).strength())
                .toList();
    }
}
