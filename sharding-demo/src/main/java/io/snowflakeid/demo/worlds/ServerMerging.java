package io.snowflakeid.demo.worlds;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.PrivateFile;
import io.snowflakeid.commandline.ProgressLines;
import io.snowflakeid.demo.databases.Tables;
import io.snowflakeid.demo.worlds.Game.References;
import io.snowflakeid.demo.worlds.WorldsResult.Merged;
import io.snowflakeid.demo.worlds.WorldsResult.ServerMergeResult;
import io.snowflakeid.merge.MergePlanned;
import io.snowflakeid.merge.MergePlanned.Ids;
import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.ServerMerge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The same servers are merged by server-merge, as {@code merge.yaml} says: it moves ids that clash and keeps those that do not. It
 * copies inside one server, into a database beside the sources, which is dropped afterwards.
 *
 * @param databases those of the servers, then one more
 * @param report the folder where configurations and plans stay
 */
record ServerMerging(List<Database> databases, Path report, ProgressLines progress) {

    private static final int SESSIONS = 2;

    /** Merges worlds with so many rows each. */
    ServerMergeResult run(Map<World, Long> rows) throws SQLException, IOException, InterruptedException {
        if (databases.stream()
                        .map(each -> server(each) + each.user())
                        .distinct()
                        .count()
                > 1) {
            return notShown("the four databases are not on one server, or not one user's, and server-merge copies"
                    + " inside one server: pass --mysql with four databases of one server and user");
        }
        List<Merged> worlds = new ArrayList<>();
        try (Connection connection = databases.get(0).connect();
                Statement statement = connection.createStatement()) {
            for (Map.Entry<World, Long> world : rows.entrySet()) {
                String target =
                        "snowflakeid_demo_" + UUID.randomUUID().toString().substring(0, 8);
                try {
                    statement.execute("CREATE SCHEMA " + target);
                } catch (SQLException e) {
                    return notShown("the user may not create a database to merge into (error " + e.getErrorCode()
                            + "): grant CREATE on databases called snowflakeid_demo_%");
                }
                try {
                    worlds.add(merge(world.getKey(), world.getValue(), target));
                } finally {
                    boolean embedded = databases.get(0).url().startsWith("jdbc:h2:");
                    statement.execute("DROP SCHEMA IF EXISTS " + target + (embedded ? " CASCADE" : ""));
                }
            }
        }
        return new ServerMergeResult(null, worlds);
    }

    /** The address of a server, without one of its databases. */
    private static String server(Database database) {
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

    private Merged merge(World world, long rows, String target) throws SQLException, IOException, InterruptedException {
        Path folder = Files.createDirectories(report.resolve("server-merge-" + world.prefix()));
        Path password = folder.resolve("password");
        Path plan = folder.resolve("plan.json");
        try {
            PrivateFile.write(password, databases.get(0).password());
            ServerMerge merge = new ServerMerge();
            MergePlanned planned = merge.plan(config(world, folder, password, target), plan, step -> tell(world, step));
            if (!planned.runnable()) {
                List<String> faults = planned.findings().stream()
                        .map(finding -> finding.subject() + ": " + finding.message())
                        .toList();
                return new Merged(world.title(), "not merged", rows, rows, 0, 0, 0, faults);
            }
            merge.run(plan, null, step -> tell(world, step));
            List<String> faults = merge.verify(plan, null, SESSIONS, step -> tell(world, step))
                    .faults();
            long lost = rows - Game.rows(databases.get(0), world, target + ".");
            References found = Game.follow(databases.get(0), world, target + ".");
            return new Merged(
                    world.title(),
                    way(world, planned),
                    rows,
                    lost,
                    found.followed(),
                    found.dangling(),
                    found.mislinked(),
                    faults);
        } finally {
            Files.deleteIfExists(password);
        }
    }

    private void tell(World world, MergeProgress step) {
        progress.show(world.title() + ", server-merge: " + step.step(), step.done(), step.total());
    }

    /** Writes {@code merge.yaml} with what differs from run to run filled in. */
    private Path config(World world, Path folder, Path password, String target) throws IOException {
        String text = Tables.text(ServerMerging.class, "merge.yaml")
                .replace("${url}", server(databases.get(0)))
                .replace("${user}", databases.get(0).user())
                .replace("${password-file}", password.toString())
                .replace("${target}", target)
                .replace("${world}", world.prefix());
        for (int i = 0; i < WorldsStory.SERVERS; i++) {
            text = text.replace("${s" + (i + 1) + "}", schema(databases.get(i)));
        }
        return Files.writeString(folder.resolve("merge.yaml"), text);
    }

    /** What became of the ids of players; those of the other tables go the same way. */
    private static String way(World world, MergePlanned planned) {
        Ids players = planned.ids().stream()
                .filter(ids -> ids.column().equals(world.table("players.id")))
                .findFirst()
                .orElseThrow();
        return players.mode().equals("keep")
                ? "all ids kept: " + players.why()
                : "ids moved by an offset for each server, those of players by " + players.shifts();
    }
}
