package io.snowflakeid.demo.merge;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The people of one game server. They come in small groups, found guilds, find things and write to each other; each group is one
 * transaction, as a busy server would commit it.
 *
 * <p>For one thread.
 */
final class Population implements AutoCloseable {

    /** Players that are admitted in one transaction. */
    static final int GROUP = 4;

    private static final int GUILD_SIZE = 30;
    private static final int MOST_ITEMS = 6; // 3 on average, from none
    private static final int MOST_MAILS = 4; // 2 on average, from none
    private static final LocalDateTime OPENING = LocalDateTime.of(2026, 1, 1, 0, 0);
    private static final List<String> FIRST =
            List.of("Ash", "Brim", "Cinder", "Dawn", "Ember", "Frost", "Grim", "Hollow", "Iron", "Jade", "Storm");
    private static final List<String> LAST =
            List.of("blade", "bough", "fang", "gale", "heart", "mantle", "rider", "shade", "song", "walker", "ward");
    private static final List<String> THINGS =
            List.of("healing potion", "iron sword", "oak shield", "phoenix feather", "runestone", "silver ring");
    private static final List<String> SUBJECTS =
            List.of("Raid tonight?", "Your share of the loot", "Welcome to the guild", "Trade offer", "Thank you!");

    private final int server;
    private final SplittableRandom chance;
    private final Map<GameTable, TableWriter> writers = new EnumMap<>(GameTable.class);
    private long[] known = new long[1024]; // ids of all players so far
    private int knownCount;
    private long guild; // the one that takes members in
    private int guildPlaces;

    Population(Connection connection, World world, int server, @Nullable LongSupplier ids, long seed)
            throws SQLException {
        this.server = server;
        chance = new SplittableRandom(seed * 1_000_003 + server);
        for (GameTable table : GameTable.values()) {
            writers.put(table, new TableWriter(connection, world, table, ids));
        }
    }

    /** New players with all that belongs to them; the caller commits. */
    void admit(int count) throws SQLException {
        for (int i = 0; i < count; i++) {
            into(GameTable.PLAYERS).add(server, name(), 1 + chance.nextInt(60), chance.nextLong(100_000), moment());
        }
        long[] newcomers = into(GameTable.PLAYERS).flush();
        remember(newcomers);
        joinGuilds(newcomers);
        for (long player : newcomers) {
            findItems(player);
            writeMails(player);
        }
        into(GameTable.ITEMS).flush();
        into(GameTable.MAILS).flush();
    }

    private TableWriter into(GameTable table) {
        TableWriter writer = writers.get(table);
        if (writer == null) {
            throw new IllegalStateException("no writer for " + table);
        }
        return writer;
    }

    private String name() {
        return any(FIRST) + any(LAST) + chance.nextInt(1000);
    }

    private String any(List<String> words) {
        return words.get(chance.nextInt(words.size()));
    }

    private LocalDateTime moment() {
        return OPENING.plusNanos(chance.nextLong(300L * 24 * 3600 * 1000) * 1_000_000);
    }

    private void remember(long[] players) {
        if (knownCount + players.length > known.length) {
            known = Arrays.copyOf(known, 2 * known.length);
        }
        System.arraycopy(players, 0, known, knownCount, players.length);
        knownCount += players.length;
    }

    private void joinGuilds(long[] players) throws SQLException {
        for (long player : players) {
            boolean founds = guildPlaces == 0;
            if (founds) {
                found(player);
            }
            into(GameTable.GUILD_MEMBERS).add(server, guild, player, founds ? "leader" : "member", moment());
            guildPlaces--;
        }
        into(GameTable.GUILD_MEMBERS).flush();
    }

    private void found(long leader) throws SQLException {
        String name = any(FIRST) + " " + any(LAST);
        into(GameTable.GUILDS).add(server, leader, name, "For " + any(FIRST) + " and " + any(FIRST), moment());
        guild = into(GameTable.GUILDS).flush()[0];
        guildPlaces = GUILD_SIZE - 5 + chance.nextInt(11);
    }

    private void findItems(long owner) throws SQLException {
        int count = chance.nextInt(MOST_ITEMS + 1);
        for (int i = 0; i < count; i++) {
            into(GameTable.ITEMS)
                    .add(server, owner, any(THINGS), 1 + chance.nextInt(20), chance.nextInt(101), moment());
        }
    }

    private void writeMails(long sender) throws SQLException {
        int count = chance.nextInt(MOST_MAILS + 1);
        for (int i = 0; i < count; i++) {
            long receiver = known[chance.nextInt(knownCount)];
            into(GameTable.MAILS)
                    .add(server, sender, receiver, any(SUBJECTS), "Yours, " + any(FIRST) + any(LAST), moment());
        }
    }

    /** Rows written so far. */
    long rows() {
        return writers.values().stream().mapToLong(TableWriter::written).sum();
    }

    @Override
    public void close() throws SQLException {
        for (TableWriter writer : writers.values()) {
            writer.close();
        }
    }
}
