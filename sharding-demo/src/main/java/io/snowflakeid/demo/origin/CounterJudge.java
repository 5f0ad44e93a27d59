package io.snowflakeid.demo.origin;

import io.snowflakeid.demo.origin.Candidate.Strength;
import io.snowflakeid.demo.origin.Numbers.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Whether something that counts made the ids: small numbers that lie close together, or large ones that follow each other. */
final class CounterJudge {

    private static final String MAKERS = "a counter: AUTO_INCREMENT, IDENTITY or a sequence";
    private static final String AFTER_A_LARGE_ID =
            "AUTO_INCREMENT that goes on from a large id, as on MySQL and MariaDB after one was inserted";

    private static final long MORE_THAN_IS_COUNTED = 1_000_000_000_000L;
    private static final long NARROW = 1000;
    private static final double NEARLY_ALL = 0.9;
    private static final int POOL = 50;
    private static final int FEWEST_JUMPS = 3;

    private final Numbers numbers;

    CounterJudge(Numbers numbers) {
        this.numbers = numbers;
    }

    Optional<Candidate> candidate() {
        long usual = usualStep();
        double share = share(usual);
        if (numbers.largest() >= MORE_THAN_IS_COUNTED) {
            return usual == 1 && share >= NEARLY_ALL
                    ? Optional.of(Candidate.other(Strength.WEAK, AFTER_A_LARGE_ID, List.of(steps(usual, share))))
                    : Optional.empty();
        }
        if (numbers.steps().isEmpty()) {
            return Optional.of(Candidate.other(Strength.WEAK, MAKERS, List.of("the number is small")));
        }
        long narrow =
                numbers.steps().stream().filter(step -> step.size() <= NARROW).count();
        if (narrow < NEARLY_ALL * numbers.steps().size()) {
            return Optional.empty();
        }
        List<String> reasons =
                new ArrayList<>(List.of("the numbers are small, and lie close together", steps(usual, share)));
        pooled().ifPresent(reasons::add);
        return Optional.of(Candidate.other(share >= 0.5 ? Strength.GOOD : Strength.WEAK, MAKERS, reasons));
    }

    private long usualStep() {
        Map<Long, Integer> counts = new TreeMap<>();
        numbers.steps().forEach(step -> counts.merge(step.size(), 1, Integer::sum));
        return counts.entrySet().stream()
                .max(Comparator.comparing(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .orElse(0L);
    }

    private double share(long size) {
        long equal =
                numbers.steps().stream().filter(step -> step.size() == size).count();
        return numbers.steps().isEmpty() ? 0 : (double) equal / numbers.steps().size();
    }

    private String steps(long usual, double share) {
        String told = Math.round(share * 100) + "% of "
                + Words.count(numbers.steps().size(), "pair") + " of neighbours differ by " + usual;
        return usual > 1 && share >= NEARLY_ALL
                ? told + ", as with increments of " + usual + " (auto_increment_increment, a sequence without a pool)"
                : told;
    }

    /** After a restart, such a pool begins at the next multiple of its size. */
    private Optional<String> pooled() {
        List<Long> jumps = numbers.steps().stream()
                .filter(step -> step.size() > 1)
                .map(Step::to)
                .toList();
        return jumps.size() >= FEWEST_JUMPS && jumps.stream().allMatch(id -> id % POOL == 1)
                ? Optional.of("every gap ends at " + POOL
                        + "·n + 1, as with Hibernate's pooled optimizer and increments of " + POOL)
                : Optional.empty();
    }
}
