package io.snowflakeid.demo.merge;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.demo.merge.MergeResult.ServerIdentity;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.IntConsumer;

/** One game server with a database of its own, from its opening day to the merge. */
final class GameServer implements AutoCloseable {

    private final int number;
    private final Database database;
    private final World world;
    private final HikariDataSource pool;
    private final ServerIds ids;
    private long rows;

    private GameServer(int number, Database database, World world, HikariDataSource pool, ServerIds ids) {
        this.number = number;
        this.database = database;
        this.world = world;
        this.pool = pool;
        this.ids = ids;
    }

    /** Ready to take players in: tables made by the caller, worker acquired. */
    static GameServer open(int number, Database database, World world) {
        HikariDataSource pool = database.pool(2); // one connection plays, the other belongs to the ledger
        try {
            return new GameServer(number, database, world, pool, ServerIds.of(world, number, pool));
        } catch (RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    /** Takes that many players in, with their guilds, items and mails; {@code joined} hears of each group of new ones. */
    void play(int players, long seed, IntConsumer joined) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            try (Population population = new Population(connection, world, number, ids.next(), seed)) {
                int left = players;
                while (left > 0) {
                    int count = Math.min(Population.GROUP, left);
                    population.admit(count);
                    connection.commit();
                    left -= count;
                    joined.accept(count);
                }
                rows = population.rows();
            }
        }
    }

    ServerIdentity identity() {
        return new ServerIdentity(number, database.name(), rows, ids.datacenter(), ids.worker());
    }

    @Override
    public void close() {
        try (pool) {
            ids.close();
        }
    }
}
