package io.snowflakeid.demo.origin;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who could have made some ids.
 *
 * @param points how much speaks for it, to compare candidates of one strength
 * @param layout null for what is no Snowflake
 * @param first when the earliest of the ids would have been made; null if they do not say
 * @param last when the latest would
 * @param workers how many workers would have made them; 0 without a layout
 * @param reasons the evidence in words
 */
record Candidate(
        Strength strength,
        double points,
        String makers,
        @Nullable KnownLayout layout,
        @Nullable Instant first,
        @Nullable Instant last,
        int workers,
        List<String> reasons) {

    /** How much the evidence weighs. None is a proof. */
    enum Strength {
        STRONG,
        GOOD,
        WEAK
    }

    /** One that is no Snowflake. */
    static Candidate other(Strength strength, String makers, List<String> reasons) {
        return new Candidate(strength, 0, makers, null, null, null, 0, reasons);
    }
}
