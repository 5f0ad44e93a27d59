package io.snowflakeid.verification.growth;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.spi.LedgerBuilder;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** What 100,000 processes in 30 regions need, computed from measured figures. */
record Paper(String what, String value) {

    private static final int PROCESSES = 100_000;
    private static final int REGIONS = 30;
    private static final int PER_REGION = ceil(PROCESSES / (double) REGIONS);

    /** A rolling update may start new processes first, and a crashed process keeps its worker for two windows. */
    private static final int WORKERS_PER_PROCESS = 2;

    private static final int BITS = 63;
    private static final long RENEWALS_PER_HOUR = TimeUnit.HOURS.toSeconds(1)
            / LedgerBuilder.DEFAULT_WINDOW.dividedBy(6).toSeconds();

    /** @param leased the growth of {@link Idle#leased} */
    static List<Paper> of(Growth leased, Rush rush) {
        List<Paper> rows = new ArrayList<>();
        rows.add(row("processes of a region", "%,d", PER_REGION));
        bits(rows);
        ledgers(rows, leased.line(Idle.OF_A_RENEWAL).last().value(), rush.statementsPerSecond());
        Growth.Line total = rush.growth().line(Rush.TOTAL_NEW);
        rows.add(row(
                "all processes of a region acquire new workers at once (by the fitted line)",
                "%.1f s",
                total.at(PER_REGION) / 1_000));
        rows.add(row(
                "each process: heap, and processor time for its lease",
                "%.1f KB, %.0f us per second",
                leased.line(Idle.HEAP).last().value(),
                leased.line(Idle.CPU).last().value()));
        return rows;
    }

    private static void bits(List<Paper> rows) {
        int datacenter = bits(REGIONS);
        int worker = bits(PER_REGION * WORKERS_PER_PROCESS);
        rows.add(row(
                "bits of datacenter and worker, a ledger per region, " + WORKERS_PER_PROCESS + " workers per process",
                "%d + %d = %d",
                datacenter,
                worker,
                datacenter + worker));
        rows.add(row("bits of the worker, one ledger for all regions", "%d", bits(PROCESSES * WORKERS_PER_PROCESS)));
        for (String timestamp : List.of("41x1ms", "38x10ms", "35x100ms")) {
            int sequence = BITS - Integer.parseInt(timestamp.substring(0, 2)) - datacenter - worker;
            SnowflakeLayout layout = SnowflakeLayout.parse(
                    timestamp + "/" + datacenter + "/" + worker + "/" + sequence + "@2026-01-01T00:00:00Z");
            rows.add(row(
                    "layout " + layout.spec(),
                    "%,d ids/s per process, until %d",
                    (1L << sequence) * 1_000 / layout.tick().toMillis(),
                    layout.exhaustedAt().atOffset(ZoneOffset.UTC).getYear()));
        }
    }

    private static void ledgers(List<Paper> rows, double ofARenewal, double most) {
        double perWorker = RENEWALS_PER_HOUR * ofARenewal;
        double perSecond = perWorker / TimeUnit.HOURS.toSeconds(1);
        rows.add(row(
                "statements per hour and worker, by the settings",
                "%,d renewals of %.1f = %,.0f",
                RENEWALS_PER_HOUR,
                ofARenewal,
                perWorker));
        rows.add(row("statements that one database executed in the largest rush", "%,.0f per second", most));
        rows.add(row(
                REGIONS + " ledgers, one per region",
                "%,.0f statements/s each, %.0f %% of that",
                PER_REGION * perSecond,
                100 * PER_REGION * perSecond / most));
        int ledgers = ceil(2 * PER_REGION * perSecond / most);
        rows.add(row(
                "ledgers, if a database may execute half of that",
                "%d per region, %d in all",
                ledgers,
                ledgers * REGIONS));
        rows.add(row(
                "one ledger for all regions",
                "%,.0f statements/s, %.1f times that",
                PROCESSES * perSecond,
                PROCESSES * perSecond / most));
        rows.add(row(
                "the same with a window of 20 min instead of " + LedgerBuilder.DEFAULT_WINDOW.toMinutes(),
                "%,.0f statements/s, %.1f times that",
                PROCESSES * perSecond / 10,
                PROCESSES * perSecond / 10 / most));
    }

    /** Returns the bits of a field with that many values. */
    static int bits(int values) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(values - 1);
    }

    private static int ceil(double number) {
        return (int) Math.ceil(number);
    }

    private static Paper row(String what, String format, Object... values) {
        return new Paper(what, String.format(Locale.ROOT, format, values));
    }
}
