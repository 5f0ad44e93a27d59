package io.snowflakeid.cli;

import io.snowflakeid.SnowflakeLayout;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Prints the known layouts that match the ids of a column, and the first new id of the chosen layout. */
final class TableInspection {

    private static final Instant FIRST_SNOWFLAKES = Instant.parse("2010-01-01T00:00:00Z");
    private static final Duration CLOCKS_DIFFER_BY = Duration.ofMinutes(1);

    private final PrintWriter out;
    private final IdSamples stored;
    private final String name;
    private final SnowflakeLayout ours;
    private final Instant now = Instant.now();

    TableInspection(PrintWriter out, IdSamples stored, String name, SnowflakeLayout ours) {
        this.out = out;
        this.stored = stored;
        this.name = name;
        this.ours = ours;
    }

    /** Prints the inspection, and returns true if new ids are greater than all stored ids. */
    boolean printsNewIdsAbove() throws SQLException {
        long first = ours.minIdAt(now);
        Map<String, Long> places = stored.places();
        out.println(stored.column() + (places.isEmpty() ? ": the table is empty" : ""));
        if (!places.isEmpty()) {
            printIds(places);
            printReadings(places);
        }
        out.println();
        out.println("new ids: " + name + (name.equals(ours.spec()) ? "" : " = " + ours.spec()) + " would start at "
                + first + " now");
        boolean above = places.values().stream().allMatch(id -> id < first);
        if (!above) {
            printBelow(first, Collections.max(places.values()));
        } else if (!places.isEmpty()) {
            out.println("  above the greatest stored id");
        }
        return above;
    }

    private void printIds(Map<String, Long> places) {
        TextTable table = new TextTable();
        table.row("PLACE", "ID");
        places.forEach(table::row);
        table.print(out);
        out.println();
    }

    private void printReadings(Map<String, Long> places) {
        Map<String, SnowflakeLayout> known = new LinkedHashMap<>(KnownLayouts.byMaker());
        if (!known.containsValue(ours)) {
            known.put(name, ours);
        }
        TextTable table = new TextTable();
        List<Object> headings = new ArrayList<>(places.keySet());
        headings.add(0, "PLAUSIBLE");
        headings.add("LAYOUT OF");
        table.row(headings.toArray());
        known.entrySet().stream()
                .map(layout -> reading(layout.getKey(), layout.getValue(), places.values()))
                .sorted(Comparator.comparing(Reading::rank).reversed())
                .forEach(reading -> table.row(reading.cells().toArray()));
        table.print(out);
    }

    /**
     * A row of the printed table.
     *
     * @param rank the timestamp of the greatest id, or {@link Instant#MIN} if the ids do not match the layout
     */
    private record Reading(Instant rank, List<Object> cells) {}

    private Reading reading(String maker, SnowflakeLayout layout, Collection<Long> ids) {
        List<Long> made = ids.stream().filter(id -> !isCounted(id)).toList();
        boolean plausible = !made.isEmpty() && made.stream().allMatch(id -> isPlausible(timeOf(id, layout)));
        List<Object> cells = new ArrayList<>();
        cells.add(plausible ? "yes" : "no");
        ids.forEach(id -> cells.add(
                isCounted(id)
                        ? "-"
                        : timeOf(id, layout).map(TableInspection::day).orElse("-")));
        cells.add(maker);
        Optional<Instant> greatest = timeOf(Collections.max(ids), layout);
        return new Reading(greatest.filter(time -> plausible).orElse(Instant.MIN), cells);
    }

    private static boolean isCounted(long id) {
        return id >= 0 && id < IdSamples.ABOVE_COUNTERS;
    }

    private boolean isPlausible(Optional<Instant> time) {
        return time.filter(made -> made.isAfter(FIRST_SNOWFLAKES) && made.isBefore(now.plus(CLOCKS_DIFFER_BY)))
                .isPresent();
    }

    private void printBelow(long first, long greatest) throws SQLException {
        out.println("  NOT above the greatest stored id, which this layout reaches " + when(greatest)
                + "; an earlier epoch makes its ids larger");
        stored.firstFrom(first)
                .ifPresent(next -> out.println("  no id is stored from the first new id up to " + next
                        + ", which this layout reaches " + when(next)));
    }

    private String when(long id) {
        return timeOf(id, ours).map(time -> "on " + day(time)).orElse("never");
    }

    private static Optional<Instant> timeOf(long id, SnowflakeLayout layout) {
        return id < 0 || id > layout.maxId()
                ? Optional.empty()
                : Optional.of(layout.decode(id).timestamp());
    }

    private static String day(Instant time) {
        return time.atOffset(ZoneOffset.UTC).toLocalDate().toString();
    }
}
