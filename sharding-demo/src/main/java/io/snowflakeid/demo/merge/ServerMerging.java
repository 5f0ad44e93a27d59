package io.snowflakeid.demo.merge;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.PrivateFile;
import io.snowflakeid.commandline.ProgressLines;
import io.snowflakeid.demo.databases.Tables;
import io.snowflakeid.demo.merge.GameTables.References;
import io.snowflakeid.demo.merge.MergeResult.Merged;
import io.snowflakeid.demo.merge.MergeResult.ServerMergeResult;
import io.snowflakeid.merge.MergePlanned;
import io.snowflakeid.merge.MergePlanned.Ids;
import io.snowflakeid.merge.ServerMerge;
import io.snowflakeid.merge.result.MergeProgress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Merges the databases of the game servers by server-merge into a new database, and drops the new database after verification.
 *
 * @param databases the databases of the three servers, followed by an unused database
 * @param report the folder for the files of server-merge
 */
record ServerMerging(List<Database> databases, Path report, ProgressLines progress) {

    private static final int SESSIONS = 2;

    /** Merges the servers once for each kind of ids. The argument {@code rows} maps each kind of ids to the expected number of rows. */
    ServerMergeResult run(Map<IdStrategy, Long> rows) throws SQLException, IOException, InterruptedException {
        if (databases.stream()
                        .map(each -> server(each) + each.user())
                        .distinct()
                        .count()
                > 1) {
            return skipped("the four databases are not on one server, or have several users, and server-merge copies"
                    + " inside one server: pass --mysql with four databases of one server and user");
        }
        List<Merged> merges = new ArrayList<>();
        try (Connection connection = databases.get(0).connect();
                Statement statement = connection.createStatement()) {
            for (Map.Entry<IdStrategy, Long> kind : rows.entrySet()) {
                String target = "snowflakeid_demo_" + Long.toHexString(System.nanoTime());
                try {
                    statement.execute("CREATE SCHEMA " + target);
                } catch (SQLException e) {
                    return skipped("the user may not create a database to merge into (error " + e.getErrorCode()
                            + "): grant CREATE on databases called snowflakeid_demo_%");
                }
                try {
                    merges.add(merge(kind.getKey(), kind.getValue(), target));
                } finally {
                    boolean embedded = databases.get(0).url().startsWith("jdbc:h2:");
                    statement.execute("DROP SCHEMA IF EXISTS " + target + (embedded ? " CASCADE" : ""));
                }
            }
        }
        return new ServerMergeResult(null, merges);
    }

    /** Returns the address of the database server, without the name of the database or schema. */
    private static String server(Database database) {
        return database.url().replaceFirst(";SCHEMA=\\w+$", "").replaceFirst("^(jdbc:mysql://[^/]+/)[^?]*", "$1");
    }

    private static String schema(Database database) {
        return database.url()
                .replaceFirst("^jdbc:h2:.*;SCHEMA=", "")
                .replaceFirst("^jdbc:mysql://[^/]+/([^?]*).*", "$1");
    }

    private static ServerMergeResult skipped(String why) {
        return new ServerMergeResult(why, List.of());
    }

    private Merged merge(IdStrategy kind, long rows, String target)
            throws SQLException, IOException, InterruptedException {
        Path folder = Files.createDirectories(report.resolve("server-merge-" + kind.prefix()));
        Path password = folder.resolve("password");
        Path plan = folder.resolve("plan.json");
        try {
            PrivateFile.write(password, databases.get(0).password());
            ServerMerge merge = new ServerMerge();
            MergePlanned planned = merge.plan(config(kind, folder, password, target), plan, step -> show(kind, step));
            if (!planned.runnable()) {
                List<String> faults = planned.findings().stream()
                        .map(finding -> finding.subject() + ": " + finding.message())
                        .toList();
                return new Merged(kind.title(), "not merged", rows, rows, 0, 0, 0, faults);
            }
            merge.run(plan, null, step -> show(kind, step));
            List<String> faults =
                    merge.verify(plan, null, SESSIONS, step -> show(kind, step)).faults();
            long lost = rows - GameTables.rows(databases.get(0), kind, target + ".");
            References found = GameTables.follow(databases.get(0), kind, target + ".");
            return new Merged(
                    kind.title(),
                    mapping(kind, planned),
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

    private void show(IdStrategy kind, MergeProgress step) {
        progress.show(kind.title() + ", server-merge: " + step.step(), step.done(), step.total());
    }

    private Path config(IdStrategy kind, Path folder, Path password, String target) throws IOException {
        String text = Tables.text(ServerMerging.class, "merge.yaml")
                .replace("${url}", server(databases.get(0)))
                .replace("${user}", databases.get(0).user())
                .replace("${password-file}", password.toString())
                .replace("${target}", target)
                .replace("${ids}", kind.prefix());
        for (int i = 0; i < MergeScenario.SERVERS; i++) {
            text = text.replace("${s" + (i + 1) + "}", schema(databases.get(i)));
        }
        return Files.writeString(folder.resolve("merge.yaml"), text);
    }

    /** Describes how the merge changes the ids of players. */
    private static String mapping(IdStrategy kind, MergePlanned planned) {
        Ids players = planned.ids().stream()
                .filter(ids -> ids.column().equals(kind.table("players.id")))
                .findFirst()
                .orElseThrow();
        return players.mode().equals("keep")
                ? "all ids kept: " + players.why()
                : "ids shifted by an offset for each server, those of players by " + players.shifts();
    }
}
