package io.snowflakeid.demo.merge;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.merge.GameTable.Reference;
import io.snowflakeid.demo.merge.ServerMergeResult.Merged;
import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.config.ColumnNames;
import io.snowflakeid.merge.config.ConfigLines;
import io.snowflakeid.merge.config.ExecutionConfig;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.config.MergeConfig.Fingerprint;
import io.snowflakeid.merge.config.MergeConfig.StoredObjects;
import io.snowflakeid.merge.config.ReferenceConfig;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.ServerConfig;
import io.snowflakeid.merge.config.TableConfig;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.copy.MergeRun;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.planning.MergePlanner;
import io.snowflakeid.merge.verify.MergeVerification;
import io.snowflakeid.merge.VerificationResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The same servers are merged by server-merge, which moves ids that clash and keeps those that do not.
 *
 * <p>It copies inside one server. Embedded databases are copied into schemas of one more, which is removed afterwards; of MySQL the
 * databases themselves are read, if one server has all of them, and what is made is a database beside them, dropped afterwards.
 */
final class ServerMergeTrial {

    private static final List<World> WORLDS = List.of(World.AUTO_INCREMENT, World.SNOWFLAKE);
    private static final Pattern ADDRESS = Pattern.compile("(jdbc:(?:mysql|mariadb)://[^/?]+/)([^?]+)(\\?.*)?");
    private static final String SETTINGS = ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE";

    private final List<Database> databases;
    private final Consumer<MergeProgress> progress;
    private final Path folder;

    private ServerMergeTrial(List<Database> databases, Consumer<MergeProgress> progress, Path folder) {
        this.databases = databases;
        this.progress = progress;
        this.folder = folder;
    }

