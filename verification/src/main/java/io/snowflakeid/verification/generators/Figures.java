package io.snowflakeid.verification.generators;

import io.snowflakeid.commandline.Program;
import io.snowflakeid.verification.performance.Measured;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The results of one run of the benchmarks.
 *
 * @param rounds the number of JVMs per figure
 */
record Figures(
        String date,
        String machine,
        int rounds,
        List<OfTable> tables,
        List<OfTarget> ratios,
        List<UnderLoad.Row> underLoad) {

    record OfTable(String title, String unit, List<Row> rows) {}

    /** The row of a generator, in the unit of its table. */
    record Row(String generator, double median, double low, double high, List<Double> rounds) {}

    record OfTarget(String what, double median, double low, double high, double most, String verdict) {}

    static Figures of(int rounds, Map<Table, Map<Generator, Measured>> results, List<UnderLoad.Row> underLoad) {
        List<OfTable> tables = new ArrayList<>();
        results.forEach((table, measured) -> {
            List<Row> rows = new ArrayList<>();
            measured.forEach((generator, nanos) -> {
                Measured figure = nanos.dividedBy(table.nanosInUnit);
                rows.add(new Row(generator.title, figure.median(), figure.low(), figure.high(), figure.rounds()));
            });
            tables.add(new OfTable(table.title, table.unit, rows));
        });
        List<OfTarget> ratios = new ArrayList<>();
        for (Target target : Target.ALL) {
            target.measured(results)
                    .ifPresent(ratio -> ratios.add(new OfTarget(
                            target.title(),
                            ratio.median(),
                            ratio.low(),
                            ratio.high(),
                            target.most(),
                            ratio.verdict(target.most()))));
        }
        String date = LocalDate.now(ZoneOffset.UTC).toString();
        return new Figures(date, Program.machine(), rounds, tables, ratios, underLoad);
    }
}
