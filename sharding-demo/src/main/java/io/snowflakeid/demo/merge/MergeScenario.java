package io.snowflakeid.demo.merge;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.ProgressLines;
import io.snowflakeid.demo.databases.Tables;
import io.snowflakeid.demo.merge.MergeResult.CopyResult;
import io.snowflakeid.demo.merge.MergeResult.ServerMergeResult;
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
 * Simulates three game servers, and merges their databases by a plain copy and by server-merge.
 *
 * @param databases the databases of the three servers, followed by the target database
 * @param players the total number of players on all servers
 * @param report the folder for the files of server-merge
 */
public record MergeScenario(List<Database> databases, int players, Path report, ProgressLines progress) {

    public static final int SERVERS = 3;

    /**
     * Simulates the game servers, and merges their databases. The caller must call {@link Tables#drop} after this method.
     *
     * @throws SQLException if a table already exists, or a database access fails
     */
    public MergeResult run(Tables tables) throws SQLException, IOException, InterruptedException {
        for (Database server : databases.subList(0, SERVERS)) {
            tables.createLedger(server);
        }
        List<CopyResult> copied = new ArrayList<>();
        for (IdStrategy kind : IdStrategy.values()) {
            for (Database database : databases) {
                GameTables.create(tables, database, kind);
            }
            play(kind);
            progress.show(kind.title() + ": copy and compare", 0, 0);
            copied.add(PlainCopy.of(kind, databases.subList(0, SERVERS), databases.get(SERVERS)));
        }
        Map<IdStrategy, Long> rows = new EnumMap<>(IdStrategy.class);
        rows.put(IdStrategy.AUTO_INCREMENT, copied.get(0).sourceRows());
        rows.put(IdStrategy.SNOWFLAKE, copied.get(2).sourceRows());
        ServerMergeResult merged = new ServerMerging(databases, report, progress).run(rows);
        return new MergeResult(players, copied.get(0), copied.get(1), copied.get(2), merged);
    }

    private void play(IdStrategy kind) throws SQLException, InterruptedException {
        try (GameServer one = new GameServer(1, databases.get(0), kind);
                GameServer two = new GameServer(2, databases.get(1), kind);
                GameServer three = new GameServer(3, databases.get(2), kind)) {
            playTogether(kind, List.of(one, two, three));
        }
    }

    private void playTogether(IdStrategy kind, List<GameServer> games) throws SQLException, InterruptedException {
        progress.show(kind.title() + ": 3 servers play", 0, 0);
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
