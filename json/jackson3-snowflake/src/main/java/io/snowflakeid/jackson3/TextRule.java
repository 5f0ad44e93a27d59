package io.snowflakeid.jackson3;

import tools.jackson.core.JsonGenerator;

/** Which longs are written as text, of those that are looked at. */
enum TextRule {
    ALWAYS,

    /** Those that a number of JavaScript's may not hold. */
    UNSAFE_ALONE;

    /** JavaScript's {@code Number.MAX_SAFE_INTEGER}. */
    private static final long LARGEST_SAFE = (1L << 53) - 1;

    void write(long value, JsonGenerator json) {
        boolean safe = -LARGEST_SAFE <= value && value <= LARGEST_SAFE;
        if (this == UNSAFE_ALONE && safe) {
            json.writeNumber(value);
        } else {
            json.writeString(Long.toString(value));
        }
    }
}
