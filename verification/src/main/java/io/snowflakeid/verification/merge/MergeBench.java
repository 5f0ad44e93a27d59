package io.snowflakeid.verification.merge;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.PrivateFile;
import io.snowflakeid.merge.MergePlanned;
import io.snowflakeid.merge.ServerMerge;
import io.snowflakeid.merge.result.VerificationResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.h2.store.fs.FileUtils;

/** Measures merges of tables with interleaved ids, compared with {@code INSERT SELECT} statements that copy the same rows. */
record MergeBench(MergeCommand options, Database server, Connection session, Path folder, Consumer<String> progress) {

    private static final String PREFIX = "server_merge_bench_";
    private static final String TARGET = PREFIX + "target";
    private static final String DROP = "DROP DATABASE IF EXISTS ";
    private static final int DIGITS = 10_000;
    private static final ServerMerge MERGE = new ServerMerge();

    private static final List<String> TABLES = List.of(
            "player (id BIGINT NOT NULL PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) NOT NULL, level INT NOT NULL,"
                    + " gold BIGINT NOT NULL, created_at DATETIME NOT NULL, KEY by_level (level))",
            "item (id BIGINT NOT NULL PRIMARY KEY AUTO_INCREMENT, owner_id BIGINT NOT NULL, template VARCHAR(40) NOT NULL,"
                    + " amount INT NOT NULL, durability INT NOT NULL, attributes VARCHAR(120) NOT NULL,"
                    + " obtained_at DATETIME NOT NULL, KEY by_owner (owner_id), KEY by_template (template, obtained_at),"
                    + " CONSTRAINT item_owner FOREIGN KEY (owner_id) REFERENCES player (id))");

    /** @param copyRate the rows per second of {@code INSERT SELECT} statements that copy the rows into empty tables with all indexes */
    record Figures(String product, boolean durable, long rows, double copyRate, List<Merge> merges) {}

    /** The result of a merge of all sources. */
    record Merge(String ids, double planSeconds, double runSeconds, double verifySeconds, double verifyFourSeconds) {}

    static Figures measure(MergeCommand options, Database server, Consumer<String> progress)
            throws SQLException, IOException, InterruptedException {
        Path folder = Files.createTempDirectory("server-merge-bench");
        try (Connection session = server.connect()) {
            MergeBench bench = new MergeBench(options, server, session, folder, progress);
            try {
                return bench.measure();
            } finally {
                bench.dropAll();
            }
        } finally {
            FileUtils.deleteRecursive(folder.toString(), false);
        }
    }

    private Figures measure() throws SQLException, IOException, InterruptedException {
        dropAll();
        for (int source = 1; source <= options.sources; source++) {
            progress.accept("fill source " + source);
            fill(source);
        }
        long rows = (options.rows + parents()) * options.sources;
        // the first copy loads the rows into memory, so that the measured copy does not read from disk
        progress.accept("warm up");
        plainCopy();
        progress.accept("plain copy");
        double copyRate = rows / plainCopy();
        List<Merge> merges = new ArrayList<>();
        for (String ids : List.of("keep", "offset", "map")) {
            merges.add(merge(ids));
        }
        return new Figures(server.version(), durable(), rows, copyRate, merges);
    }

    private static String source(int number) {
        return PREFIX + "s" + number;
    }

    private long parents() {
        return options.rows / 10;
    }

    private boolean durable() throws SQLException {
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@innodb_flush_log_at_trx_commit")) {
            return row.next() && row.getInt(1) == 1;
        }
    }

    private void execute(String... statements) throws SQLException {
        try (Statement statement = session.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private void dropAll() throws SQLException {
        for (int source = 1; source <= options.sources; source++) {
            execute(DROP + source(source));
        }
        execute(DROP + TARGET);
    }

    private void create(String database) throws SQLException {
        execute(DROP + database, "CREATE DATABASE " + database);
        for (String table : TABLES) {
            execute("CREATE TABLE " + database + "." + table);
        }
    }

    /** Fills a source with rows. Source k of n has the ids k, n + k, 2n + k, and so on. */
    private void fill(int source) throws SQLException {
        String database = source(source) + ".";
        create(source(source));
        execute(
                "CREATE TABLE " + database + "digits (n INT NOT NULL PRIMARY KEY)",
                IntStream.range(0, DIGITS)
                        .mapToObj(n -> "(" + n + ")")
                        .collect(Collectors.joining(",", "INSERT INTO " + database + "digits VALUES ", "")));
        String id = " * " + options.sources + " + " + source;
        insert(
                database,
                parents(),
                "player SELECT (n + %1$d)" + id + ", CONCAT('player-" + source
                        + "-', n + %1$d), n %% 100, n * 37, '2026-01-01'");
        insert(
                database,
                options.rows,
                "item SELECT (n + %1$d)" + id + ", ((n * 7919 + %1$d) %% " + parents() + ")" + id
                        + ", CONCAT('template-', n %% 500), n %% 99, n %% 1000, REPEAT('a', 60 + n %% 50),"
                        + " '2026-01-01' + INTERVAL n SECOND");
        execute("DROP TABLE " + database + "digits", "ANALYZE TABLE " + database + "player, " + database + "item");
    }

    private void insert(String database, long rows, String select) throws SQLException {
        for (long from = 0; from < rows; from += DIGITS) {
            execute("INSERT INTO " + database + select.formatted(from) + " FROM " + database + "digits WHERE n + "
                    + from + " < " + rows + " ORDER BY n");
        }
    }

    private double plainCopy() throws SQLException {
        create(TARGET);
        long start = System.nanoTime();
        for (int source = 1; source <= options.sources; source++) {
            for (String table : List.of(".player", ".item")) {
                execute("INSERT INTO " + TARGET + table + " SELECT * FROM " + source(source) + table);
            }
        }
        return secondsSince(start);
    }

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private Merge merge(String ids) throws SQLException, IOException, InterruptedException {
        progress.accept("merge with ids " + ids);
        execute(DROP + TARGET);
        Path config = config(ids);
        Path plan = folder.resolve(ids + ".json");
        long start = System.nanoTime();
        MergePlanned planned = MERGE.plan(config, plan, each -> {});
        double planSeconds = secondsSince(start);
        if (!planned.runnable()) {
            throw new IllegalStateException("the benchmark's plan has errors: " + planned.findings());
        }
        start = System.nanoTime();
        MERGE.run(plan, null, each -> {});
        double runSeconds = secondsSince(start);
        return new Merge(ids, planSeconds, runSeconds, verify(plan, 1), verify(plan, 4));
    }

    private Path config(String ids) throws IOException {
        Path password = PrivateFile.write(folder.resolve("password"), server.password());
        String url = server.url().replaceFirst("(//[^/]+/)[^?]*", "$1");
        String yaml = "server: { url: '" + url.replace("'", "''") + "', user: '"
                + server.user().replace("'", "''")
                + "', password-file: '" + password + "' }\nsources:\n"
                + IntStream.rangeClosed(1, options.sources)
                        .mapToObj(source -> "  s" + source + ": " + source(source) + "\n")
                        .collect(Collectors.joining())
                + "target: " + TARGET + "\ntables: { '*': { ids: " + ids + " } }\n";
        return Files.writeString(folder.resolve(ids + ".yaml"), yaml);
    }

    private double verify(Path plan, int sessions) throws SQLException, IOException, InterruptedException {
        long start = System.nanoTime();
        VerificationResult result = MERGE.verify(plan, null, sessions, each -> {});
        if (!result.fine()) {
            throw new IllegalStateException("the benchmark's merge differs from its plan: " + result.faults());
        }
        return secondsSince(start);
    }
}
