package io.snowflakeid.verification.rows;

import io.snowflakeid.commandline.Program;
import io.snowflakeid.verification.performance.Measured;
import io.snowflakeid.verification.rows.RowsJvm.Samples;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The results of one run.
 *
 * @param server the product and version of the server, or an empty text for a driver that does nothing
 * @param rounds the number of JVMs per shape
 */
record Figures(String date, String machine, String server, int rounds, List<OfShape> shapes, List<OfTarget> targets) {

    record OfShape(String title, List<Row> rows) {}

    /**
     * The figures of one kind of ids: nanoseconds of processor time, nanoseconds in all, and allocated bytes, for a row.
     *
     * @param ratio the ratio to the reference, of processor time, or on a server of all time
     */
    record Row(String ids, double cpu, double wall, double bytes, Ratio ratio) {}

    record Ratio(double median, double low, double high) {

        static Ratio of(Measured measured) {
            return new Ratio(measured.median(), measured.low(), measured.high());
        }
    }

    record OfTarget(String what, Ratio measured, boolean nanos, String bound, String verdict, boolean farOff) {}

    static Figures of(String server, int rounds, Map<Shape, List<Map<Ids, Samples>>> results) {
        Function<Samples, List<Double>> metric = server.isEmpty() ? Samples::cpu : Samples::wall;
        List<OfShape> shapes = new ArrayList<>();
        results.forEach((shape, jvms) -> {
            List<Row> rows = new ArrayList<>();
            for (Ids ids : shape.ids(!server.isEmpty())) {
                Measured ratio = compared(jvms, ids, shape.reference(), metric, Measured::ratioTo);
                rows.add(new Row(
                        ids.title,
                        median(jvms, ids, Samples::cpu),
                        median(jvms, ids, Samples::wall),
                        median(jvms, ids, Samples::bytes),
                        Ratio.of(ratio)));
            }
            shapes.add(new OfShape(shape.title, rows));
        });
        List<OfTarget> targets = new ArrayList<>();
        for (Target target : Target.all(!server.isEmpty())) {
            List<Map<Ids, Samples>> jvms = results.get(target.shape());
            if (jvms != null) {
                boolean nanos = target.kind() == Target.Kind.NANOS;
                Measured measured = compared(
                        jvms, Ids.SNOWFLAKEID, target.to(), metric, nanos ? Measured::minus : Measured::ratioTo);
                targets.add(new OfTarget(
                        target.title(),
                        Ratio.of(measured),
                        nanos,
                        target.bound(),
                        target.verdict(measured),
                        target.isFarOff(measured)));
            }
        }
        return new Figures(
                LocalDate.now(ZoneOffset.UTC).toString(), Program.machine(), server, rounds, shapes, targets);
    }

    private static double median(List<Map<Ids, Samples>> jvms, Ids ids, Function<Samples, List<Double>> metric) {
        return new Measured(jvms.stream()
                        .map(jvm -> new Measured(metric.apply(jvm.get(ids))).median())
                        .toList())
                .median();
    }

    interface Comparison {
        Measured of(Measured ours, Measured other);
    }

    /** Compares block by block, and returns the median of each JVM, because blocks of one JVM have the same compiled code. */
    private static Measured compared(
            List<Map<Ids, Samples>> jvms,
            Ids ids,
            Ids to,
            Function<Samples, List<Double>> metric,
            Comparison comparison) {
        return new Measured(jvms.stream()
                .map(jvm -> comparison
                        .of(new Measured(metric.apply(jvm.get(ids))), new Measured(metric.apply(jvm.get(to))))
                        .median())
                .toList());
    }
}
