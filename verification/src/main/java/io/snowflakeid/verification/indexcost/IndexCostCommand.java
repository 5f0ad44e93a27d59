package io.snowflakeid.verification.indexcost;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseKind;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.verification.performance.BenchDatabase;
import io.snowflakeid.verification.performance.PageOptions;
import io.snowflakeid.verification.performance.ServerOptions;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "index-cost",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = {
            "Measures inserts and sizes with several kinds of primary keys, on MySQL, MariaDB or PostgreSQL.",
            "Creates the database " + IndexCostCommand.DATABASE + ", and drops it. On MySQL, the user needs PROCESS."
        })
public final class IndexCostCommand implements Callable<Integer> {

    static final String DATABASE = "snowflake_bench_index";
    static final int BYTES_OF_DENSE_ROW = 470; // in InnoDB, with the entry of the second index

    private static final long MEGABYTE = 1 << 20;
    private static final int ROWS_IN_STATEMENT = 100;
    private static final int ROWS_IN_TRANSACTION = 1_000;
    private static final int PAYLOAD = 400;
    private static final double MEASURED_SHARE = 0.25; // of the rows of a level: the last ones

    @Mixin
    private ServerOptions serverOptions = new ServerOptions();

    @Option(
            names = "--pool-mb",
            description = "The server's memory for pages in MB (innodb_buffer_pool_size, shared_buffers).")
    long poolMegabytes = 128;

    @Option(
            names = "--fills",
            split = ",",
            description = "Sizes of the table with dense numbers, as multiples of --pool-mb, in increasing order.")
    List<Double> fills = List.of(0.5, 2.0, 4.0);

    @Option(names = "--seconds-per-kind", description = "After this time, a kind of key is measured no further.")
    long secondsPerKind = 240;

    @Mixin
    private PageOptions pageOptions = new PageOptions();

    /** @param durable true if each commit waits for the disk */
    record Figures(
            String product,
            boolean durable,
            SortedMap<String, String> settings,
            long poolMegabytes,
            int pageBytes,
            List<OfKind> kinds) {}

    /**
     * The figures of one kind of key at one table size.
     *
     * @param rowsPerSecond the insert rate of the last measured rows, in rows per second
     * @param tableBytes the size of the table; in InnoDB the table is the index of the primary key
     * @param keyBytes the size of the index of the primary key; 0 in InnoDB
     * @param otherBytes the size of the secondary index
     * @param fileBytes the size of all files, including unused pages
     */
    record Level(long rows, double rowsPerSecond, long tableBytes, long keyBytes, long otherBytes, long fileBytes) {}

    /**
     * The figures of one kind of key, for each table size that was reached before the time limit.
     *
     * @param rows the number of rows in the table at the end of the measurement
     * @param rowsPerSecond the average insert rate while the table grew to its last size, in rows per second
     */
    record OfKind(String kind, long rows, double rowsPerSecond, List<Level> levels) {}

    @Override
    public Integer call() throws SQLException, IOException {
        pageOptions.check();
        CommandFailure.requireBetween("--pool-mb", poolMegabytes, 1, 1_000_000, "");
        CommandFailure.requireBetween("--seconds-per-kind", secondsPerKind, 1, 100_000, "");
        for (int i = 0; i < fills.size(); i++) {
            if (fills.get(i) <= (i == 0 ? 0 : fills.get(i - 1))) {
                throw CommandFailure.ofUsage("--fills must increase from a number above 0, but is " + fills);
            }
        }
        Database reached = serverOptions.reach(DatabaseKind.MYSQL, DatabaseKind.MARIADB, DatabaseKind.POSTGRESQL);
        try (BenchDatabase bench = new BenchDatabase(reached, DATABASE);
                Connection session = bench.database().connect()) {
            Figures figures = measure(Server.of(session, reached.version()));
            pageOptions.report("indexCost", figures.product(), figures);
        }
        return ExitCode.FINE;
    }

