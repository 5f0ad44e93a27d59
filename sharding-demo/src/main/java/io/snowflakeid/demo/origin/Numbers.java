package io.snowflakeid.demo.origin;

import io.snowflakeid.IdFormat;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sampled ids as positive numbers, in increasing order, each once. */
final class Numbers {

    /** Below this, a gap may lie between ids of one counter. */
    private static final long LEAST_OF_A_GENERATOR = 1L << 40;

    private static final int GAP_BETWEEN_MAKERS = 1000;

    private final List<Numbered> ids;
    private final List<Step> steps;

    /** An id, and when its row was created, if that is known. */
    record Numbered(long id, @Nullable Instant created) {}

    /** Two ids with no other row between them. */
    record Step(long from, long to) {

        long size() {
            return to - from;
        }
    }

    private Numbers(List<Numbered> ids, List<Step> steps) {
        this.ids = ids;
        this.steps = steps;
    }

    /** Those of a sample that are positive numbers of 63 bits. */
    static Numbers of(Sample sample, IdFormat format) {
        Map<Long, Numbered> ids = new TreeMap<>();
        Map<Long, Step> steps = new TreeMap<>();
        for (List<SampledId> run : sample.runs()) {
            Long previous = null;
            for (SampledId row : run) {
                Long id = read(row.text(), format).orElse(null);
                if (id != null) {
                    ids.put(id, new Numbered(id, row.created()));
                }
                if (id != null && previous != null && previous < id) {
                    steps.put(previous, new Step(previous, id));
                }
                previous = id;
            }
        }
        return new Numbers(List.copyOf(ids.values()), List.copyOf(steps.values()));
    }

    private static Optional<Long> read(String text, IdFormat format) {
        try {
            return Optional.of(format.parse(text)).filter(id -> id > 0);
        } catch (IllegalArgumentException noNumber) {
            return Optional.empty();
        }
    }

    List<Numbered> ids() {
        return ids;
    }

    List<Step> steps() {
        return steps;
    }

    boolean isEmpty() {
        return ids.isEmpty();
    }

    long least() {
        return ids.get(0).id();
    }

    long largest() {
        return ids.get(ids.size() - 1).id();
    }

    /** One part for each maker, where a counter's small numbers and a generator's large ones are in one column; else one. */
    List<Numbers> parts() {
        int border = 0;
        double widest = GAP_BETWEEN_MAKERS;
        for (int i = 1; i < ids.size(); i++) {
            double ratio = (double) ids.get(i).id() / ids.get(i - 1).id();
            if (ratio > widest && ids.get(i).id() >= LEAST_OF_A_GENERATOR) {
                border = i;
                widest = ratio;
            }
        }
        return border == 0 ? List.of(this) : List.of(part(0, border), part(border, ids.size()));
    }

    private Numbers part(int from, int to) {
        List<Numbered> some = ids.subList(from, to);
        List<Step> inside = new ArrayList<>(steps);
        inside.removeIf(step -> step.from() < some.get(0).id()
                || step.to() > some.get(some.size() - 1).id());
        return new Numbers(some, inside);
    }
}
