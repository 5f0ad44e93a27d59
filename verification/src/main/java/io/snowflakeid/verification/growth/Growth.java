package io.snowflakeid.verification.growth;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.math3.stat.regression.SimpleRegression;
import org.jspecify.annotations.Nullable;

/** @param of what is counted, such as threads */
record Growth(String title, String of, List<Line> lines) {

    private static final double TOLERANCE = 0.1;

    record Line(
            String what,
            String unit,
            List<Point> points,
            @Nullable Double exponent,
            String meaning) {

        /** Returns the value of the fitted line for a given count. */
        double at(double number) {
            return Math.exp(fit(points).predict(Math.log(number)));
        }

        double largest() {
            return points.stream().mapToDouble(Point::value).max().orElseThrow();
        }
    }

    record Point(long number, double value) {}

    static final class Table {

        private final Map<String, String> units = new LinkedHashMap<>();
        private final Map<String, List<Point>> points = new HashMap<>();

        void add(String what, String unit, long number, double value) {
            units.put(what, unit);
            points.computeIfAbsent(what, any -> new ArrayList<>()).add(new Point(number, value));
        }

        Growth growth(String title, String of) {
            List<Line> lines = new ArrayList<>();
            units.forEach((what, unit) -> lines.add(fitted(what, unit, points.getOrDefault(what, List.of()))));
            return new Growth(title, of, lines);
        }
    }

    private static Line fitted(String what, String unit, List<Point> points) {
        double slope = fit(points).getSlope();
        Double exponent = Double.isNaN(slope) ? null : slope;
        return new Line(what, unit, points, exponent, exponent == null ? "no fit" : meaning(exponent));
    }

    Line line(String what) {
        return lines.stream().filter(line -> line.what.equals(what)).findFirst().orElseThrow();
    }

    private static SimpleRegression fit(List<Point> points) {
        SimpleRegression logarithms = new SimpleRegression();
        points.stream()
                .filter(point -> point.value > 0)
                .forEach(point -> logarithms.addData(Math.log((double) point.number), Math.log(point.value)));
        return logarithms;
    }

    private static String meaning(double exponent) {
        String meaning = exponent < -TOLERANCE
                ? "falls"
                : exponent <= TOLERANCE
                        ? "about constant"
                        : "grows "
                                + (exponent < 1 - TOLERANCE
                                        ? "less than"
                                        : exponent <= 1 + TOLERANCE ? "about" : "more than")
                                + " in proportion";
        return String.format(Locale.ROOT, "%s (times %.3g)", meaning, Math.pow(10, exponent));
    }
}