    /** Merges the worlds whose tables the databases have. */
    static ServerMergeResult run(List<Database> databases, Consumer<MergeProgress> progress) throws SQLException {
        try {
            Path folder = Files.createTempDirectory("snowflakeid-demo-merge");
            try {
                ServerMergeTrial trial = new ServerMergeTrial(databases, progress, folder);
                return databases.get(0).url().startsWith("jdbc:h2:") ? trial.onH2() : trial.onMySql();
            } finally {
                remove(folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("server-merge could not write its plan: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while server-merge was at work", e);
        }
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    // ------------------------------------------------------------------------------------------------------ embedded

    private ServerMergeResult onH2() throws SQLException, IOException, InterruptedException {
        List<Merged> worlds = new ArrayList<>();
        for (World world : WORLDS) {
            Database one = new Database(
                    "one",
                    "jdbc:h2:file:" + folder.toAbsolutePath() + "/" + world.prefix() + "one" + SETTINGS,
                    "sa",
                    "");
            // the database lives as long as a connection to it
            try (Connection open = one.connect()) {
                Map<String, String> sources = new LinkedHashMap<>();
                for (int i = 0; i < MergeScenario.SERVERS; i++) {
                    sources.put("s" + (i + 1), "server_" + (i + 1));
                    copy(world, databases.get(i), open, "server_" + (i + 1));
                }
                worlds.add(merge(world, one, open, sources, "merged"));
            }
        }
        return new ServerMergeResult(null, List.copyOf(worlds));
    }

    private void copy(World world, Database server, Connection into, String schema) throws SQLException {
        try (Statement statement = into.createStatement();
                Connection from = server.connect()) {
            statement.execute("CREATE SCHEMA " + schema);
            into.setSchema(schema);
            into.setAutoCommit(false);
            for (GameTable table : GameTable.values()) {
                statement.execute("CREATE TABLE " + table.nameIn(world) + " " + table.definition(world));
                new PlainCopy(world, into).copy(from, table, rows -> {});
            }
            into.setAutoCommit(true);
        }
    }

    // --------------------------------------------------------------------------------------------------------- MySQL

    private ServerMergeResult onMySql() throws SQLException, IOException, InterruptedException {
        List<Matcher> addresses = databases.stream()
                .map(database -> ADDRESS.matcher(database.url()))
                .filter(Matcher::matches)
                .toList();
        boolean oneServer = addresses.size() == databases.size()
                && addresses.stream()
                                .map(address -> address.group(1))
                                .distinct()
                                .count()
                        == 1
                && databases.stream().map(Database::user).distinct().count() == 1;
        if (!oneServer) {
            return notShown(
                    "the four databases are not on one server, or not one user's, and server-merge copies inside one"
                            + " server: pass --mysql with four databases of one server and user");
        }
        Map<String, String> sources = new LinkedHashMap<>();
        for (int i = 0; i < MergeScenario.SERVERS; i++) {
            sources.put("s" + (i + 1), addresses.get(i).group(2));
        }
        String target = "snowflakeid_demo_" + UUID.randomUUID().toString().substring(0, 8);
        Database one = databases.get(MergeScenario.SERVERS);
        try (Connection open = one.connect();
                Statement statement = open.createStatement()) {
            try {
                statement.execute("CREATE DATABASE " + target);
            } catch (SQLException e) {
                return notShown("the user may not create a database to merge into (error " + e.getErrorCode()
                        + "): grant CREATE on databases called snowflakeid_demo_%");
            }
            try {
                List<Merged> worlds = new ArrayList<>();
                for (World world : WORLDS) {
                    worlds.add(merge(world, one, open, sources, target));
                    statement.execute("DROP DATABASE " + target);
                }
                return new ServerMergeResult(null, List.copyOf(worlds));
            } finally {
                statement.execute("DROP DATABASE IF EXISTS " + target);
            }
        }
    }

    private static ServerMergeResult notShown(String why) {
        return new ServerMergeResult(why, List.of());
    }

    // --------------------------------------------------------------------------------------------------------- merge

    private Merged merge(World world, Database server, Connection open, Map<String, String> sources, String target)
            throws SQLException, IOException, InterruptedException {
        long start = System.nanoTime();
        String password = server.password();
        MergeConfig config = config(world, server, sources, target);
        PlanFile plan = MergePlanner.plan(
                config, password, folder.resolve(world.prefix() + "plan.json"), step -> tell(world, step));
        List<String> faults = new ArrayList<>(plan.plan().findings().stream()
                .filter(finding -> finding.severity() == Finding.Severity.ERROR)
                .map(finding -> finding.subject() + ": " + finding.message())
                .toList());
        if (faults.isEmpty()) {
            MergeRun.carryOut(plan, password, step -> tell(world, step));
            VerificationResult result = MergeVerification.verify(plan, password, 2, step -> tell(world, step));
            faults.addAll(result.faults());
        }
        return account(world, open, sources, target, plan, faults, (System.nanoTime() - start) / 1e9);
    }

    private void tell(World world, io.snowflakeid.merge.MergeProgress step) {
        progress.accept(new MergeProgress(world.title() + ", server-merge: " + step.step(), step.done(), step.total()));
    }

    /** The tables of other worlds, and whatever else is there, stay behind. */
    private static MergeConfig config(World world, Database server, Map<String, String> sources, String target) {
        Map<String, TableConfig> tables = new LinkedHashMap<>();
        List<ReferenceConfig> references = new ArrayList<>();
        for (GameTable table : GameTable.values()) {
            tables.put(table.nameIn(world), TableConfig.UNION);
            for (Reference reference : table.references()) {
                references.add(new ReferenceConfig(
                        new ColumnNames(table.nameIn(world), List.of(reference.column())),
                        new ColumnNames(reference.parent().nameIn(world), List.of("id")),
                        null,
                        List.of(),
                        Orphans.FAIL,
                        null));
            }
        }
        tables.put("*", new TableConfig(TableClass.SKIP, IdPolicy.AUTO, null, null, List.of()));
        return new MergeConfig(
                new ServerConfig(server.url(), server.user(), null, null),
                sources,
                target,
                tables,
                references,
                List.of(),
                ExecutionConfig.DEFAULT,
                Fingerprint.COUNTS,
                StoredObjects.LEAVE_OUT,
                StoredObjects.LEAVE_OUT,
                List.of(),
                ConfigLines.NONE);
    }

    // ------------------------------------------------------------------------------------------------------- account

    /** By SQL of the demo's own. */
    private static Merged account(
            World world,
            Connection open,
            Map<String, String> sources,
            String target,
            PlanFile plan,
            List<String> faults,
            double seconds)
            throws SQLException {
        long sourceRows = 0;
        long mergedRows = 0;
        long[] references = new long[3];
        for (GameTable table : GameTable.values()) {
            for (String source : sources.values()) {
                sourceRows += numbers(open, "SELECT COUNT(*) FROM " + source + "." + table.nameIn(world))[0];
            }
            if (faults.isEmpty()) {
                mergedRows += numbers(open, "SELECT COUNT(*) FROM " + target + "." + table.nameIn(world))[0];
                for (Reference reference : table.references()) {
                    long[] checked = numbers(open, table.check(world, reference, target + "."));
                    for (int i = 0; i < references.length; i++) {
                        references[i] += checked[i];
                    }
                }
            }
        }
        return new Merged(
                world.title(),
                way(world, plan),
                sourceRows,
                mergedRows,
                references[0],
                references[1],
                references[2],
                List.copyOf(faults),
                seconds);
    }

    private static long[] numbers(Connection open, String query) throws SQLException {
        try (Statement statement = open.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            long[] numbers = new long[row.getMetaData().getColumnCount()];
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = row.getLong(i + 1);
            }
            return numbers;
        }
    }

    private static String way(World world, PlanFile plan) {
        List<IdDomain> domains = plan.plan().domains().stream()
                .filter(domain -> domain.name().startsWith(world.prefix()))
                .toList();
        if (domains.stream().allMatch(domain -> domain.mode() == IdMode.KEEP)) {
            return "all ids kept: "
                    + domains.stream().map(IdDomain::why).distinct().collect(Collectors.joining("; "));
        }
        String players = GameTable.PLAYERS.nameIn(world) + ".id";
        return domains.stream()
                .filter(domain -> domain.name().equals(players) && domain.mode() == IdMode.OFFSET)
                .findFirst()
                .map(domain -> "ids moved by an offset for each server, those of players by "
                        + domain.sources().stream()
                                .map(SourceIds::shift)
                                .map(shift -> String.format(Locale.ROOT, "%,d", shift))
                                .collect(Collectors.joining(" / ")))
                .orElse("ids moved");
    }
}
