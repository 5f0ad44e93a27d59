package io.snowflakeid.demo.worlds;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One game server with a database of its own. Players come, find things and write to each other; each group of players is one
 * transaction, as a busy server would commit it.
 */
final class GameServer implements AutoCloseable {

    private static final int GROUP = 4; // players in a transaction
    private static final String[] WORDS = {"Ash", "Brim", "Cinder", "Dawn", "Ember", "Frost", "Grim", "Hollow", "Iron"};

    private final int number;
    private final World world;
    private final SplittableRandom chance;
    private final HikariDataSource pool;
    private final @Nullable SnowflakeIdGenerator generator;
    private final @Nullable LongSupplier ids; // null if the database counts
    private final List<Long> players = new ArrayList<>();

    /** Ready to take players in; the tables are there. */
    GameServer(int number, Database database, World world) {
        this.number = number;
        this.world = world;
        chance = new SplittableRandom(5L * number); // with these seeds the later servers are the larger ones
        pool = database.pool(2); // one connection plays, the other belongs to the ledger
        if (world == World.SNOWFLAKE) {
            // no server knows of another, only their numbers differ
            JdbcWorkerLedger.Builder ledger =
                    JdbcWorkerLedger.forDatacenter(SnowflakeLayout.GAME_SERVERS, number, pool);
            SnowflakeIdGenerator ours =
                    SnowflakeIdGenerator.on(ledger.namespace("game").build());
            generator = ours;
            ids = ours::nextId;
        } else {
            generator = null;
            ids = world == World.TEXTBOOK ? new TextbookSnowflake(System::currentTimeMillis)::nextId : null;
        }
    }

    /** Takes that many players in. */
    void play(int count) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < count; i++) {
                long player = insert(connection, "players", word() + word(), chance.nextInt(60));
                players.add(player);
                for (int items = chance.nextInt(7); items > 0; items--) {
                    insert(connection, "items", player, word() + " ring", 1 + chance.nextInt(20));
                }
                for (int mails = chance.nextInt(5); mails > 0; mails--) {
                    long receiver = players.get(chance.nextInt(players.size()));
                    insert(connection, "mails", player, receiver, "Raid tonight? Yours, " + word());
                }
                if ((i + 1) % GROUP == 0 || i == count - 1) {
                    connection.commit();
                }
            }
        }
    }

    private String word() {
        return WORDS[chance.nextInt(WORDS.length)];
    }

    /** Inserts a row with these values behind the number of this server, and returns its id. */
    private long insert(Connection connection, String table, Object... values) throws SQLException {
        long id = ids == null ? 0 : ids.getAsLong();
        String row = "INSERT INTO " + world.table(table) + " VALUES (" + (ids == null ? "DEFAULT" : id) + ", " + number
                + ", ?".repeat(values.length) + ")";
        try (PreparedStatement insert = connection.prepareStatement(row, Statement.RETURN_GENERATED_KEYS)) {
            for (int i = 0; i < values.length; i++) {
                insert.setObject(i + 1, values[i]);
            }
            insert.executeUpdate();
            if (ids != null) {
                return id;
            }
            try (ResultSet keys = insert.getGeneratedKeys()) {
                keys.next();
                return keys.getLong(1);
            }
        }
    }

    @Override
    public void close() {
        if (generator != null) {
            generator.close();
        }
        pool.close();
    }
}
