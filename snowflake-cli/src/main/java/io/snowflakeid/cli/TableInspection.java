package io.snowflakeid.cli;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.column.IdColumn;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseKind;
import io.snowflakeid.commandline.DatabaseLogin;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Who could have made the ids of a table, and where those of a layout would start beside them. Nothing is written. */
final class TableInspection {

    private static final Instant FIRST_SNOWFLAKES = Instant.parse("2010-01-01T00:00:00Z");
    private static final Duration CLOCKS_DIFFER_BY = Duration.ofMinutes(1);

    @Option(
            names = "--table",
            required = true,
            paramLabel = "[SCHEMA.]NAME",
            description = "The table, as the database spells it.")
    private String table = "";

    @Option(
            names = "--database",
            required = true,
            paramLabel = "URL",
            description = "JDBC address of its database: jdbc:mysql:, jdbc:mariadb:, jdbc:postgresql: or jdbc:h2:...")
    private String url = "";

    @Option(
            names = "--column",
            paramLabel = "NAME",
            defaultValue = "id",
            description = "The column of the ids, numbers with an index; default: ${DEFAULT-VALUE}.")
    private String column = "id";

    /**
     * What a layout makes of the places. Sorted ids have sorted times, so that those of the smallest and the greatest decide.
     *
     * @param times null at a place that is no id of the layout, or that a counter has made
     */
    private record Reading(String maker, boolean plausible, List<@Nullable Instant> times) {

        static Reading of(String maker, SnowflakeLayout layout, List<BigInteger> ids, Instant now) {
            List<@Nullable Instant> times = new ArrayList<>();
            boolean plausible = false;
            boolean contradicted = false;
            for (BigInteger id : ids) {
                boolean counted = id.signum() >= 0 && id.compareTo(StoredIds.MORE_THAN_IS_COUNTED) < 0;
                Instant time = counted ? null : timeOf(id, layout).orElse(null);
                times.add(time);
                boolean fits = time != null && !time.isBefore(FIRST_SNOWFLAKES) && !time.isAfter(now);
                plausible |= fits;
                contradicted |= !fits && !counted;
            }
            return new Reading(maker, plausible && !contradicted, times);
        }

        /** The plausible ones first, and of these the one whose greatest id is the newest. */
        Instant rank() {
            Instant greatest = times.get(times.size() - 1);
            return plausible && greatest != null ? greatest : Instant.MIN;
        }
    }

    /**
     * Reads and prints.
     *
     * @param name the layout as the user named it
     * @return whether its ids would start above all that are stored
     */
    boolean printsThatOursAreAbove(PrintWriter out, DatabaseLogin login, String name, SnowflakeLayout ours)
            throws SQLException {
        Instant now = Instant.now();
        BigInteger first = BigInteger.valueOf(ours.minIdAt(now));
        Database database = login.reach(
                url,
                "the database",
                EnumSet.complementOf(EnumSet.of(DatabaseKind.REDIS)),
                "inspect --table looks at MySQL (jdbc:mysql://host:port/database), MariaDB (jdbc:mariadb:...), PostgreSQL"
                        + " (jdbc:postgresql:...) and H2 (jdbc:h2:...)");
        try (Connection connection = database.connect()) {
            connection.setReadOnly(true);
            IdColumn found = StoredIds.column(connection, database, table, column);
            StoredIds stored = new StoredIds(connection, found);
            requireReadable(stored);
            Map<String, BigInteger> places = stored.places();
            out.println(found + (places.isEmpty() ? ": no id is stored" : ""));
            if (!places.isEmpty()) {
                printReadings(out, places, name, ours, now);
            }
            out.println();
            out.println("ours: " + name + (name.equals(ours.spec()) ? "" : " = " + ours.spec()) + " would start at "
                    + first + " now");
            BigInteger greatest = places.getOrDefault("GREATEST", BigInteger.ZERO);
            boolean above = first.compareTo(greatest) > 0;
            if (!above) {
                printBelow(out, greatest.subtract(first), timeOf(greatest, ours), stored.firstFrom(first), ours);
            } else if (!places.isEmpty()) {
                out.println("  above the greatest stored id, by " + first.subtract(greatest));
            }
            return above;
        }
    }

    private static void requireReadable(StoredIds stored) throws SQLException {
        if (!stored.column().isNumber()) {
            throw CommandFailure.ofDatabase(
                    stored.column() + " holds no whole numbers: select some of its texts, and inspect each", null);
        }
        if (!stored.haveIndex()) {
            throw CommandFailure.ofDatabase(
                    stored.column().name()
                            + " has no index that begins with it, so that each look would read the whole table:"
                            + " name the column of the primary key",
                    null);
        }
    }

    private static void printReadings(
            PrintWriter out, Map<String, BigInteger> places, String name, SnowflakeLayout ours, Instant now) {
        TextTable ids = new TextTable("PLACE", "ID");
        places.forEach(ids::row);
        ids.print(out);
        out.println();
        Map<String, SnowflakeLayout> known = new LinkedHashMap<>(KnownLayouts.byMaker());
        if (!known.containsValue(ours)) {
            known.put(name, ours);
        }
        List<Reading> readings = known.entrySet().stream()
                .map(layout -> Reading.of(
                        layout.getKey(), layout.getValue(), List.copyOf(places.values()), now.plus(CLOCKS_DIFFER_BY)))
                .sorted(Comparator.comparing(Reading::rank).reversed())
                .toList();
        List<String> headings = new ArrayList<>(places.keySet());
        headings.add(0, "PLAUSIBLE");
        headings.add("LAYOUT OF");
        TextTable times = new TextTable(headings.toArray(String[]::new));
        for (Reading reading : readings) {
            List<Object> cells = new ArrayList<>();
            cells.add(reading.plausible() ? "yes" : "no");
            reading.times().forEach(time -> cells.add(time == null ? "-" : day(time)));
            cells.add(reading.maker());
            times.row(cells.toArray());
        }
        times.print(out);
    }

    private static void printBelow(
            PrintWriter out,
            BigInteger distance,
            Optional<Instant> reached,
            Optional<BigInteger> next,
            SnowflakeLayout ours) {
        out.println("  NOT above the greatest stored id, but " + distance + " below it: "
                + reached.map(time -> "ids will be from " + day(time) + " on")
                        .orElse("no id of this layout ever will be")
                + "; an earlier epoch makes them larger");
        next.ifPresent(id ->
                out.println("  none is stored from the first of ours up to " + id + ", which this layout reaches "
                        + timeOf(id, ours).map(time -> "on " + day(time)).orElse("never")));
    }

    private static Optional<Instant> timeOf(BigInteger id, SnowflakeLayout layout) {
        return id.signum() < 0 || id.bitLength() > layout.bits()
                ? Optional.empty()
                : Optional.of(layout.decode(id.longValueExact()).timestamp());
    }

    private static String day(Instant time) {
        return time.atOffset(ZoneOffset.UTC).toLocalDate().toString();
    }
}
