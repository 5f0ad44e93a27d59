package io.snowflakeid.merge.bench;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.bench.BenchResult.Copy;
import io.snowflakeid.merge.bench.BenchResult.Merge;
import io.snowflakeid.merge.config.ConfigLines;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.MergeConfig.AcceptedFinding;
import io.snowflakeid.merge.config.MergeConfig.Fingerprint;
import io.snowflakeid.merge.config.MergeConfig.StoredObjects;
import io.snowflakeid.merge.config.TableConfig;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.planning.MergePlanner;
import io.snowflakeid.merge.run.MergeRun;
import io.snowflakeid.merge.run.MergeVerification;
import io.snowflakeid.merge.run.VerificationResult;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Measures merges beside the server's own {@code INSERT … SELECT} of the same rows, into the same tables with their indexes in
 * place, as one would copy them by hand. The ids of the sources interleave, as those of servers that ran side by side do.
 */
public final class MergeBench {

    private static final String PREFIX = "server_merge_bench_";
    private static final int DIGITS = 10_000;

    private final BenchOptions options;
    private final @Nullable String password;
    private final MergeProgress.Listener progress;
    private final Server server;
    private final Dialect dialect;

    private MergeBench(
            BenchOptions options, @Nullable String password, MergeProgress.Listener progress, Server server) {
        this.options = options;
        this.password = password;
        this.progress = progress;
        this.server = server;
        dialect = server.dialect();
    }

    /** Makes its databases, measures, and drops them. */
    public static BenchResult measure(BenchOptions options, @Nullable String password, MergeProgress.Listener progress)
            throws SQLException, IOException, InterruptedException {
        try (Server server =
                Server.connect(options.server().url(), options.server().user(), password, 4, null)) {
            MergeBench bench = new MergeBench(options, password, progress, server);
            try {
                return bench.measure();
            } finally {
                bench.dropAll();
            }
        }
    }

    private BenchResult measure() throws SQLException, IOException, InterruptedException {
        if (!server.product().startsWith("MySQL") && !server.product().startsWith("MariaDB")) {
            throw new SQLException("server is " + server.product() + "; measured are MySQL and MariaDB");
        }
        dropAll();
        for (int source = 1; source <= options.sources(); source++) {
            tell("fill source " + source);
            fill(source);
        }
        long ofSource = options.rows() + parents();
        // the first pass over the rows brings them into memory, for whoever comes first
        tell("warm up");
        plainCopy(options.sources());
        tell("plain copy of the first source");
        Copy first = new Copy(ofSource, plainCopy(1));
        tell("plain copy of all sources");
        Copy plain = new Copy(ofSource * options.sources(), plainCopy(options.sources()));
        List<Merge> merges = new ArrayList<>();
        merges.add(merge("keep", IdPolicy.KEEP, true));
        merges.add(merge("offset", IdPolicy.OFFSET, false));
        merges.add(merge("map", IdPolicy.MAP, false));
        return new BenchResult(server.product(), durable(), ofSource * options.sources(), first, plain, merges);
    }

    private void tell(String step) {
        progress.progressed(new MergeProgress(step, 0, 0));
    }

    private long parents() {
        return options.rows() / 10;
    }

    private static String source(int number) {
        return PREFIX + "s" + number;
    }

    private static final String TARGET = PREFIX + "target";

    // --------------------------------------------------------------------------------------------------------- data

    private static final List<String> TABLES = List.of(
            "CREATE TABLE player (id BIGINT NOT NULL PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) NOT NULL, level INT NOT NULL,"
                    + " gold BIGINT NOT NULL, created_at DATETIME NOT NULL, KEY by_level (level))",
            "CREATE TABLE item (id BIGINT NOT NULL PRIMARY KEY AUTO_INCREMENT, owner_id BIGINT NOT NULL,"
                    + " template VARCHAR(40) NOT NULL, amount INT NOT NULL, durability INT NOT NULL,"
                    + " attributes VARCHAR(120) NOT NULL, obtained_at DATETIME NOT NULL, KEY by_owner (owner_id),"
                    + " KEY by_template (template, obtained_at), CONSTRAINT item_owner FOREIGN KEY (owner_id)"
                    + " REFERENCES player (id))");

    /** Source k of n has the ids k, n + k, 2n + k, and so on. */
    private void fill(int source) throws SQLException {
        create(source(source));
        try (Connection session = server.session();
                Statement statement = statementIn(session, source(source))) {
            for (String table : TABLES) {
                statement.execute(table);
            }
            statement.execute("CREATE TABLE digits (n INT NOT NULL PRIMARY KEY)");
            StringBuilder digits = new StringBuilder("INSERT INTO digits VALUES (0)");
            for (int i = 1; i < DIGITS; i++) {
                digits.append(",(").append(i).append(')');
            }
            statement.execute(digits.toString());
            String id = "* " + options.sources() + " + " + source;
            for (long from = 0; from < parents(); from += DIGITS) {
                statement.execute("INSERT INTO player SELECT (n + " + from + ") " + id + ", CONCAT('player-" + source
                        + "-', n + " + from + "), n % 100, n * 37, '2026-01-01' FROM digits WHERE n + " + from + " < "
                        + parents() + " ORDER BY n");
            }
            for (long from = 0; from < options.rows(); from += DIGITS) {
                statement.execute("INSERT INTO item SELECT (n + " + from + ") " + id + ", ((n * 7919 + " + from + ") % "
                        + parents()
                        + ") " + id + ", CONCAT('template-', n % 500), n % 99, n % 1000, REPEAT('a', 60 + n % 50),"
                        + " '2026-01-01' + INTERVAL n SECOND FROM digits WHERE n + " + from + " < " + options.rows()
                        + " ORDER BY n");
            }
            statement.execute("DROP TABLE digits");
            statement.execute("ANALYZE TABLE player, item");
        }
    }

