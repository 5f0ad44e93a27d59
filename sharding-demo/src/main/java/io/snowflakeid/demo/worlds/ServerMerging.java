package io.snowflakeid.demo.worlds;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.PrivateFile;
import io.snowflakeid.commandline.ProgressLines;
import io.snowflakeid.demo.databases.TableScript;
import io.snowflakeid.demo.worlds.WorldsResult.Merged;
import io.snowflakeid.demo.worlds.WorldsResult.ReferenceResult;
import io.snowflakeid.demo.worlds.WorldsResult.ServerMergeResult;
import io.snowflakeid.merge.MergePlanned;
import io.snowflakeid.merge.MergePlanned.Ids;
import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.ServerMerge;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The same servers are merged by server-merge, as {@code merge.yaml} says: it moves ids that clash and keeps those that do not. It
 * copies inside one server, into a database beside the sources, which is dropped afterwards.
 */
final class ServerMerging {

    private static final List<World> WORLDS = List.of(World.AUTO_INCREMENT, World.SNOWFLAKE);

    private final List<Database> databases;
    private final Path report;
    private final ProgressLines progress;

    /** The databases of the servers, then one more; configurations and plans stay in the folder of the report. */
    ServerMerging(List<Database> databases, Path report, ProgressLines progress) {
        this.databases = databases;
        this.report = report;
        this.progress = progress;
    }

    ServerMergeResult run() throws SQLException, InterruptedException {
        if (databases.stream().map(ServerMerging::login).distinct().count() > 1) {
            return notShown(
                    "the four databases are not on one server, or not one user's, and server-merge copies inside"
                            + " one server: pass --mysql with four databases of one server and user");
        }
        List<Merged> worlds = new ArrayList<>();
        try (Connection connection = databases.get(WorldsStory.SERVERS).connect();
                Statement statement = connection.createStatement()) {
            for (World world : WORLDS) {
                String target =
                        "snowflakeid_demo_" + UUID.randomUUID().toString().substring(0, 8);
                try {
                    statement.execute("CREATE SCHEMA " + target);
                } catch (SQLException e) {
                    return notShown("the user may not create a database to merge into (error " + e.getErrorCode()
                            + "): grant CREATE on databases called snowflakeid_demo_%");
                }
                try {
                    worlds.add(merge(world, connection, target));
                } finally {
                    statement.execute("DROP SCHEMA IF EXISTS " + target + (isEmbedded() ? " CASCADE" : ""));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("server-merge could not write its plan: " + e.getMessage(), e);
        }
        return new ServerMergeResult(null, List.copyOf(worlds));
    }

    private boolean isEmbedded() {
        return databases.get(0).url().startsWith("jdbc:h2:");
    }

    /** The address of the server, without one of its databases, and the user. */
    private static List<String> login(Database database) {
        return List.of(address(database), database.user());
    }

    private static String address(Database database) {
        return database.url().replaceFirst(";SCHEMA=\\w+$", "").replaceFirst("^(jdbc:mysql://[^/]+/)[^?]*", "$1");
    }

    private static String schema(Database database) {
        return database.url()
                .replaceFirst("^jdbc:h2:.*;SCHEMA=", "")
                .replaceFirst("^jdbc:mysql://[^/]+/([^?]*).*", "$1");
    }

    private static ServerMergeResult notShown(String why) {
        return new ServerMergeResult(why, List.of());
    }

    private Merged merge(World world, Connection connection, String target)
            throws SQLException, IOException, InterruptedException {
        long start = System.nanoTime();
        Path folder = Files.createDirectories(report.resolve("server-merge-" + world.prefix()));
        Path password =
                PrivateFile.write(folder.resolve("password"), databases.get(0).password());
        Path plan = folder.resolve("plan.json");
        List<String> faults = new ArrayList<>();
        try {
            ServerMerge merge = new ServerMerge();
            MergePlanned planned = merge.plan(config(world, folder, password, target), plan, step -> tell(world, step));
            if (planned.runnable()) {
                merge.run(plan, null, step -> tell(world, step));
                faults.addAll(
                        merge.verify(plan, null, 2, step -> tell(world, step)).faults());
            } else {
                planned.findings().forEach(finding -> faults.add(finding.subject() + ": " + finding.message()));
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            return account(world, connection, target, way(world, planned), faults, seconds);
        } finally {
            Files.delete(password);
        }
    }

    private void tell(World world, MergeProgress step) {
        progress.show(world.title() + ", server-merge: " + step.step(), step.done(), step.total());
    }

    /** Writes {@code merge.yaml} with what differs from run to run filled in. */
    private Path config(World world, Path folder, Path password, String target) throws IOException {
        String text = TableScript.text(ServerMerging.class, "merge.yaml")
                .replace("${url}", address(databases.get(0)))
                .replace("${user}", databases.get(0).user())
                .replace("${password-file}", password.toString())
                .replace("${target}", target)
                .replace("${world}", world.prefix());
        for (int i = 0; i < WorldsStory.SERVERS; i++) {
            text = text.replace("${s" + (i + 1) + "}", schema(databases.get(i)));
        }
        return Files.writeString(folder.resolve("merge.yaml"), text);
    }

    /** By SQL of the demo's own. */
    private Merged account(
            World world, Connection connection, String target, String way, List<String> faults, double seconds)
            throws SQLException {
        long sourceRows = 0;
        long mergedRows = 0;
        List<ReferenceResult> references = new ArrayList<>();
        for (String table : Game.TABLES.names()) {
            for (Database source : databases.subList(0, WorldsStory.SERVERS)) {
                sourceRows += Game.count(connection, schema(source) + "." + world.table(table));
            }
            if (faults.isEmpty()) {
                mergedRows += Game.count(connection, target + "." + world.table(table));
                references.addAll(Game.follow(connection, world, table, target + "."));
            }
        }
        return new Merged(
                world.title(),
                way,
                sourceRows,
                mergedRows,
                references.stream().mapToLong(ReferenceResult::checked).sum(),
                references.stream().mapToLong(ReferenceResult::dangling).sum(),
                references.stream().mapToLong(ReferenceResult::mislinked).sum(),
                List.copyOf(faults),
                seconds);
    }

    private static String way(World world, MergePlanned planned) {
        List<Ids> ours = planned.ids().stream()
                .filter(ids -> ids.column().startsWith(world.prefix()))
                .toList();
        if (ours.stream().allMatch(ids -> ids.mode().equals("keep"))) {
            return "all ids kept: " + ours.stream().map(Ids::why).distinct().collect(Collectors.joining("; "));
        }
        return ours.stream()
                .filter(ids -> ids.column().equals(world.table("players.id")))
                .map(ids -> "ids moved by an offset for each server, those of players by "
                        + ids.shifts().stream()
                                .map(shift -> String.format(Locale.ROOT, "%,d", shift))
                                .collect(Collectors.joining(" / ")))
                .findFirst()
                .orElse("ids moved");
    }
}
