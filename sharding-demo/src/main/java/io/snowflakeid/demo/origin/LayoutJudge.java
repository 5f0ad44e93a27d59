package io.snowflakeid.demo.origin;

import io.snowflakeid.demo.origin.Candidate.Strength;
import io.snowflakeid.demo.origin.CreationTimes.Pair;
import io.snowflakeid.demo.origin.Numbers.Numbered;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Holds ids against one layout: are the times that it reads from them plausible, and how many workers does it see? */
final class LayoutJudge {

    private static final Duration CLOCKS_DIFFER_BY = Duration.ofDays(1);
    private static final Duration RECENTLY = Duration.ofDays(7);
    private static final Duration WITHIN_A_YEAR = Duration.ofDays(365);
    private static final Duration FIRST_DAY = Duration.ofDays(1);
    private static final double NEARLY_ALL = 0.95;
    private static final double FEW = 0.3;
    private static final int WORKERS_OF_A_SMALL_DEPLOYMENT = 16;
    private static final int WORKERS_SHOWN = 8;
    private static final int ENOUGH = 10;

    private final KnownLayout known;
    private final Numbers numbers;
    private final Instant now;

    LayoutJudge(KnownLayout known, Numbers numbers, Instant now) {
        this.known = known;
        this.numbers = numbers;
        this.now = now;
    }

    /** Empty if the layout could not have made these ids. */
    Optional<Candidate> candidate() {
        if (!isPossible()) {
            return Optional.empty();
        }
        CreationTimes created = creationTimes();
        return created != null && created.near() < 0.5 ? Optional.empty() : Optional.of(candidate(created));
    }

    /** Whether the ids alone allow it, whatever their rows say. */
    boolean isPossible() {
        if (!known.covers(numbers.largest())) {
            return false;
        }
        Instant last = known.timeOf(numbers.largest());
        boolean future = last.isAfter(now.plus(CLOCKS_DIFFER_BY));
        boolean counted = last.isBefore(known.layout().epoch().plus(FIRST_DAY))
                && known.layout().epoch().plus(FIRST_DAY).isBefore(now);
        return !future && !counted;
    }

    private @Nullable CreationTimes creationTimes() {
        List<Pair> pairs = new ArrayList<>();
        for (Numbered row : numbers.ids()) {
            if (row.created() != null) {
                pairs.add(new Pair(known.timeOf(row.id()), row.created()));
            }
        }
        return pairs.isEmpty() ? null : CreationTimes.of(pairs);
    }

    private Candidate candidate(@Nullable CreationTimes created) {
        Instant first = known.timeOf(numbers.least());
        Instant last = known.timeOf(numbers.largest());
        SortedSet<Long> workers = numbers.ids().stream()
                .map(row -> known.workerOf(row.id()))
                .collect(Collectors.toCollection(TreeSet::new));
        List<String> reasons = new ArrayList<>();
        reasons.add(Words.ids(numbers.ids().size()) + " would be from " + Words.second(first) + " to "
                + Words.second(last) + recently(last));
        reasons.add(workers(workers));
        if (created != null) {
            reasons.add(created(created));
        }
        if (known.note() != null) {
            reasons.add(known.note());
        }
        return new Candidate(
                strength(created, last, workers.size()),
                points(last, workers.size(), created),
                known.makers(),
                known,
                first,
                last,
                workers.size(),
                reasons);
    }

    private String recently(Instant last) {
        return isRecent(last) ? ", the last of them within a week of now, as where rows are being added" : "";
    }

    private boolean isRecent(Instant last) {
        return last.isAfter(now.minus(RECENTLY));
    }

    private String workers(SortedSet<Long> workers) {
        String shown =
                workers.stream().limit(WORKERS_SHOWN).map(String::valueOf).collect(Collectors.joining(", "));
        String count = Words.count(workers.size(), "worker") + " of " + Words.grouped(known.workers()) + " possible: "
                + shown + (workers.size() > WORKERS_SHOWN ? ", ..." : "");
        return few(workers.size()) ? count : count + "; as many as chance would give";
    }

    /** What other bits than a worker's would have is about as many different values as there are ids. */
    private boolean few(int workers) {
        double ids = numbers.ids().size();
        double byChance = known.workers() * (1 - Math.pow(1 - 1.0 / known.workers(), ids));
        return workers <= Math.max(FEW * byChance, Math.min(WORKERS_OF_A_SMALL_DEPLOYMENT, byChance / 2));
    }

    private static String created(CreationTimes created) {
        String share = created.near() == 1 ? "all rows" : Math.round(created.near() * 100) + "% of the rows";
        String zone = created.offset().isZero()
                ? ""
                : ", beside " + Words.duration(created.offset().abs()) + " throughout, as a time zone makes them";
        return share + " say to have been created at most " + Words.duration(created.most())
                + " from the time in the id" + zone;
    }

    private Strength strength(@Nullable CreationTimes created, Instant last, int workers) {
        if (created != null && created.near() >= NEARLY_ALL) {
            return Strength.STRONG;
        }
        return isRecent(last) && few(workers) && numbers.ids().size() >= ENOUGH ? Strength.GOOD : Strength.WEAK;
    }

    private double points(Instant last, int workers, @Nullable CreationTimes created) {
        double time = isRecent(last) ? 2 : last.isAfter(now.minus(WITHIN_A_YEAR)) ? 1 : 0;
        double share = (double) workers / Math.min(numbers.ids().size(), known.workers());
        return time - share + (created == null ? 0 : 4 * created.near());
    }
}
