package io.snowflakeid.verification.rows;

import io.snowflakeid.verification.performance.Measured;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A bound on our figure compared with another figure of the same shape.
 *
 * @param kind whether the bound is a ratio, a difference in nanoseconds, or that ours is not slower
 */
record Target(Shape shape, Ids to, Kind kind, double most) {

    enum Kind {
        RATIO,
        NANOS,
        NOT_SLOWER
    }

    private static final double FAR_OFF = 1.3;
    private static final double NANOS_FAR_OFF = 60;

    /** Returns the targets with a driver that does nothing, or on a server. */
    static List<Target> all(boolean server) {
        List<Target> targets = new ArrayList<>();
        for (Shape shape : Shape.values()) {
            for (Ids to : shape.ids(server)) {
                if (to != Ids.SNOWFLAKEID && shape != Shape.JDBC && (shape.inserts() || !server)) {
                    targets.add(server ? onServer(shape, to) : idle(shape, to));
                }
            }
        }
        return targets;
    }

    private static Target idle(Shape shape, Ids to) {
        if (shape == Shape.MYBATIS_SELECT || shape == Shape.MYBATIS_UPDATE) {
            return new Target(shape, to, Kind.NANOS, 20);
        }
        return to == Ids.PRESET || to == Ids.WITHOUT
                ? new Target(shape, to, Kind.RATIO, 1.03)
                : new Target(shape, to, Kind.NOT_SLOWER, 1);
    }

    private static Target onServer(Shape shape, Ids to) {
        return shape == Shape.HIBERNATE && to == Ids.IDENTITY
                ? new Target(shape, to, Kind.RATIO, 1 / 3.0)
                : new Target(shape, to, Kind.NOT_SLOWER, 1);
    }

    String title() {
        return shape.title + ": snowflakeid to " + to.title;
    }

    String bound() {
        return switch (kind) {
            case RATIO -> String.format(Locale.ROOT, "at most %.3f", most);
            case NANOS -> String.format(Locale.ROOT, "at most %.0f ns more", most);
            case NOT_SLOWER -> "not slower";
        };
    }

    String verdict(Measured measured) {
        if (kind != Kind.NOT_SLOWER) {
            return measured.verdict(most);
        }
        if (measured.hasInterval() && measured.low() > most) {
            return "missed";
        }
        return measured.isNarrow() || measured.verdict(most).equals("met") ? "met" : "not measured";
    }

    boolean isFarOff(Measured measured) {
        return measured.median() > (kind == Kind.NANOS ? NANOS_FAR_OFF : most * FAR_OFF);
    }
}
