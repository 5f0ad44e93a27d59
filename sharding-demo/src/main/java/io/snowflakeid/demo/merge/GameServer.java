package io.snowflakeid.demo.merge;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.generator.SnowflakeIdGenerator;
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

/** Simulates a game server that writes players, items and mails to its own database. */
final class GameServer implements AutoCloseable {

    private static final int GROUP = 4; // a transaction creates this number of players
    private static final String[] WORDS = {"Ash", "Brim", "Cinder", "Dawn", "Ember", "Frost", "Grim", "Hollow", "Iron"};

    private final int number;
    private final IdStrategy kind;
    private final SplittableRandom chance;
    private final HikariDataSource pool;
    private final @Nullable SnowflakeIdGenerator generator;
    private final @Nullable LongSupplier ids; // the field is null if AUTO_INCREMENT generates the ids
    private final List<Long> players = new ArrayList<>();

    /** The database must already contain the tables of the game. */
    GameServer(int number, Database database, IdStrategy kind) {
        this.number = number;
        this.kind = kind;
        chance = new SplittableRandom(5L * number); // these seeds make servers with higher numbers larger
        pool = database.pool(2); // the game needs one connection, and the ledger needs one
        if (kind == IdStrategy.SNOWFLAKE) {
            // the server number is the datacenter id, because the servers do not share a ledger
            JdbcWorkerLedger.Builder ledger =
                    JdbcWorkerLedger.forDatacenter(SnowflakeLayout.GAME_SERVERS, number, pool);
            SnowflakeIdGenerator ours =
                    SnowflakeIdGenerator.on(ledger.namespace("game").build());
            generator = ours;
            ids = ours::nextId;
        } else {
            generator = null;
            ids = kind == IdStrategy.TEXTBOOK ? new TextbookGenerator(System::currentTimeMillis)::nextId : null;
        }
    }

    /** Creates {@code count} players. */
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

    /** Inserts a row with the server number and the given values, and returns the id of the row. */
    private long insert(Connection connection, String table, Object... values) throws SQLException {
        long id = ids == null ? 0 : ids.getAsLong();
        String row = "INSERT INTO " + kind.table(table) + " VALUES (" + (ids == null ? "DEFAULT" : id) + ", " + number
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
