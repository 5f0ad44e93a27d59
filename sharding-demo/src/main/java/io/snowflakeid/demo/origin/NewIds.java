package io.snowflakeid.demo.origin;

import io.snowflakeid.SnowflakeLayout;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where the ids of a layout would start beside those that are stored, and whether the two could meet.
 *
 * @param origin what is stored
 * @param largestKnown whether the largest number of all was read
 * @param nextStored the least stored number that is not below the first of ours; null if there is none, or it is not known
 */
public record NewIds(
        String name,
        SnowflakeLayout layout,
        Origin origin,
        boolean largestKnown,
        @Nullable BigInteger nextStored,
        Instant now) {

    private static final Duration SPARE = Duration.ofDays(30);
    private static final Duration A_WIDE_GAP = Duration.ofDays(365);
    private static final long BUSY_COUNTER_PER_SECOND = 1_000_000;

    /** How it is known that ids stored now and ids of the layout made from now on are different ones. */
    public enum Proof {
        /** All that are stored are below all that will be made. */
        BY_RANGE,
        /** They have the same bits, and differ if no worker of theirs is one of ours. */
        BY_WORKER,
        /** None is stored from the first one to one that will be made years from now. */
        BY_GAP,
        /** Not at all. */
        NONE
    }

    /**
     * Asks nobody.
     *
     * @throws IllegalArgumentException if the layout makes no ids now
     */
    public NewIds {
        if (layout.epoch().isAfter(now) || !layout.exhaustedAt().isAfter(now)) {
            throw new IllegalArgumentException("layout " + layout.spec() + " makes no ids now: it lasts from "
                    + layout.epoch() + " to " + layout.exhaustedAt() + "; take one that does");
        }
    }

    /** The smallest id that the layout would make now. */
    public long first() {
        return layout.minIdAt(now);
    }

    private long end() {
        return layout.maxIdAt(layout.timestampOf(layout.maxTick()));
    }

    /** Whether every number that was read is below the first of ours. */
    public boolean areAbove() {
        BigInteger largest = origin.largest();
        return largest == null || BigInteger.valueOf(first()).compareTo(largest) > 0;
    }

    /** See {@link Proof}. */
    public Proof proof() {
        if (areAbove()) {
            return largestKnown && origin.unreadable() == 0 ? Proof.BY_RANGE : Proof.NONE;
        }
        if (endOfGap() != null) {
            return Proof.BY_GAP;
        }
        List<Candidate> makers = origin.lastMakers();
        boolean sameBits = makers.size() == 1
                && makers.get(0).layout() != null
                && makers.get(0).layout().hasTheBitsOf(layout);
        return sameBits ? Proof.BY_WORKER : Proof.NONE;
    }

    /** When the layout will have come to the next stored number, if that is long from now; else null. */
    private @Nullable Instant endOfGap() {
        if (areAbove() || nextStored == null) {
            return null;
        }
        boolean never = nextStored.compareTo(BigInteger.valueOf(end())) > 0;
        Instant reached = never
                ? layout.exhaustedAt()
                : layout.decode(nextStored.longValueExact()).timestamp();
        return reached.isAfter(now.plus(A_WIDE_GAP)) ? reached : null;
    }

    // ---- in words

    String start() {
        return name + (name.equals(layout.spec()) ? "" : " = " + layout.spec()) + " would start at " + first()
                + " now, and end at " + end() + " on " + layout.exhaustedAt().truncatedTo(ChronoUnit.DAYS);
    }

    /** How that compares with what is stored, and what follows, one sentence each. */
    List<String> sentences() {
        List<String> sentences = new ArrayList<>();
        BigInteger largest = origin.largest();
        if (largest == null) {
            sentences.add(
                    proof() == Proof.BY_RANGE
                            ? "No number is stored that they could meet."
                            : "No number was read that they could meet, but not every row was read and understood.");
            return sentences;
        }
        if (areAbove()) {
            sentences.add(above(largest));
        } else {
            sentences.add(below(largest));
            sentences.add(instead(largest));
        }
        sentences.add(verdict());
        origin.lastMakers().stream().map(this::sideBySide).distinct().forEach(sentences::add);
        return sentences;
    }

    private String above(BigInteger largest) {
        String distance = "Above the largest number that " + (largestKnown ? "is stored" : "was read") + ", " + largest
                + ", by " + BigInteger.valueOf(first()).subtract(largest);
        Instant then = layout.decode(largest.longValueExact()).timestamp();
        return then.isBefore(layout.epoch().plus(Duration.ofDays(1)))
                ? distance + "."
                : distance + ": this layout would have made that one on " + Words.second(then) + ", "
                        + Words.duration(Duration.between(then, now)) + " ago.";
    }

    private String below(BigInteger largest) {
        String distance = "NOT above the largest number that " + (largestKnown ? "is stored" : "was read") + ", "
                + largest + ", but " + largest.subtract(BigInteger.valueOf(first())) + " below it";
        if (largest.compareTo(BigInteger.valueOf(end())) > 0) {
            return distance + ": no id of this layout ever will be.";
        }
        Instant then = layout.decode(largest.longValueExact()).timestamp();
        return distance + ": ids will be from " + Words.second(then) + " on, in "
                + Words.duration(Duration.between(now, then.plus(layout.tick()))) + ".";
    }

    private String instead(BigInteger largest) {
        Optional<SnowflakeLayout> earlier = earlierEpoch(largest);
        if (earlier.isPresent()) {
            return "With an earlier epoch they would be above it now, and "
                    + Words.duration(SPARE) + " ahead: " + earlier.get().spec() + ", which ends on "
                    + earlier.get().exhaustedAt().truncatedTo(ChronoUnit.DAYS) + ".";
        }
        String presets = SnowflakeLayout.presets().entrySet().stream()
                .filter(preset -> isAbove(preset.getValue(), largest))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
        return presets.isEmpty()
                ? "No epoch lifts them above it, nor is any preset: take a new column, or a new table."
                : "No epoch lifts them above it; these presets are: " + presets + ".";
    }

    private boolean isAbove(SnowflakeLayout preset, BigInteger largest) {
        return preset.exhaustedAt().isAfter(now)
                && BigInteger.valueOf(preset.minIdAt(now)).compareTo(largest) > 0;
    }

    private Optional<SnowflakeLayout> earlierEpoch(BigInteger largest) {
        BigInteger ticks =
                largest.shiftRight(layout.bits() - layout.timestampBits()).add(BigInteger.ONE);
        BigInteger millis = ticks.multiply(BigInteger.valueOf(layout.tick().toMillis()));
        if (millis.bitLength() > 62) {
            return Optional.empty();
        }
        Instant epoch = now.minusMillis(millis.longValueExact()).minus(SPARE).truncatedTo(ChronoUnit.DAYS);
        if (epoch.isBefore(Instant.EPOCH)) {
            return Optional.empty();
        }
        SnowflakeLayout earlier = new SnowflakeLayout(
                epoch,
                layout.tick(),
                layout.timestampBits(),
                layout.datacenterBits(),
                layout.workerBits(),
                layout.sequenceBits(),
                layout.geneBits(),
                layout.fixedFields());
        return Optional.of(earlier).filter(found -> isAbove(found, largest));
    }

    private String verdict() {
        return switch (proof()) {
            case BY_RANGE ->
                "Ids that are stored now and those of this layout cannot meet: all that are stored are below all of ours.";
            case BY_WORKER ->
                "They have the bits of those that are stored, so they meet unless every worker of ours is one that the others"
                        + " never had: seen were " + workers() + ".";
            case BY_GAP ->
                "But none is stored from the first of ours up to " + nextStored
                        + ": those of this layout run through that gap"
                        + " until " + Words.second(Objects.requireNonNull(endOfGap()))
                        + ", and meet none before, once nothing else inserts.";
            case NONE ->
                areAbove()
                        ? "Not every row was read and understood, and texts are not ordered as numbers are: that none is above"
                                + " cannot be told from here."
                        : "That ids of ours meet some that are stored cannot be excluded.";
        };
    }

    private String workers() {
        @Nullable KnownLayout same = origin.lastMakers().get(0).layout();
        return same == null
                ? "none"
                : Words.count(origin.lastMakers().get(0).workers(), "worker") + " in the sample alone";
    }

    /** What happens if the old makers go on. */
    private String sideBySide(Candidate old) {
        KnownLayout known = old.layout();
        if (known == null) {
            return counting();
        }
        if (known.hasTheBitsOf(layout)) {
            return "If the old ones go on beside ours, as " + known.makers()
                    + ": they meet unless no worker id is in both; see docs/migration.md.";
        }
        if (!known.covers(first())) {
            return "If the old ones go on beside ours, as " + known.makers() + ": they never reach the first of ours.";
        }
        Instant reached = known.timeOf(first());
        return reached.isAfter(now)
                ? "If the old ones go on beside ours, as " + known.makers() + ": they reach the first of ours on "
                        + Words.second(reached) + ", and must have stopped before."
                : "If the old ones go on beside ours, as " + known.makers() + ": that they meet cannot be excluded.";
    }

    private String counting() {
        BigInteger largest = origin.largest();
        if (largest == null || !areAbove()) {
            return "If the old ones go on beside ours: that they meet cannot be excluded.";
        }
        long seconds = BigInteger.valueOf(first())
                .subtract(largest)
                .divide(BigInteger.valueOf(BUSY_COUNTER_PER_SECOND))
                .longValueExact();
        return "If a counter goes on beside ours: at " + Words.grouped(BUSY_COUNTER_PER_SECOND)
                + " ids a second it reaches the first of ours in " + Words.duration(Duration.ofSeconds(seconds))
                + "; but MySQL's and MariaDB's AUTO_INCREMENT goes on from the largest id of the table, which is ours from"
                + " the first one on; see docs/migration.md.";
    }
}
