package io.snowflakeid;

import java.math.BigDecimal;

/** Durations as messages show them. */
final class Millis {

    private Millis() {}

    /** Whole milliseconds, with as many decimals as a shorter duration needs. */
    static String of(long nanos) {
        return BigDecimal.valueOf(nanos, 6).stripTrailingZeros().toPlainString();
    }
}
