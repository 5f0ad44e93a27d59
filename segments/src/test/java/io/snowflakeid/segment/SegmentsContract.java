package io.snowflakeid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.column.ColumnName;
import io.snowflakeid.testing.servers.TestDatabase;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What segments promise on every database. */
abstract class SegmentsContract {

    TestDatabase database;
    private Segments segments;

    abstract TestDatabase newDatabase();

    @BeforeEach
    void open() {
        database = newDatabase();
        segments = process();
    }

    @AfterEach
    void close() throws SQLException {
        if (database != null) { // the server is there
            segments.close();
            database.close();
        }
    }

    private Segments process() {
        return Segments.on(database.dataSource()).acceptVolatileStorage().build();
    }

    long one(String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            assertThat(row.next()).isTrue();
            return row.getLong(1);
        }
    }

    /** Gets a range in one transaction, as a server of Leaf does. */
    private long endOfLeaf() throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("UPDATE leaf_alloc SET max_id = max_id + step WHERE biz_tag = 't'");
            try (ResultSet row = statement.executeQuery("SELECT max_id FROM leaf_alloc WHERE biz_tag = 't'")) {
                row.next();
                long end = row.getLong(1);
                connection.commit();
                return end;
            }
        }
    }

    private int updated(String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    @Test
    void numbersOfOneProcessAreDense() {
        SegmentIdSource invoices = segments.tag("invoices").step(10, 40).open();
        assertThat(LongStream.generate(invoices::nextId).limit(200))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 200).boxed().toList());
        long[] filled = new long[100];
        invoices.fill(filled);
        assertThat(filled).containsExactly(LongStream.rangeClosed(201, 300).toArray());
    }

    @Test
    void processesAndThreadsShareNoNumber() {
        Set<Long> all = ConcurrentHashMap.newKeySet();
        try (Segments other = process()) {
            List<SegmentIdSource> sources = List.of(
                    segments.tag("players")
                            .step(5, 50)
                            .maxWait(Duration.ofSeconds(30))
                            .open(),
                    other.tag("players")
                            .step(5, 50)
                            .maxWait(Duration.ofSeconds(30))
                            .open());
            IntStream.range(0, 8).parallel().forEach(thread -> {
                for (int i = 0; i < 500; i++) {
                    assertThat(all.add(sources.get(thread % 2).nextId())).isTrue();
                }
            });
        }
        assertThat(all).hasSize(4_000);
    }

    @Test
    void theTailIsGivenBackUnlessAnotherProcessWasGivenARange() throws SQLException {
        SegmentIdSource first = segments.tag("t").step(10, 10).open();
        IntStream.range(0, 3).forEach(i -> first.nextId());
        first.close();
        assertThat(one("SELECT next_value FROM snowflake_segment")).isEqualTo(4);
        assertThat(first.status().numbersGivenBack()).isGreaterThanOrEqualTo(7);
        try (Segments other = process()) {
            SegmentIdSource second = segments.tag("t").step(10, 10).open();
            assertThat(second.nextId()).isEqualTo(4);
            SegmentIdSource third = other.tag("t").step(10, 10).open();
            long of = third.nextId();
            second.close();
            assertThat(one("SELECT next_value FROM snowflake_segment")).isGreaterThan(of);
        }
    }

    @Test
    void aTagStartsAboveTheRowsAndEndsWithTheirType() throws SQLException {
        database.execute("CREATE TABLE invoice (number SMALLINT)", "INSERT INTO invoice VALUES (5), (32700)");
        SegmentIdSource source = segments.tag("t")
                .storedIn(database.dataSource(), ColumnName.of("invoice", "number"))
                .open();
        assertThat(source.nextId()).isEqualTo(32_701);
        assertThat(source.status().max()).isEqualTo(32_767);
        source.fill(new long[66]);
        assertThatThrownBy(source::nextId).hasMessageContaining("has no number left up to its max 32767");
    }

    @Test
    void aTagOfAColumnIsCreatedByAPoolOfOneConnection() throws SQLException {
        database.execute("CREATE TABLE invoice (number INT)", "INSERT INTO invoice VALUES (41)");
        DataSource pool = ofOneConnection(database.dataSource());
        try (Segments own = Segments.on(pool).acceptVolatileStorage().build()) {
            SegmentIdSource source = own.tag("t")
                    .storedIn(pool, ColumnName.of("invoice", "number"))
                    .open();
            assertThat(source.nextId()).isEqualTo(42);
        }
    }

    /** A pool that opens a connection only if the connection before was closed. */
    private static DataSource ofOneConnection(DataSource real) {
        List<Connection> opened = new ArrayList<>();
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                    Object result = method.invoke(real, arguments);
                    if (result instanceof Connection connection) {
                        for (Connection earlier : opened) {
                            if (!earlier.isClosed()) {
                                connection.close();
                                throw new SQLException("the only connection is in use");
                            }
                        }
                        opened.add(connection);
                    }
                    return result;
                });
    }

    @Test
    void onlyANewTagStartsAtTheGivenNumber() {
        SegmentIdSource first = segments.tag("t").startAt(5_000).open();
        assertThat(first.nextId()).isEqualTo(5_000);
        first.close();
        assertThat(segments.tag("t").startAt(9_000).open().nextId()).isEqualTo(5_001);
    }

    @Test
    void aMissingTableIsReportedWithItsStatement() {
        try (Segments without =
                Segments.on(database.dataSource()).createTable(false).build()) {
            assertThatThrownBy(() -> without.tag("t").open())
                    .hasFieldOrPropertyWithValue("reason", Reason.TABLES_MISSING)
                    .hasMessageContainingAll("switched off", "CREATE TABLE", "snowflake_segment", "next_value BIGINT");
        }
    }

    @Test
    void aRowOfAnotherVersionIsRejectedWithBoth() throws SQLException {
        segments.tag("t").open();
        database.execute("UPDATE snowflake_segment SET version = 2");
        assertThatThrownBy(() -> segments.tag("t").open())
                .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                .hasMessageContainingAll("has version 2", "knows version 1");
    }

    @Test
    void otherSettingsAreRejectedWithBoth() {
        segments.tag("t").step(10, 20).open();
        assertThatThrownBy(() -> segments.tag("t").step(10, 30).open())
                .isInstanceOf(WorkerLedgerException.class)
                .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                .hasMessageContainingAll("was created with increment 1", "step 10..20", "wants", "step 10..30");
    }

    @Test
    void strictNumbersIncreaseAcrossProcesses() {
        try (Segments other = process()) {
            SegmentIdSource one = segments.tag("t").strictlyIncreasing().open();
            SegmentIdSource two = other.tag("t").strictlyIncreasing().open();
            for (int i = 1; i < 20; i += 2) {
                assertThat(one.nextId()).isEqualTo(i);
                assertThat(two.nextId()).isEqualTo(i + 1);
            }
        }
    }

    @Test
    void aRestoredTableStopsTheTagUntilItIsRaised() throws SQLException {
        SegmentIdSource source = segments.tag("t").step(10, 10).open();
        source.fill(new long[25]);
        database.execute("UPDATE snowflake_segment SET next_value = 11");
        assertThatThrownBy(() -> source.fill(new long[100])).hasMessageContaining("may have lost ranges");
        assertThatThrownBy(() -> process().tag("t").step(10, 10).open())
                .hasFieldOrPropertyWithValue("reason", Reason.NOT_OPEN);
        segments.raise("t", 1_000);
        assertThat(source.nextId()).isGreaterThanOrEqualTo(1_000);
    }

    @Test
    void aNegativeMarginIsRejected() throws SQLException {
        database.execute("CREATE TABLE invoice (number BIGINT)");
        segments.tag("t").open();
        assertThatThrownBy(
                        () -> segments.raiseAbove("t", database.dataSource(), ColumnName.of("invoice", "number"), -1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("margin");
    }

    @Test
    void aTableInAnotherPlaceJumpsByTheGap() throws SQLException {
        SegmentIdSource source =
                segments.tag("t").step(10, 10).jumpAfterRestore(5_000).open();
        source.close();
        database.execute("UPDATE snowflake_segment SET incarnation = 'another server'");
        SegmentIdSource next =
                segments.tag("t").step(10, 10).jumpAfterRestore(5_000).open();
        assertThat(next.nextId()).isEqualTo(5_001);
    }

    @Test
    void batchesHaveNoGene() {
        assertThatThrownBy(() -> segments.tag("t").open().reserve(1).next(3))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageStartingWith("segments have no gene");
    }

    /** Repeats a call that fails while a pause after a failure lasts. */
    static long eventually(LongSupplier call) {
        for (int i = 0; i < 99; i++) {
            try {
                return call.getAsLong();
            } catch (NoIdAvailableException e) {
                // the next attempt comes after a pause
            }
        }
        return call.getAsLong();
    }

    @Test
    void aServerThatMayLoseACommitIsRejected() {
        try (Segments needed = Segments.on(database.dataSource()).build()) {
            assertThatThrownBy(() -> needed.tag("t").open())
                    .isInstanceOf(WorkerLedgerException.class)
                    .hasMessageContainingAll("may lose a confirmed range", weakness(), "acceptVolatileStorage()");
        }
    }

    /** The setting of the test servers by which a confirmed commit can be lost. */
    abstract String weakness();

    /** Such a table does not show whether another process was given a range since. */
    private void assertCloseGivesNothingBack(Segments peers, String table) throws SQLException {
        SegmentIdSource source = peers.tag("t").step(10, 10).open(); // has a range
        long end = one("SELECT max_id FROM " + table);
        source.close();
        assertThat(one("SELECT max_id FROM " + table)).isEqualTo(end).isGreaterThan(10);
    }

    @Test
    void leafAndOursShareATable() throws SQLException {
        database.execute(
                "CREATE TABLE leaf_alloc (biz_tag VARCHAR(128) NOT NULL PRIMARY KEY, max_id BIGINT NOT NULL, step INT NOT NULL)",
                "INSERT INTO leaf_alloc VALUES ('t', 1, 10)");
        Set<Long> all = new HashSet<>();
        try (Segments onLeaf = Segments.on(database.dataSource())
                .leafTable()
                .acceptVolatileStorage()
                .build()) {
            assertCloseGivesNothingBack(onLeaf, "leaf_alloc");
            SegmentIdSource ours = onLeaf.tag("t").step(3, 7).open();
            for (int i = 0; i < 20; i++) {
                long end = endOfLeaf();
                LongStream.range(end - 10, end)
                        .forEach(number -> assertThat(all.add(number)).isTrue());
                IntStream.range(0, 9)
                        .forEach(n -> assertThat(all.add(ours.nextId())).isTrue());
            }
            assertThatThrownBy(() -> onLeaf.tag("other").open())
                    .hasMessageContaining("leaf_alloc", "has no tag 'other'");
        }
        assertThat(all).hasSize(20 * 19);
    }

    @Test
    void tinyidAndOursShareATable() throws SQLException {
        database.execute(
                "CREATE TABLE tiny_id_info (id BIGINT PRIMARY KEY, biz_type VARCHAR(63) NOT NULL UNIQUE, max_id BIGINT NOT NULL,"
                        + " step INT, delta INT NOT NULL, remainder INT NOT NULL, update_time TIMESTAMP NULL, version BIGINT NOT NULL)",
                "INSERT INTO tiny_id_info VALUES (1, 't', 1, 10, 2, 1, NULL, 1)");
        Set<Long> all = new HashSet<>();
        try (Segments onTinyid = Segments.inSteps(2)
                .database(1, database.dataSource())
                .tinyidTable()
                .acceptVolatileStorage()
                .build()) {
            assertCloseGivesNothingBack(onTinyid, "tiny_id_info");
            SegmentIdSource ours = onTinyid.tag("t").step(3, 7).open();
            for (int i = 0; i < 20; i++) {
                long old = one("SELECT max_id FROM tiny_id_info");
                long version = one("SELECT version FROM tiny_id_info");
                if (updated("UPDATE tiny_id_info SET max_id = max_id + 10, version = version + 1 WHERE max_id = " + old
                                + " AND version = " + version)
                        == 1) {
                    LongStream.rangeClosed(old + 1, old + 10)
                            .filter(number -> number % 2 == 1)
                            .forEach(number -> assertThat(all.add(number)).isTrue());
                }
                IntStream.range(0, 9)
                        .forEach(n -> assertThat(all.add(ours.nextId())).isTrue());
            }
            assertThat(all).hasSizeGreaterThan(20 * 9).allMatch(number -> number % 2 == 1);
        }
    }
}
