package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.testing.Snippets;
import io.snowflakeid.testing.servers.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/ids.md shows is what runs here. */
class IdsPageTest {

    @Test
    void everyBlockOfCodeIsRunBySomeTest() {
        Snippets.areAllFound("docs/ids.md", "src/test/java");
    }

    @Test
    void aDatacenterIdMayBePutTogether() {
        long region = 5;
        long business = 3;
        long datacenter = region << 4 | business;
        assertThat(datacenter).isEqualTo(83);
        assertThat(datacenter >> 4).isEqualTo(region);
        assertThat(datacenter & 0b1111).isEqualTo(business);
    }

    @Test
    void anIdIsBuiltAndTakenApartByHand() {
        long epoch = 1288834974657L; // 2010-11-04T01:42:54.657Z
        long timestamp = Instant.parse("2026-11-20T12:00:00.123Z").toEpochMilli() - epoch;
        long worker = 5;
        long sequence = 7;
        long id = timestamp << 22 | worker << 12 | sequence;

        Instant made = Instant.ofEpochMilli((id >>> 22) + epoch);
        long madeBy = id >>> 12 & 1023;
        long number = id & 4095;

        assertThat(id).isEqualTo(2123748188476166151L);
        assertThat(made).isEqualTo(SnowflakeLayout.DEFAULT.decode(id).timestamp());
        assertThat(List.of(madeBy, number)).containsExactly(worker, sequence);
    }

    @Test
    void aWorkerComesFromASource(@TempDir Path volume) {
        System.setProperty("snowflake.worker", "7");
        try {
            FixedWorkerLedger ledger = FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 0, "sysprop:snowflake.worker")
                    .storedIn(volume.resolve("snowflake-window"));
            assertThat(ledger.describe()).startsWith("fixed worker 7 of datacenter 0");
        } finally {
            System.clearProperty("snowflake.worker");
        }
    }

    @Test
    void textsOfFixedWidthSort() {
        IdFormat format = IdFormat.CROCKFORD32.fixedWidth();
        String text = format.format(2123748188476166151L);
        long id = format.parse(text);
        assertThat(text).isEqualTo("1TY8HQ6Q80M07");
        assertThat(id).isEqualTo(2123748188476166151L);
    }

    @Test
    void javaScriptRoundsALongAndNotAnIdOfItsOwnLayout() {
        assertThat((long) (double) 2123748188476166151L).isEqualTo(2123748188476166144L);
        long id = SnowflakeLayout.JAVASCRIPT_SAFE.maxIdAt(Instant.parse("2097-12-11T15:27:24.096Z"));
        assertThat(id).isEqualTo(9007199254740991L);
        assertThat((long) (double) id).isEqualTo(id);
    }

    // ---- on a database

    private static final String ORDERS = "CREATE TABLE orders (id BIGINT NOT NULL PRIMARY KEY, total INT NOT NULL)";

    private static final String BY_TIME = """
            SELECT id, total FROM orders WHERE id >= ? AND id < ? ORDER BY id
            """;

    @Test
    void rowsAreSelectedByTheTimeOfTheirIds() throws SQLException {
        SnowflakeLayout layout = SnowflakeLayout.DEFAULT;
        Instant from = Instant.parse("2026-11-20T00:00:00Z");
        Instant to = Instant.parse("2026-11-21T00:00:00Z");
        try (TestDatabase database = TestDatabase.h2("ids_by_time");
                Connection connection = database.connect()) {
            database.execute(ORDERS);
            insert(connection, layout.maxIdAt(from.minusMillis(1)), layout.minIdAt(from));
            insert(connection, layout.maxIdAt(to.minusMillis(1)), layout.minIdAt(to));
            try (PreparedStatement query = connection.prepareStatement(BY_TIME)) {
                query.setLong(1, layout.minIdAt(from));
                query.setLong(2, layout.minIdAt(to));
                assertThat(ids(query)).containsExactly(layout.minIdAt(from), layout.maxIdAt(to.minusMillis(1)));
            }
        }
    }

    private static void insert(Connection connection, long... ids) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO orders VALUES (?, 1)")) {
            for (long id : ids) {
                insert.setLong(1, id);
                insert.executeUpdate();
            }
        }
    }

    private static List<Long> ids(PreparedStatement query) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
        return ids;
    }

    // ---- another layout

    private static final String HIGHEST = """
            SELECT MAX(id) FROM orders
            """;

    /** Refuses a new layout whose first id is not above all that the old one has made or may still make. */
    static void requireAbove(
            SnowflakeLayout next, Instant firstStart, SnowflakeLayout old, Instant lastStop, long maxId) {
        long highest = Math.max(maxId, old.maxIdAt(lastStop));
        long lowest = next.minIdAt(firstStart);
        if (lowest <= highest) {
            throw new IllegalStateException(
                    "first id " + lowest + " is not above " + highest + ": choose an earlier epoch");
        }
    }

    @Test
    void aLayoutIsChangedAboveTheHighestId() throws SQLException {
        SnowflakeLayout old = SnowflakeLayout.DEFAULT;
        SnowflakeLayout next = old.withGene(6).withEpoch(old.epoch().minus(Duration.ofDays(30)));
        Instant now = Instant.parse("2026-11-20T12:00:00Z");
        try (TestDatabase database = TestDatabase.h2("ids_of_two_layouts");
                Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            database.execute(ORDERS);
            insert(connection, old.maxIdAt(now));
            try (ResultSet row = statement.executeQuery(HIGHEST)) {
                assertThat(row.next()).isTrue();
                long maxId = row.getLong(1);
                requireAbove(next, now, old, now.plus(Duration.ofDays(1)), maxId);
                assertThatThrownBy(() -> requireAbove(next, now, old, now.plus(Duration.ofDays(30)), maxId))
                        .hasMessageContaining("is not above");
                assertThatThrownBy(() -> requireAbove(next, now, old, now, next.maxIdAt(now)))
                        .hasMessageContaining("is not above");
            }
        }
    }

    @Test
    void rowsOfBothLayoutsAreRead() {
        SnowflakeLayout old = SnowflakeLayout.DEFAULT;
        SnowflakeLayout next = old.withGene(6).withEpoch(old.epoch().minus(Duration.ofDays(30)));
        Instant change = Instant.parse("2026-11-20T12:00:00Z");
        long firstOfNext = next.minIdAt(change);
        for (long id : new long[] {old.maxIdAt(change.plus(Duration.ofDays(1))), next.maxIdAt(change)}) {
            DecodedId fields = (id < firstOfNext ? old : next).decode(id);
            assertThat(fields.timestamp()).isBetween(change, change.plus(Duration.ofDays(1)));
        }
    }

    @Test
    void idsAreKnownInAUnitTest() {
        IdGenerator ids = CountingIdGenerator.from(1001);
        assertThat(ids.nextId()).isEqualTo(1001);
        assertThat(ids.nextId()).isEqualTo(1002);
    }
}
