package io.snowflakeid.column;

import org.jspecify.annotations.Nullable;

/**
 * What a rule found, before it is known by which statement it is mended.
 *
 * @param mends which part of the column has to change; null if nothing has to
 * @param type the type that it must become, null if it may stay
 */
record Fault(
        Finding.Severity severity,
        String seen,
        String needed,
        @Nullable Part mends,
        @Nullable String type) {

    enum Part {
        TYPE,
        COLLATION,
        FILLING
    }

    static Fault ofType(Finding.Severity severity, String seen, String needed, String type) {
        return new Fault(severity, seen, needed, Part.TYPE, type);
    }

    static Fault of(Finding.Severity severity, String seen, String needed, Part mends) {
        return new Fault(severity, seen, needed, mends, null);
    }

    static Fault toKnow(Finding.Severity severity, String seen, String needed) {
        return new Fault(severity, seen, needed, null, null);
    }

    boolean changesShape() {
        return mends == Part.TYPE || mends == Part.COLLATION;
    }
}
