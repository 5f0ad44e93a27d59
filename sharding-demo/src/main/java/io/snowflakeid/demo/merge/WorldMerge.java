package io.snowflakeid.demo.merge;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.merge.MergeResult.ServerIdentity;
import io.snowflakeid.demo.merge.MergeResult.TableResult;
import io.snowflakeid.demo.merge.MergeResult.WorldResult;
import java.sql.Connection;
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
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** One world: its servers play side by side, then their databases are copied into one, then everything is accounted for. */
final class WorldMerge {

    private final World world;
    private final List<Database> sources;
    private final Database target;
    private final MergeOptions options;
    private final Consumer<MergeProgress> progress;

    WorldMerge(World world, List<Database> databases, MergeOptions options, Consumer<MergeProgress> progress) {
        this.world = world;
        sources = databases.subList(0, MergeScenario.SERVERS);
        target = databases.get(MergeScenario.SERVERS);
        this.options = options;
        this.progress = progress;
    }

    WorldResult run() throws SQLException {
        List<ServerIdentity> servers = play();
        long rows = servers.stream().mapToLong(ServerIdentity::rows).sum();
        Map<GameTable, Long> clashes = copy(rows);
        return new WorldResult(world.description(), servers, account(clashes, rows));
    }

    // ---------------------------------------------------------------------------------------------------------- play

    /** The flag is set after the servers are closed: a pool that is closed by an interrupted thread leaves connections behind. */
    private List<ServerIdentity> play() throws SQLException {
        try {
            return playAndClose();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the game servers were playing", e);
        }
    }

    private List<ServerIdentity> playAndClose() throws SQLException, InterruptedException {
        List<GameServer> servers = new ArrayList<>();
        try {
            for (int i = 0; i < sources.size(); i++) {
                servers.add(GameServer.open(i + 1, sources.get(i), world));
            }
            playTogether(servers);
            return servers.stream().map(GameServer::identity).toList();
        } finally {
            servers.forEach(GameServer::close);
        }
    }

    private void playTogether(List<GameServer> servers) throws SQLException, InterruptedException {
        CyclicBarrier opening = new CyclicBarrier(servers.size());
        IntConsumer joined = counting("3 servers play", options.players());
        List<Callable<Void>> games = new ArrayList<>();
        for (int i = 0; i < servers.size(); i++) {
            GameServer server = servers.get(i);
            int players = share(i, servers.size());
            games.add(() -> {
                opening.await();
                server.play(players, options.seed(), joined);
                return null;
            });
        }
        runAll(games);
    }

    private int share(int server, int servers) {
        return options.players() / servers + (server < options.players() % servers ? 1 : 0);
    }

    private static void runAll(List<Callable<Void>> games) throws SQLException, InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(games.size());
        try {
            for (Future<Void> game : threads.invokeAll(games)) {
                game.get();
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException failed) {
                throw failed;
            }
            throw new IllegalStateException("a game server stopped: " + e.getCause(), e);
        } finally {
            threads.shutdownNow();
        }
    }

    // --------------------------------------------------------------------------------------------- copy and account

    private Map<GameTable, Long> copy(long rows) throws SQLException {
        Map<GameTable, Long> clashes = new EnumMap<>(GameTable.class);
        IntConsumer copied = counting("merging", rows);
        try (Connection to = target.connect()) {
            to.setAutoCommit(false);
            PlainCopy copy = new PlainCopy(world, to);
            for (Database source : sources) {
                try (Connection from = source.connect()) {
                    for (GameTable table : GameTable.values()) {
                        clashes.merge(table, copy.copy(from, table, copied), Long::sum);
                    }
                }
            }
        }
        return clashes;
    }

    private List<TableResult> account(Map<GameTable, Long> clashes, long rows) throws SQLException {
        IntConsumer checked = counting("checking every row", rows);
        List<Connection> opened = new ArrayList<>();
        try (Connection merged = target.connect()) {
            for (Database source : sources) {
                opened.add(source.connect());
            }
            Accounting accounting = new Accounting(world, opened, merged);
            List<TableResult> results = new ArrayList<>();
            for (Map.Entry<GameTable, Long> table : clashes.entrySet()) {
                results.add(accounting.check(table.getKey(), table.getValue(), checked));
            }
            return results;
        } finally {
            for (Connection connection : opened) {
                connection.close();
            }
        }
    }

    private IntConsumer counting(String what, long total) {
        AtomicLong done = new AtomicLong();
        String phase = world.title() + ": " + what;
        progress.accept(new MergeProgress(phase, 0, total));
        return count -> progress.accept(new MergeProgress(phase, done.addAndGet(count), total));
    }
}
