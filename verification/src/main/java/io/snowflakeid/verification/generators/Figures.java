package io.snowflakeid.verification.generators;

import io.snowflakeid.verification.performance.Measured;
import io.snowflakeid.verification.performance.Target;
import io.snowflakeid.verification.performance.Target.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

record Figures(
        int rounds, List<OfTable> tables, List<Target> ratios, List<UnderLoad.Row> underLoad, List<Ranges.Row> ranges) {

    record OfTable(String title, String unit, List<Row> rows) {}

    record Row(String generator, double median, double low, double high, List<Double> rounds) {}

    private record Bound(Table table, Generator ours, Generator to, double most) {}

    private static final List<Bound> BOUNDS = List.of(
            new Bound(Table.ONE_THREAD, Generator.SNOWFLAKEID, Generator.PUBLISHED_CLOCK, 1.10),
            new Bound(Table.ONE_THREAD, Generator.SNOWFLAKEID_LEASED, Generator.PUBLISHED_CLOCK, 1.25),
            new Bound(Table.ONE_THREAD, Generator.SNOWFLAKEID_SEGMENTS, Generator.FLOOR, 1.15),
            new Bound(Table.TWO_THREADS, Generator.SNOWFLAKEID_SEGMENTS, Generator.FLOOR, 1.15),
            new Bound(Table.FRESH, Generator.SNOWFLAKEID, Generator.AGRONA, 1 / 3.0),
            new Bound(Table.FRESH, Generator.SNOWFLAKEID, Generator.MYBATIS_PLUS, 1 / 1.3),
            new Bound(Table.TWO_THREADS, Generator.SNOWFLAKEID, Generator.ATOMIC_LONG, 1 / 0.8),
            new Bound(Table.TWO_THREADS, Generator.SNOWFLAKEID, Generator.AGRONA, 1 / 4.0),
            new Bound(Table.TEN_THOUSAND, Generator.SNOWFLAKEID, Generator.AGRONA, 1 / 150.0));

    static boolean compares(Table table, Generator generator) {
        return BOUNDS.stream()
                .anyMatch(each -> each.table == table && (each.ours == generator || each.to == generator));
    }

    static Figures of(
            int rounds,
            Map<Table, Map<Generator, Measured>> results,
            List<UnderLoad.Row> underLoad,
            List<Ranges.Row> ranges) {
        List<OfTable> tables = new ArrayList<>();
        results.forEach((table, measured) -> {
            List<Row> rows = new ArrayList<>();
            measured.forEach((generator, nanos) -> {
                Measured figure = nanos.dividedBy(table.nanosInUnit);
                rows.add(new Row(generator.title, figure.median(), figure.low(), figure.high(), figure.rounds()));
            });
            tables.add(new OfTable(table.title, table.unit, rows));
        });
        List<Target> ratios = new ArrayList<>();
        for (Bound bound : BOUNDS) {
            Measured ours = results.getOrDefault(bound.table, Map.of()).get(bound.ours);
            Measured other = results.getOrDefault(bound.table, Map.of()).get(bound.to);
            if (ours != null && other != null) {
                String what = bound.ours.title + " to " + bound.to.title + ", " + bound.table.title;
                ratios.add(Target.of(what, ours.ratioTo(other), Kind.RATIO, bound.most));
            }
        }
        return new Figures(rounds, tables, ratios, underLoad, ranges);
    }
}
