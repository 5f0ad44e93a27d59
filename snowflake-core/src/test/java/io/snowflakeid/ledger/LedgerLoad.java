package io.snowflakeid.ledger;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * What 1,024 generators cost the MySQL that holds their ledger: keeps them for a while, with the default window, and prints what the
 * server counted. A program, not a test: {@code java -cp <test class path> io.snowflakeid.ledger.LedgerLoad URL USER PASSWORD
 * SECONDS [PID]}, where PID is the server's if it runs on this machine. The server should have nothing else to do.
 */
final class LedgerLoad {

    private static final int GENERATORS = 1024;
    private static final int CONNECTIONS = 8;
    private static final Duration SPREAD = Duration.ofSeconds(25);
    private static final List<String> COUNTED =
            List.of("Questions", "Com_select", "Com_update", "Com_set_option", "Bytes_received", "Bytes_sent");

    private LedgerLoad() {}

    public static void main(String[] arguments) throws SQLException, InterruptedException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(arguments[0]);
        config.setUsername(arguments[1]);
        config.setPassword(arguments[2]);
        config.setMaximumPoolSize(CONNECTIONS);
        Duration time = Duration.ofSeconds(Long.parseLong(arguments[3]));
        Optional<ProcessHandle> server =
                arguments.length < 5 ? Optional.empty() : ProcessHandle.of(Long.parseLong(arguments[4]));
        run(new HikariDataSource(config), time, server);
        System.exit(0); // the keepers are left to themselves: closing a thousand of them is not what is measured
    }

    private static void run(HikariDataSource pool, Duration time, Optional<ProcessHandle> server)
            throws SQLException, InterruptedException {
        JdbcWorkerLedger ledger =
                JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, pool).build();
        List<SnowflakeIdGenerator> generators = IntStream.range(0, GENERATORS)
                .parallel()
                .mapToObj(i -> SnowflakeIdGenerator.on(ledger))
                .toList();
        TimeUnit.NANOSECONDS.sleep(SPREAD.toNanos()); // by then each has renewed once
        Map<String, Long> before = status(pool);
        long cpuBefore = cpuMillis(server);
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
        Map<String, Long> after = status(pool);
        System.out.println(generators.size() + " generators, per second of " + time.toSeconds() + ":");
        for (String name : COUNTED) {
            double perSecond =
                    (double) (after.getOrDefault(name, 0L) - before.getOrDefault(name, 0L)) / time.toSeconds();
            System.out.printf(Locale.ROOT, "  %-16s %10.1f%n", name, perSecond);
        }
        System.out.println("Threads_connected: " + after.get("Threads_connected"));
        if (server.isPresent()) {
            double percent = (cpuMillis(server) - cpuBefore) * 100.0 / time.toMillis();
            System.out.printf(Locale.ROOT, "the server's CPU: %.1f %% of one core%n", percent);
        }
    }

    private static Map<String, Long> status(HikariDataSource pool) throws SQLException {
        Map<String, Long> counters = new TreeMap<>();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW GLOBAL STATUS")) {
            while (rows.next()) {
                String value = rows.getString(2);
                if (value.matches("\\d{1,18}")) {
                    counters.put(rows.getString(1), Long.valueOf(value));
                }
            }
        }
        return counters;
    }

    private static long cpuMillis(Optional<ProcessHandle> server) {
        return server.flatMap(process -> process.info().totalCpuDuration())
                .map(Duration::toMillis)
                .orElse(0L);
    }
}
