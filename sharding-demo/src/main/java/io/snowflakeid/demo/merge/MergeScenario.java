package io.snowflakeid.demo.merge;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.CreatedTables;
import io.snowflakeid.demo.LedgerTables;
import io.snowflakeid.demo.merge.MergeResult.WorldResult;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Three game servers are merged into one database, three times over: with ids that each database counts, with the Snowflake class
 * that people copy, and with ours. What a plain copy cannot do, server-merge then does.
 */
public final class MergeScenario {

    /** How many game servers there are; one more database takes them all in. */
    public static final int SERVERS = 3;

    private MergeScenario() {}

    /**
     * Plays and merges the three worlds. The tables stay, for those who want to look, until {@code created} drops them; so they
     * do after a failure.
     *
     * @param databases one for each server, then the one that they are merged into; a table of {@link #tableNames()} that is there
     *     already stays as it is and fails the run
     * @param created gets the tables that are created
     * @param progress told now and then, by several threads at once
     */
    public static MergeResult run(
            List<Database> databases, CreatedTables created, MergeOptions options, Consumer<MergeProgress> progress)
            throws SQLException {
        long start = System.nanoTime();
        createLedgers(databases, created);
        List<WorldResult> results = new ArrayList<>();
        for (World world : World.values()) {
            createTables(world, databases, created);
            results.add(new WorldMerge(world, databases, options, progress).run());
        }
        ServerMergeResult serverMerge = ServerMergeTrial.run(databases, progress);
        double seconds = (System.nanoTime() - start) / 1e9;
        return new MergeResult(options.players(), results.get(0), results.get(1), results.get(2), serverMerge, seconds);
    }

    /** The servers' ledgers first: whoever comes second to the same databases is refused before anything is played. */
    private static void createLedgers(List<Database> databases, CreatedTables created) throws SQLException {
        for (Database database : databases.subList(0, SERVERS)) {
            LedgerTables.create(database, created);
        }
    }

    private static void createTables(World world, List<Database> databases, CreatedTables created) throws SQLException {
        for (Database database : databases) {
            try (Connection connection = database.connect();
                    Statement statement = connection.createStatement()) {
                for (GameTable table : GameTable.values()) {
                    created.create(database, statement, table.nameIn(world), table.definition(world));
                }
            }
        }
    }

    /** The names of all tables that a run creates, those of the ledgers among them. */
    public static List<String> tableNames() {
        List<String> names = new ArrayList<>(LedgerTables.names());
        for (World world : World.values()) {
            for (GameTable table : GameTable.values()) {
                names.add(table.nameIn(world));
            }
        }
        return names;
    }
}
