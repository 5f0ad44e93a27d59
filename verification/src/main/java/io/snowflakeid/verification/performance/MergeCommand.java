package io.snowflakeid.verification.performance;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseKind;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.Page;
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
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.h2.store.fs.FileUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "merge",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = {
            "Measures server-merge, compared with the server's own INSERT ... SELECT of the same rows, on MySQL or MariaDB.",
            "Creates databases whose names begin with server_merge_bench_, and drops them."
        })
public final class MergeCommand implements Callable<Integer> {

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

    @Mixin
    private ServerOptions server = new ServerOptions();

    @Option(names = "--sources", description = "Number of servers, 2 to 20.")
    private int sources = 2;

    @Option(
            names = "--rows",
            description = "Rows of the large table per server, at least 1000; the other table has a tenth.")
    private long rows = 1_000_000;

    @Option(names = "--json", description = "Print the figures as JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** @param copyRate the rows per second of {@code INSERT SELECT} statements that copy the rows into empty tables with all indexes */
    record Figures(String product, boolean durable, long rows, double copyRate, List<Merge> merges) {}

    /** The result of a merge of all sources. */
    record Merge(String ids, double planSeconds, double runSeconds, double verifySeconds, double verifyFourSeconds) {}

    @Override
    public Integer call() throws SQLException, IOException, InterruptedException {
        CommandFailure.requireBetween("--sources", sources, 2, 20, "");
        CommandFailure.requireBetween("--rows", rows, 1_000, 1_000_000_000, "");
        server.reach(DatabaseKind.MYSQL, DatabaseKind.MARIADB);
        Path folder = Files.createTempDirectory("server-merge-bench");
        Figures figures;
        try {
            figures = measure(folder);
        } finally {
            FileUtils.deleteRecursive(folder.toString(), false);
            dropAll();
        }
        spec.commandLine()
                .getOut()
                .print(json ? Page.json(figures) : Page.text(figures, MergeCommand.class, "merge.txt.ftl"));
        return ExitCode.FINE;
    }

    private void show(String step) {
        spec.commandLine().getErr().println(step);
    }

    private Figures measure(Path folder) throws SQLException, IOException, InterruptedException {
        dropAll();
        for (int source = 1; source <= sources; source++) {
            show("fill source " + source);
            fill(source);
        }
        long all = (rows + parents()) * sources;
        // the first copy loads the rows into memory, so that the measured copy does not read from disk
        show("warm up");
        plainCopy();
        show("plain copy");
        double copyRate = all / plainCopy();
        List<Merge> merges = new ArrayList<>();
        for (String ids : List.of("keep", "offset", "map")) {
            merges.add(merge(folder, ids));
        }
        return new Figures(server.reached().version(), durable(), all, copyRate, merges);
    }

    private static String source(int number) {
        return PREFIX + "s" + number;
    }

    private long parents() {
        return rows / 10;
    }

    private boolean durable() throws SQLException {
        try (Connection session = server.reached().connect();
                Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@innodb_flush_log_at_trx_commit")) {
            return row.next() && row.getInt(1) == 1;
        }
    }

    private void execute(String... statements) throws SQLException {
        BenchDatabase.execute(server.reached(), statements);
    }

    private void dropAll() throws SQLException {
        for (int source = 1; source <= sources; source++) {
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
        String id = " * " + sources + " + " + source;
        insert(
                database,
                parents(),
                "player SELECT (n + %1$d)" + id + ", CONCAT('player-" + source
                        + "-', n + %1$d), n %% 100, n * 37, '2026-01-01'");
        insert(
                database,
                rows,
                "item SELECT (n + %1$d)" + id + ", ((n * 7919 + %1$d) %% " + parents() + ")" + id
                        + ", CONCAT('template-', n %% 500), n %% 99, n %% 1000, REPEAT('a', 60 + n %% 50),"
                        + " '2026-01-01' + INTERVAL n SECOND");
        execute("DROP TABLE " + database + "digits", "ANALYZE TABLE " + database + "player, " + database + "item");
    }

    private void insert(String database, long count, String select) throws SQLException {
        for (long from = 0; from < count; from += DIGITS) {
            execute("INSERT INTO " + database + select.formatted(from) + " FROM " + database + "digits WHERE n + "
                    + from + " < " + count + " ORDER BY n");
        }
    }

    private double plainCopy() throws SQLException {
        create(TARGET);
        long start = System.nanoTime();
        for (int source = 1; source <= sources; source++) {
            for (String table : List.of(".player", ".item")) {
                execute("INSERT INTO " + TARGET + table + " SELECT * FROM " + source(source) + table);
            }
        }
        return secondsSince(start);
    }

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private Merge merge(Path folder, String ids) throws SQLException, IOException, InterruptedException {
        show("merge with ids " + ids);
        execute(DROP + TARGET);
        Path config = config(folder, ids);
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

    private Path config(Path folder, String ids) throws IOException {
        Database reached = server.reached();
        Path password = PrivateFile.write(folder.resolve("password"), reached.password());
        String url = reached.url().replaceFirst("(//[^/]+/)[^?]*", "$1");
        String yaml = "server: { url: '" + url.replace("'", "''") + "', user: '"
                + reached.user().replace("'", "''")
                + "', password-file: '" + password + "' }\nsources:\n"
                + IntStream.rangeClosed(1, sources)
                        .mapToObj(source -> "  s" + source + ": " + source(source) + "\n")
                        .collect(Collectors.joining())
                + "target: " + TARGET + "\ntables: { '*': { ids: " + ids + " } }\n";
        return Files.writeString(folder.resolve(ids + ".yaml"), yaml);
    }

    private static double verify(Path plan, int sessions) throws SQLException, IOException, InterruptedException {
        long start = System.nanoTime();
        VerificationResult result = MERGE.verify(plan, null, sessions, each -> {});
        if (!result.fine()) {
            throw new IllegalStateException("the benchmark's merge differs from its plan: " + result.faults());
        }
        return secondsSince(start);
    }
}