    private Figures measure(Server server) throws SQLException {
        requirePool(server);
        SortedMap<String, String> settings = new TreeMap<>();
        try (Statement statement = server.session().createStatement();
                ResultSet row = statement.executeQuery(server.settings())) {
            while (row.next()) {
                settings.put(row.getString(1), row.getString(2));
            }
        }
        List<OfKind> kinds = new ArrayList<>();
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(
                FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 1).inNamespace("index-cost"))) {
            // the first result is not used, because the start of the JVM and the server's new files slow the first
            // measurement
            measure(server, KeyKind.DENSE, ids, fills.subList(0, 1));
            for (KeyKind kind : KeyKind.values()) {
                pageOptions.progress().accept(kind.title);
                kinds.add(measure(server, kind, ids, fills));
            }
        }
        return new Figures(
                server.product(), server.durable(settings), settings, poolMegabytes, server.pageBytes(), kinds);
    }

    private void requirePool(Server server) throws SQLException {
        try (Statement statement = server.session().createStatement();
                ResultSet row = statement.executeQuery(server.poolBytes())) {
            row.next();
            long megabytes = row.getLong(1) / MEGABYTE;
            if (megabytes != poolMegabytes) {
                throw CommandFailure.ofUsage(
                        "the server keeps " + megabytes + " MB of pages in memory, and --pool-mb is " + poolMegabytes
                                + ": start the server with " + server.poolSetting(poolMegabytes)
                                + ", or set --pool-mb to its size");
            }
        }
    }

    private OfKind measure(Server server, KeyKind kind, IdGenerator ids, List<Double> fills) throws SQLException {
        server.execute("CREATE TABLE item (id " + (server.postgres() ? kind.postgresType : kind.mySqlType)
                + " NOT NULL PRIMARY KEY, created BIGINT NOT NULL, payload VARCHAR(" + PAYLOAD + ") NOT NULL)");
        server.execute("CREATE INDEX item_created ON item (created)");
        Supplier<Object> keys = kind.keys(ids, server.postgres());
        List<Level> levels = new ArrayList<>();
        long deadline = System.nanoTime() + secondsPerKind * 1_000_000_000L;
        long rows = 0;
        double rate = 0;
        for (double fill : fills) {
            long wanted = (long) (fill * poolMegabytes * MEGABYTE / BYTES_OF_DENSE_ROW);
            Filled before = fill(server.session(), keys, rows, (long) (wanted * (1 - MEASURED_SHARE)), deadline);
            Filled last = fill(server.session(), keys, before.rows(), wanted, deadline);
            rate = (last.rows() - rows) / Math.max(before.seconds() + last.seconds(), 1e-9);
            rows = last.rows();
            if (rows < wanted) {
                break; // out of time; kinds are compared with the same number of rows
            }
            levels.add(level(server, rows, (last.rows() - before.rows()) / last.seconds()));
        }
        server.execute("DROP TABLE item");
        return new OfKind(kind.title, rows, rate, levels);
    }

    private record Filled(long rows, double seconds) {}

    private Filled fill(Connection session, Supplier<Object> keys, long from, long wanted, long deadline)
            throws SQLException {
        String sql = "INSERT INTO item VALUES (?, ?, ?)" + ", (?, ?, ?)".repeat(ROWS_IN_STATEMENT - 1);
        String payload = "p".repeat(PAYLOAD);
        long rows = from;
        long nanos = 0;
        session.setAutoCommit(false);
        try (PreparedStatement insert = session.prepareStatement(sql)) {
            while (rows < wanted && System.nanoTime() < deadline) {
                for (int i = 0; i < ROWS_IN_STATEMENT; i++) {
                    insert.setObject(3 * i + 1, keys.get());
                    insert.setLong(3 * i + 2, rows + i);
                    insert.setString(3 * i + 3, payload);
                }
                long start = System.nanoTime();
                insert.executeUpdate();
                rows += ROWS_IN_STATEMENT;
                if (rows % ROWS_IN_TRANSACTION == 0 || rows >= wanted) {
                    session.commit();
                }
                nanos += System.nanoTime() - start;
            }
            session.commit();
        }
        session.setAutoCommit(true);
        return new Filled(rows, nanos / 1e9);
    }

    private Level level(Server server, long rows, double rowsPerSecond) throws SQLException {
        server.execute(server.postgres() ? "ANALYZE item" : "ANALYZE TABLE item");
        try (Statement statement = server.session().createStatement();
                ResultSet row = statement.executeQuery(server.sizes())) {
            row.next();
            return new Level(rows, rowsPerSecond, row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4));
        }
    }
}
