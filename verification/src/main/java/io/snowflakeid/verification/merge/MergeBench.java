package io.snowflakeid.verification.merge;

import io.snowflakeid.merge.VerificationResult;
import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.Password;
import io.snowflakeid.merge.config.ServerConfig;
import io.snowflakeid.merge.copy.MergeRun;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.planning.MergePlanner;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.merge.verify.MergeVerification;
import io.snowflakeid.verification.merge.MergeFigures.Merge;
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
import org.jspecify.annotations.Nullable;

/**
 * Measures merges beside the server's own {@code INSERT … SELECT} of the same rows, into the same tables with their indexes in
 * place, as one would copy them by hand. The ids of the sources interleave, as those of servers that ran side by side do.
 */
final class MergeBench {

    private static final String PREFIX = "server_merge_bench_";
    private static final String TARGET = PREFIX + "target";
    private static final int DIGITS = 10_000;

    private static final List<String> TABLES = List.of(
            "player (id BIGINT NOT NULL PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) NOT NULL, level INT NOT NULL,"
                    + " gold BIGINT NOT NULL, created_at DATETIME NOT NULL, KEY by_level (level))",
            "item (id BIGINT NOT NULL PRIMARY KEY AUTO_INCREMENT, owner_id BIGINT NOT NULL, template VARCHAR(40) NOT NULL,"
                    + " amount INT NOT NULL, durability INT NOT NULL, attributes VARCHAR(120) NOT NULL,"
                    + " obtained_at DATETIME NOT NULL, KEY by_owner (owner_id), KEY by_template (template, obtained_at),"
                    + " CONSTRAINT item_owner FOREIGN KEY (owner_id) REFERENCES player (id))");

    private final Wanted wanted;
    private final Path folder;
    private final @Nullable String password;
    private final Server server;
    private final Consumer<String> progress;

    /** Where to measure, and with how many sources and rows in each one's large table; a tenth as many parents come on top. */
    record Wanted(String url, String user, @Nullable String passwordEnv, int sources, long rows) {

        long parents() {
            return rows / 10;
        }

        MergeConfig config(Path folder, String ids) throws IOException {
            String yaml = "server: { url: '" + url.replace("'", "''") + "', user: '" + user.replace("'", "''") + "'"
                    + (passwordEnv == null ? "" : ", password-env: " + passwordEnv) + " }\nsources:\n"
                    + IntStream.rangeClosed(1, sources)
                            .mapToObj(source -> "  s" + source + ": " + source(source) + "\n")
                            .collect(Collectors.joining())
                    + "target: " + TARGET + "\ntables: { '*': { ids: " + ids + " } }\n";
            return ConfigReader.read(Files.writeString(folder.resolve(ids + ".yaml"), yaml));
        }
    }

    private static String source(int number) {
        return PREFIX + "s" + number;
    }

    private MergeBench(
            Wanted wanted, Path folder, @Nullable String password, Server server, Consumer<String> progress) {
        this.wanted = wanted;
        this.folder = folder;
        this.password = password;
        this.server = server;
        this.progress = progress;
    }

    /** Makes its databases, measures, and drops them. */
    static MergeFigures measure(Wanted wanted, Consumer<String> progress)
            throws SQLException, IOException, InterruptedException {
        Path folder = Files.createTempDirectory("server-merge-bench");
        try {
            ServerConfig address = wanted.config(folder, "keep").server();
            String password = Password.of(address);
            try (Server server = Server.connect(address.url(), address.user(), password, 2, null)) {
                MergeBench bench = new MergeBench(wanted, folder, password, server, progress);
                try {
                    return bench.measure();
                } finally {
                    bench.dropAll();
                }
            }
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    private MergeFigures measure() throws SQLException, IOException, InterruptedException {
        if (!server.product().startsWith("MySQL") && !server.product().startsWith("MariaDB")) {
            throw new SQLException("server is " + server.product() + "; measured are MySQL and MariaDB");
        }
        dropAll();
        for (int source = 1; source <= wanted.sources(); source++) {
            progress.accept("fill source " + source);
            fill(source);
        }
        long rows = (wanted.rows() + wanted.parents()) * wanted.sources();
        // the first pass over the rows brings them into memory, which would else be measured as part of the first copy
        progress.accept("warm up");
        plainCopy();
        progress.accept("plain copy");
        double copyRate = rows / plainCopy();
        List<Merge> merges = new ArrayList<>();
        for (String ids : List.of("keep", "offset", "map")) {
            merges.add(merge(ids));
        }
        return new MergeFigures(server.product(), durable(), rows, copyRate, merges);
    }

    private boolean durable() throws SQLException {
        try (Connection session = server.session();
                Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@innodb_flush_log_at_trx_commit")) {
            return row.next() && row.getInt(1) == 1;
        }
    }

    private void execute(String... statements) throws SQLException {
        try (Connection session = server.session();
                Statement statement = session.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private void dropAll() throws SQLException {
        for (int source = 1; source <= wanted.sources(); source++) {
            drop(source(source));
        }
        drop(TARGET);
    }

    private void drop(String database) throws SQLException {
        execute("DROP DATABASE IF EXISTS " + database);
    }

    private void create(String database) throws SQLException {
        drop(database);
        execute("CREATE DATABASE " + database);
        for (String table : TABLES) {
            execute("CREATE TABLE " + database + "." + table);
        }
    }

    /** Source k of n has the ids k, n + k, 2n + k, and so on. */
    private void fill(int source) throws SQLException {
        String database = source(source) + ".";
        create(source(source));
        execute(
                "CREATE TABLE " + database + "digits (n INT NOT NULL PRIMARY KEY)",
                IntStream.range(0, DIGITS)
                        .mapToObj(n -> "(" + n + ")")
                        .collect(Collectors.joining(",", "INSERT INTO " + database + "digits VALUES ", "")));
        String id = " * " + wanted.sources() + " + " + source;
        insert(
                database,
                wanted.parents(),
                "player SELECT (n + %1$d)" + id + ", CONCAT('player-" + source
                        + "-', n + %1$d), n %% 100, n * 37, '2026-01-01'");
        insert(
                database,
                wanted.rows(),
                "item SELECT (n + %1$d)" + id + ", ((n * 7919 + %1$d) %% " + wanted.parents() + ")" + id
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
        for (int source = 1; source <= wanted.sources(); source++) {
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
        drop(TARGET);
        MergeConfig config = wanted.config(folder, ids);
        long start = System.nanoTime();
        PlanFile plan = MergePlanner.plan(config, password, folder.resolve(ids + ".json"), each -> {});
        double planSeconds = secondsSince(start);
        if (!plan.plan().runnable()) {
            throw new IllegalStateException(
                    "the benchmark's own plan has errors: " + plan.plan().findings());
        }
        start = System.nanoTime();
        MergeRun.carryOut(plan, password, each -> {});
        double runSeconds = secondsSince(start);
        return new Merge(ids, planSeconds, runSeconds, verify(plan, 1), verify(plan, 4));
    }

    private double verify(PlanFile plan, int sessions) throws SQLException, InterruptedException {
        long start = System.nanoTime();
        VerificationResult result = MergeVerification.verify(plan, password, sessions, each -> {});
        if (!result.fine()) {
            throw new IllegalStateException("the benchmark's own merge is not what was planned: " + result.faults());
        }
        return secondsSince(start);
    }
}
