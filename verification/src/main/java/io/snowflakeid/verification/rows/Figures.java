package io.snowflakeid.verification.rows;

import io.snowflakeid.verification.performance.Measured;
import io.snowflakeid.verification.performance.Target;
import io.snowflakeid.verification.performance.Target.Interval;
import io.snowflakeid.verification.performance.Target.Kind;
import io.snowflakeid.verification.rows.RowsJvm.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/** @param server the product and version of the server, or an empty text for a driver that does nothing */
record Figures(String server, int rounds, List<OfShape> shapes, List<Target> targets) {

    private static final double MOST_TO_PRESET = 1.03;
    private static final double MOST_TO_IDENTITY = 1 / 3.0;
    private static final double MOST_NANOS = 20;

    record OfShape(String title, List<Row> rows) {}

    /** The figures of one row, in nanoseconds and bytes, and their ratio to the reference. */
    record Row(String ids, double cpu, double wall, double bytes, Interval ratio) {}

    static Figures of(String server, int rounds, Map<Shape, List<Map<Ids, Samples>>> results) {
        boolean onServer = !server.isEmpty();
        List<OfShape> shapes = new ArrayList<>();
        List<Target> targets = new ArrayList<>();
        results.forEach((shape, jvms) -> {
            List<Row> rows = new ArrayList<>();
            for (Ids ids : shape.ids(onServer)) {
                Measured ratio = compared(jvms, ids, shape.reference(), Samples::cpu, Measured::ratioTo);
                double wall = median(jvms, ids, Samples::wall);
                double bytes = median(jvms, ids, Samples::bytes);
                rows.add(new Row(ids.title, median(jvms, ids, Samples::cpu), wall, bytes, Interval.of(ratio)));
                if (ids != Ids.SNOWFLAKEID && shape != Shape.JDBC) {
                    targets.add(target(shape, ids, jvms));
                }
            }
            shapes.add(new OfShape(shape.title, rows));
        });
        return new Figures(server, rounds, shapes, targets);
    }

    private static Target target(Shape shape, Ids to, List<Map<Ids, Samples>> jvms) {
        if (shape == Shape.MYBATIS_SELECT || shape == Shape.MYBATIS_UPDATE) {
            Measured more = compared(jvms, Ids.SNOWFLAKEID, to, Samples::cpu, Measured::minus);
            return Target.of(title(shape, to), more, Kind.NANOS, MOST_NANOS);
        }
        if (shape == Shape.HIBERNATE && to == Ids.IDENTITY) { // each row waits for the server
            Measured time = compared(jvms, Ids.SNOWFLAKEID, to, Samples::wall, Measured::ratioTo);
            return Target.of(title(shape, to) + ", time", time, Kind.RATIO, MOST_TO_IDENTITY);
        }
        Measured ratio = compared(jvms, Ids.SNOWFLAKEID, to, Samples::cpu, Measured::ratioTo);
        return to == shape.reference()
                ? Target.of(title(shape, to), ratio, Kind.RATIO, MOST_TO_PRESET)
                : Target.of(title(shape, to), ratio, Kind.NOT_SLOWER, 1);
    }

    private static String title(Shape shape, Ids to) {
        return shape.title + ": snowflakeid to " + to.title;
    }

    private static double median(List<Map<Ids, Samples>> jvms, Ids ids, Function<Samples, List<Double>> metric) {
        return compared(jvms, ids, ids, metric, (one, same) -> one).median();
    }

    /** All blocks of measured calls in one JVM run the same compiled code. */
    private static Measured compared(
            List<Map<Ids, Samples>> jvms,
            Ids ids,
            Ids to,
            Function<Samples, List<Double>> metric,
            BinaryOperator<Measured> comparison) {
        return new Measured(jvms.stream()
                .map(jvm -> comparison.apply(
                        new Measured(metric.apply(jvm.get(ids))), new Measured(metric.apply(jvm.get(to)))))
                .map(Measured::median)
                .toList());
    }
}