    private void dropAll() throws SQLException {
        try (Connection session = server.session();
                Statement statement = session.createStatement()) {
            for (int source = 1; source <= options.sources(); source++) {
                statement.execute("DROP DATABASE IF EXISTS " + dialect.quote(source(source)));
            }
            statement.execute("DROP DATABASE IF EXISTS " + dialect.quote(TARGET));
        }
    }

    private double plainCopy(int sources) throws SQLException {
        drop(TARGET);
        create(TARGET);
        try (Connection session = server.session();
                Statement statement = statementIn(session, TARGET)) {
            for (String table : TABLES) {
                statement.execute(table);
            }
            long start = System.nanoTime();
            for (int source = 1; source <= sources; source++) {
                for (String table : List.of("player", "item")) {
                    statement.execute("INSERT INTO " + dialect.table(TARGET, table) + " SELECT * FROM "
                            + dialect.table(source(source), table));
                }
            }
            return seconds(start);
        }
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private boolean durable() throws SQLException {
        try (Connection session = server.session();
                Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@innodb_flush_log_at_trx_commit")) {
            return row.next() && row.getInt(1) == 1;
        }
    }

    // -------------------------------------------------------------------------------------------------------- merge

    private Merge merge(String mode, IdPolicy ids, boolean resume)
            throws SQLException, IOException, InterruptedException {
        Path folder = Files.createTempDirectory("server-merge-bench");
        try {
            drop(TARGET);
            tell("plan " + mode);
            long start = System.nanoTime();
            PlanFile plan = MergePlanner.plan(config(ids), password, folder.resolve("plan.json"), progress);
            double planSeconds = seconds(start);
            if (!plan.plan().runnable()) {
                throw new IllegalStateException(
                        "the bench's own plan has errors: " + plan.plan().findings());
            }
            double resumeSeconds = resume ? resume(plan) : 0;
            drop(TARGET);
            CopyClock clock = new CopyClock(progress);
            start = System.nanoTime();
            MergeRun.carryOut(plan, password, clock);
            double runSeconds = seconds(start);
            double verify = verify(plan, 1);
            double verifyFour = verify(plan, 4);
            return new Merge(
                    mode,
                    plan.plan().tables().stream()
                            .mapToLong(table -> table.copied())
                            .sum(),
                    planSeconds,
                    runSeconds,
                    clock.seconds(),
                    verify,
                    verifyFour,
                    resumeSeconds);
        } finally {
            try (var files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(folder);
        }
    }

    private void create(String database) throws SQLException {
        try (Connection session = server.session();
                Statement statement = session.createStatement()) {
            statement.execute("CREATE DATABASE " + dialect.quote(database));
        }
    }

    /** A statement keeps the database that its session had when it was made. */
    private Statement statementIn(Connection session, String database) throws SQLException {
        dialect.use(session, database);
        return session.createStatement();
    }

    private void drop(String database) throws SQLException {
        try (Connection session = server.session();
                Statement statement = session.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + dialect.quote(database));
        }
    }

    private double verify(PlanFile plan, int threads) throws SQLException, InterruptedException {
        tell("verify with " + threads + (threads == 1 ? " session" : " sessions"));
        long start = System.nanoTime();
        VerificationResult result = MergeVerification.verify(plan, password, threads, progress);
        if (!result.fine()) {
            throw new IllegalStateException("the bench's own merge is not what was planned: " + result.faults());
        }
        return seconds(start);
    }

    /** Breaks a run off half way and tells how long the next one takes to its first chunk. */
    private double resume(PlanFile plan) throws SQLException, IOException, InterruptedException {
        tell("break a run off");
        try {
            MergeRun.carryOut(plan, password, halfWay -> {
                if (halfWay.step().equals("copy rows") && halfWay.done() > halfWay.total() / 2) {
                    throw new BrokenOff();
                }
            });
        } catch (BrokenOff expected) {
            tell("resume it");
        }
        CopyClock clock = new CopyClock(progress);
        long start = System.nanoTime();
        MergeRun.carryOut(plan, password, clock);
        return (clock.firstNanos() - start) / 1e9;
    }

    private static final class BrokenOff extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private MergeConfig config(IdPolicy ids) {
        Map<String, String> sources = new LinkedHashMap<>();
        for (int source = 1; source <= options.sources(); source++) {
            sources.put("s" + source, source(source));
        }
        TableConfig table = new TableConfig(TableClass.UNION, ids, null, null, List.of());
        return new MergeConfig(
                options.server(),
                sources,
                TARGET,
                Map.of("*", table),
                List.of(),
                List.of(),
                options.execution(),
                Fingerprint.COUNTS,
                StoredObjects.AFTER_LOAD,
                StoredObjects.AFTER_LOAD,
                List.of(new AcceptedFinding("NOT_SEARCHED", "*", "the rows are of this benchmark")),
                ConfigLines.NONE);
    }

    /** Notes when rows are copied. */
    private static final class CopyClock implements MergeProgress.Listener {
        private final MergeProgress.Listener next;
        private volatile long first;
        private volatile long last;

        CopyClock(MergeProgress.Listener next) {
            this.next = next;
        }

        @Override
        public void progressed(MergeProgress now) {
            if (now.step().equals("copy rows")) {
                last = System.nanoTime();
                if (first == 0) {
                    first = last;
                }
            }
            next.progressed(now);
        }

        long firstNanos() {
            return first;
        }

        double seconds() {
            return (last - first) / 1e9;
        }
    }
}
