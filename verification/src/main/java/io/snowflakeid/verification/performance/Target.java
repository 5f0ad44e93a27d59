package io.snowflakeid.verification.performance;

import java.util.Locale;

/** A comparison of this library with a reference, with its bound and its verdict. The comparison is a ratio, or a difference in nanoseconds. */
public record Target(String what, Interval measured, boolean nanos, String bound, String verdict, boolean farOff) {

    private static final double FAR_OFF = 1.3;
    private static final double NANOS_FAR_OFF = 60;

    public enum Kind {
        RATIO,
        NANOS,
        NOT_SLOWER
    }

    /** A median and its 95 % interval. */
    public record Interval(double median, double low, double high) {

        public static Interval of(Measured measured) {
            return new Interval(measured.median(), measured.low(), measured.high());
        }
    }

    public static Target of(String what, Measured measured, Kind kind, double most) {
        String bound =
                switch (kind) {
                    case RATIO -> String.format(Locale.ROOT, "at most %.3f", most);
                    case NANOS -> String.format(Locale.ROOT, "at most %.0f ns more", most);
                    case NOT_SLOWER -> "not slower";
                };
        boolean nanos = kind == Kind.NANOS;
        String verdict = kind == Kind.NOT_SLOWER ? notSlower(measured, most) : measured.verdict(most);
        boolean farOff = measured.median() > (nanos ? NANOS_FAR_OFF : most * FAR_OFF);
        return new Target(what, Interval.of(measured), nanos, bound, verdict, farOff);
    }

    private static String notSlower(Measured measured, double most) {
        if (measured.hasInterval() && measured.low() > most) {
            return "missed";
        }
        return measured.isNarrow() || measured.verdict(most).equals("met") ? "met" : "not measured";
    }
}
