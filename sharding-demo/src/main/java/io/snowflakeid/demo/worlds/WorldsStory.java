package io.snowflakeid.demo.worlds;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.ProgressLines;
import io.snowflakeid.demo.databases.DemoDatabases;
import io.snowflakeid.demo.databases.TableScript;
import io.snowflakeid.demo.worlds.WorldsResult.ServerMergeResult;
import io.snowflakeid.demo.worlds.WorldsResult.TableResult;
import io.snowflakeid.demo.worlds.WorldsResult.WorldResult;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Three game servers are merged into one database, three times over: with ids that each database counts, with the Snowflake class
 * that people copy, and with ours. What a plain copy cannot do, server-merge then does.
 */
public final class WorldsStory {

    /** How many game servers there are; one more database takes them all in. */
    public static final int SERVERS = 3;

    private final DemoDatabases databases;
    private final List<Database> servers;
    private final int players;
    private final long seed;
    private final Path report;
    private final ProgressLines progress;

    private WorldsStory(DemoDatabases databases, int players, long seed, Path report, ProgressLines progress) {
        this.databases = databases;
        this.servers = databases.games().subList(0, SERVERS);
        this.players = players;
        this.seed = seed;
        this.report = report;
        this.progress = progress;
    }

    /**
     * Plays and merges the three worlds. The tables stay until {@code databases} are closed, also after a failure.
     *
     * @param players of all servers of a world together
     * @param report the folder for configurations and plans of server-merge
     * @throws SQLException if a table exists, or a database fails
     */
    public static WorldsResult run(DemoDatabases databases, int players, long seed, Path report, ProgressLines progress)
            throws SQLException {
        try {
            return new WorldsStory(databases, players, seed, report, progress).run();
        } catch (InterruptedException e) {
            Thread.interrupted(); // cleared, so that everything is closed in peace
            throw new CommandFailure(ExitCode.UNEXPECTED, "the run was interrupted", e);
        }
    }

    private WorldsResult run() throws SQLException, InterruptedException {
        long start = System.nanoTime();
        for (Database server : servers) {
            TableScript ledger = TableScript.ofLedger(server);
            if (!databases.created().contains(server, ledger.names().get(0))) {
                ledger.create(server, databases.created());
            }
        }
        List<WorldResult> results = new ArrayList<>();
        for (World world : World.values()) {
            String counted = world == World.AUTO_INCREMENT ? "AUTO_INCREMENT" : "";
            for (Database database : databases.games()) {
                Game.TABLES.create(database, databases.created(), world::table, counted);
            }
            play(world);
            results.add(new WorldResult(world.description(), copy(world)));
        }
        ServerMergeResult serverMerge = new ServerMerging(databases.games(), report, progress).run();
        double seconds = (System.nanoTime() - start) / 1e9;
        return new WorldsResult(players, results.get(0), results.get(1), results.get(2), serverMerge, seconds);
    }

    private void play(World world) throws SQLException, InterruptedException {
        List<GameServer> games = new ArrayList<>();
        try {
            for (int i = 0; i < SERVERS; i++) {
                games.add(new GameServer(i + 1, servers.get(i), world, seed));
            }
            playTogether(world, games);
        } finally {
            games.forEach(GameServer::close);
        }
    }

    private void playTogether(World world, List<GameServer> games) throws SQLException, InterruptedException {
        CyclicBarrier opening = new CyclicBarrier(SERVERS);
        AtomicLong joined = new AtomicLong();
        String step = world.title() + ": 3 servers play";
        show(step, 0);
        List<Callable<Void>> threads = new ArrayList<>();
        for (int i = 0; i < SERVERS; i++) {
            GameServer game = games.get(i);
            int share = players / SERVERS + (i < players % SERVERS ? 1 : 0);
            threads.add(() -> {
                opening.await();
                game.play(share, count -> progress.show(step, joined.addAndGet(count), players));
                return null;
            });
        }
        ExecutorService executor = Executors.newFixedThreadPool(SERVERS);
        try {
            for (Future<Void> game : executor.invokeAll(threads)) {
                game.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException failed) {
                throw failed;
            }
            throw new IllegalStateException("a game server stopped: " + e.getCause(), e);
        } finally {
            executor.shutdownNow();
        }
    }

    private List<TableResult> copy(World world) throws SQLException, InterruptedException {
        List<Connection> opened = new ArrayList<>();
        try (Connection target = databases.games().get(SERVERS).connect()) {
            for (Database server : servers) {
                opened.add(server.connect());
            }
            PlainCopy copy = new PlainCopy(world, opened, target);
            List<TableResult> results = new ArrayList<>();
            for (String table : Game.TABLES.names()) {
                show(world.title() + ": copy and compare " + table, 0);
                results.add(copy.merge(table));
            }
            return results;
        } finally {
            for (Connection connection : opened) {
                connection.close();
            }
        }
    }

    /** Most of the time is spent in databases, which do not notice that they are to stop. */
    private void show(String step, long done) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("the run was interrupted");
        }
        progress.show(step, done, 0);
    }
}
