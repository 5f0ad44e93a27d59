package io.snowflakeid.demo.worlds;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.ProgressLines;
import io.snowflakeid.demo.databases.Tables;
import io.snowflakeid.demo.worlds.WorldsResult.ServerMergeResult;
import io.snowflakeid.demo.worlds.WorldsResult.WorldResult;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Three game servers are merged into one database, three times over: with ids that each database counts, with the Snowflake class
 * that people copy, and with ours. What a plain copy cannot do, server-merge then does.
 *
 * @param databases those of the servers, and the one that takes them all in
 * @param players of all servers of a world together
 * @param report the folder for configurations and plans of server-merge
 */
public record WorldsStory(List<Database> databases, int players, Path report, ProgressLines progress) {

    /** How many game servers there are; one more database takes them all in. */
    public static final int SERVERS = 3;

    /**
     * Plays and merges the three worlds; {@code tables} has to be dropped afterwards.
     *
     * @throws SQLException if a table exists, or a database fails
     */
    public WorldsResult run(Tables tables) throws SQLException, IOException, InterruptedException {
        for (Database server : databases.subList(0, SERVERS)) {
            tables.createLedger(server);
        }
        List<WorldResult> copied = new ArrayList<>();
        for (World world : World.values()) {
            for (Database database : databases) {
                Game.create(tables, database, world);
            }
            play(world);
            progress.show(world.title() + ": copy and compare", 0, 0);
            copied.add(PlainCopy.of(world, databases.subList(0, SERVERS), databases.get(SERVERS)));
        }
        Map<World, Long> rows = new EnumMap<>(World.class);
        rows.put(World.AUTO_INCREMENT, copied.get(0).sourceRows());
        rows.put(World.SNOWFLAKE, copied.get(2).sourceRows());
        ServerMergeResult merged = new ServerMerging(databases, report, progress).run(rows);
        return new WorldsResult(players, copied.get(0), copied.get(1), copied.get(2), merged);
    }

    private void play(World world) throws SQLException, InterruptedException {
        try (GameServer one = new GameServer(1, databases.get(0), world);
                GameServer two = new GameServer(2, databases.get(1), world);
                GameServer three = new GameServer(3, databases.get(2), world)) {
            playTogether(world, List.of(one, two, three));
        }
    }

    /** Each in a thread of its own; they open at the same time. */
    private void playTogether(World world, List<GameServer> games) throws SQLException, InterruptedException {
        progress.show(world.title() + ": 3 servers play", 0, 0);
        CyclicBarrier opening = new CyclicBarrier(SERVERS);
        List<Callable<Void>> threads = new ArrayList<>();
        for (int i = 0; i < SERVERS; i++) {
            GameServer game = games.get(i);
            int share = (players + i) / SERVERS;
            threads.add(() -> {
                opening.await();
                game.play(share);
                return null;
            });
        }
        ExecutorService executor = Executors.newFixedThreadPool(SERVERS);
        try {
            for (Future<Void> game : executor.invokeAll(threads)) {
                game.get();
            }
        } catch (ExecutionException e) {
            throw new SQLException("a game server stopped: " + e.getCause(), e);
        } finally {
            executor.shutdownNow();
        }
    }
}
