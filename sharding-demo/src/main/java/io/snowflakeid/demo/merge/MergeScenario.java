package io.snowflakeid.demo.merge;

import io.snowflakeid.demo.DemoDatabase;
import io.snowflakeid.demo.merge.MergeResult.WorldResult;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Three game servers are merged into one database, three times over: with ids that each database counts, with the Snowflake class
 * that people copy, and with ours.
 */
public final class MergeScenario {

    /** How many game servers there are; one more database takes them all in. */
    public static final int SERVERS = 3;

    private static final List<String> LEDGER_TABLES = List.of("snowflake_worker", "snowflake_namespace");

    private MergeScenario() {}

    /**
     * Plays and merges the three worlds. The tables stay, for those who want to look; see {@link #dropTables}.
     *
     * @param databases one for each server, then the one that they are merged into; none has a table of {@link #tableNames()}
     * @param progress told now and then, by several threads at once
     */
    public static MergeResult run(List<DemoDatabase> databases, MergeOptions options, Consumer<MergeProgress> progress)
            throws SQLException {
        long start = System.nanoTime();
        List<WorldResult> results = new ArrayList<>();
        for (World world : World.values()) {
            createTables(world, databases);
            results.add(new WorldMerge(world, databases, options, progress).run());
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        return new MergeResult(options.players(), results.get(0), results.get(1), results.get(2), seconds);
    }

    private static void createTables(World world, List<DemoDatabase> databases) throws SQLException {
        List<String> statements =
                Stream.of(GameTable.values()).map(table -> table.create(world)).toList();
        for (DemoDatabase database : databases) {
            execute(database, statements);
        }
    }

    private static void execute(DemoDatabase database, List<String> statements) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The names of all tables that a run creates, those of the ledgers among them. */
    public static List<String> tableNames() {
        List<String> names = new ArrayList<>(LEDGER_TABLES);
        for (World world : World.values()) {
            for (GameTable table : GameTable.values()) {
                names.add(table.nameIn(world));
            }
        }
        return names;
    }

    /** Drops what {@link #run} created, as far as it got; call it only if none of the tables was there before. */
    public static void dropTables(List<DemoDatabase> databases) throws SQLException {
        List<String> statements = tableNames().stream()
                .map(name -> "DROP TABLE IF EXISTS " + name)
                .toList();
        for (DemoDatabase database : databases) {
            execute(database, statements);
        }
    }
}
