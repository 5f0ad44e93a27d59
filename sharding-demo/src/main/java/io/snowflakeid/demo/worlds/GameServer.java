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
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One game server with a database of its own. Players come, found guilds, find things and write to each other; each group of
 * players is one transaction, as a busy server would commit it.
 */
final class GameServer implements AutoCloseable {

    private static final int GROUP = 4; // players in a transaction
    private static final int GUILD_SIZE = 30;
    private static final long TEXTBOOK_DEFAULT = 1; // worker and datacenter of the copied class if they are not set
    private static final LocalDateTime OPENING = LocalDateTime.of(2026, 1, 1, 0, 0);
    private static final String[] WORDS = {"Ash", "Brim", "Cinder", "Dawn", "Ember", "Frost", "Grim", "Hollow", "Iron"};

    private final int number;
    private final World world;
    private final SplittableRandom chance;
    private final HikariDataSource pool;
    private final @Nullable TextbookSnowflake textbook;
    private final @Nullable SnowflakeIdGenerator ids;
    private final Map<String, PreparedStatement> inserts = new HashMap<>();
    private final List<Long> players = new ArrayList<>();

    /** Ready to take players in; the tables are there. */
    GameServer(int number, Database database, World world, long seed) {
        this.number = number;
        this.world = world;
        chance = new SplittableRandom(seed * 1_000_003 + number);
        pool = database.pool(2); // one connection plays, the other belongs to the ledger
        textbook = world == World.TEXTBOOK
                ? new TextbookSnowflake(TEXTBOOK_DEFAULT, TEXTBOOK_DEFAULT, System::currentTimeMillis)
                : null;
        // no server knows of another, only their numbers differ
        ids = world == World.SNOWFLAKE
                ? SnowflakeIdGenerator.on(JdbcWorkerLedger.forDatacenter(SnowflakeLayout.GAME_SERVERS, number, pool)
                        .namespace("game")
                        .build())
                : null;
    }

    /** Takes that many players in; {@code joined} hears of each group of new ones. */
    void play(int count, IntConsumer joined) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            long guild = 0;
            for (int i = 0; i < count; i++) {
                long player = insert(connection, "players", word() + word(), chance.nextInt(60), chance.nextInt(9999));
                players.add(player);
                if (i % GUILD_SIZE == 0) {
                    guild = insert(connection, "guilds", player, "The " + word() + "s");
                }
                insert(connection, "guild_members", guild, player, i % GUILD_SIZE == 0 ? "leader" : "member");
                for (int items = chance.nextInt(7); items > 0; items--) {
                    insert(connection, "items", player, word() + " ring", 1 + chance.nextInt(20));
                }
                for (int mails = chance.nextInt(5); mails > 0; mails--) {
                    long receiver = players.get(chance.nextInt(players.size()));
                    insert(connection, "mails", player, receiver, "Raid tonight?", "Yours, " + word());
                }
                if ((i + 1) % GROUP == 0 || i == count - 1) {
                    connection.commit();
                    joined.accept(i % GROUP + 1);
                }
            }
            for (PreparedStatement insert : inserts.values()) {
                insert.close();
            }
        }
    }

    private String word() {
        return WORDS[chance.nextInt(WORDS.length)];
    }

    /** Inserts a row with these values between the number of this server and a moment, and returns its id. */
    private long insert(Connection connection, String table, Object... values) throws SQLException {
        boolean counted = world == World.AUTO_INCREMENT;
        PreparedStatement insert = inserts.get(table);
        if (insert == null) {
            String row = "INSERT INTO " + world.table(table) + " VALUES (" + (counted ? "DEFAULT" : "?") + ", ?, ?"
                    + ", ?".repeat(values.length) + ")";
            insert = counted
                    ? connection.prepareStatement(row, Statement.RETURN_GENERATED_KEYS)
                    : connection.prepareStatement(row);
            inserts.put(table, insert);
        }
        long id = counted ? 0 : nextId();
        int column = 1;
        if (!counted) {
            insert.setLong(column++, id);
        }
        insert.setInt(column++, number);
        for (Object value : values) {
            insert.setObject(column++, value);
        }
        insert.setObject(column, OPENING.plusSeconds(chance.nextInt(300 * 24 * 3600)));
        insert.executeUpdate();
        return counted ? generatedId(insert) : id;
    }

    private long nextId() {
        return ids != null ? ids.nextId() : textbook != null ? textbook.nextId() : 0;
    }

    private static long generatedId(PreparedStatement insert) throws SQLException {
        try (ResultSet keys = insert.getGeneratedKeys()) {
            keys.next();
            return keys.getLong(1);
        }
    }

    @Override
    public void close() {
        if (ids != null) {
            ids.close();
        }
        pool.close();
    }
}
