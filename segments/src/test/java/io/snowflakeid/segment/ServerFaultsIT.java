package io.snowflakeid.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.KillableServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** One of two servers is killed, hangs, or is replaced by a copy; or a client keeps the row locked. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no signals")
@Tag("long")
class ServerFaultsIT {

    private static final int ROUNDS = 3;
    private static final int STEP = 50;

    private final List<AutoCloseable> closedAtTheEnd = new ArrayList<>();
    private final Set<Long> made = ConcurrentHashMap.newKeySet();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong newest = new AtomicLong(); // the largest number of the killable server
    private final CountDownLatch end = new CountDownLatch(1);

    private KillableServer server;
    private TestDatabase killable;
    private TestDatabase other;

    @BeforeEach
    void begin() throws Exception {
        server = KillableServer.toKill();
        closedAtTheEnd.add(server);
        server.restart();
        killable = server.newDatabase();
        other = DatabaseServer.mySqlOrMariaDb().newDatabase();
        closedAtTheEnd.add(0, other);
        closedAtTheEnd.add(0, killable);
    }

    @AfterEach
    void end() throws Exception {
        for (AutoCloseable each : closedAtTheEnd) {
            each.close();
        }
    }

    private Segments processOnBoth() {
        Segments segments = Segments.inSteps(2)
                .database(0, other.dataSource())
                .database(1, killable.dataSource())
                .acceptVolatileStorage()
                .build();
        closedAtTheEnd.add(0, segments);
        return segments;
    }

    private Segments processOn(TestDatabase database) {
        Segments segments =
                Segments.on(database.dataSource()).acceptVolatileStorage().build();
        closedAtTheEnd.add(0, segments);
        return segments;
    }

    /** A server that is killed keeps each confirmed commit with this setting. */
    private void restart() throws Exception {
        server.restart();
        killable.execute("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
    }

    @Test
    void numbersGoOnWhileOneOfTwoServersIsKilledOrHangs() throws Exception {
        restart();
        List<SegmentIdSource> sources = List.of(
                processOnBoth().tag("t").step(STEP, STEP).open(),
                processOnBoth().tag("t").step(STEP, STEP).open());
        List<Thread> threads = sources.stream().map(this::taker).toList();
        try {
            for (int round = 0; round < ROUNDS; round++) {
                server.kill();
                awaitMore(1_000);
                restart();
                awaitNewest();
                server.hang();
                try {
                    awaitMore(1_000);
                } finally {
                    server.resume();
                }
                awaitNewest();
            }
        } finally {
            end.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertThat(failures).isEmpty();
        sources.forEach(SegmentIdSource::close);
        long ambiguous = sources.stream()
                .mapToLong(source -> source.status().databases().get(1).numbersLost())
                .sum();
        long ofKillable = made.stream().filter(number -> number % 2 == 1).count();
        assertThat(next(killable) / 2 - ofKillable)
                .as("numbers lost, %s of them by ambiguous replies", ambiguous)
                .isBetween(0L, ambiguous + 2L * STEP * sources.size());
    }

    private Thread taker(SegmentIdSource source) {
        Thread thread = new Thread(() -> {
            try {
                while (!end.await(1, TimeUnit.MILLISECONDS)) {
                    take(source.nextId());
                }
            } catch (InterruptedException | RuntimeException | AssertionError e) {
                failures.add(e);
            }
        });
        thread.start();
        return thread;
    }

    private void take(long number) {
        assertThat(made.add(number)).as("number %s is new", number).isTrue();
        if (number % 2 == 1) {
            newest.accumulateAndGet(number, Math::max);
        }
    }

    private void awaitMore(int count) throws InterruptedException {
        int wanted = made.size() + count;
        for (int i = 0; made.size() < wanted; i++) {
            assertThat(i).as("ten milliseconds without enough numbers").isLessThan(3_000);
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    /** Waits until the killable server has given a range again. */
    private void awaitNewest() throws InterruptedException {
        long before = newest.get() + 4L * STEP * 2;
        for (int i = 0; newest.get() <= before; i++) {
            assertThat(i).as("ten milliseconds without a new range").isLessThan(3_000);
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }

    private static long next(TestDatabase database) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT next_value FROM snowflake_segment")) {
            assertThat(row.next()).isTrue();
            return row.getLong(1);
        }
    }

    @Test
    void aCopyOnAnotherServerStopsUntilItIsRaised() throws SQLException {
        SegmentIdSource first = processOn(other).tag("t").step(10, 10).open();
        processOn(killable).tag("another").open().close(); // creates the table
        copyRow();
        first.fill(new long[500]);

        Segments restored = processOn(killable);
        assertThatThrownBy(() -> restored.tag("t").step(10, 10).open())
                .isInstanceOf(WorkerLedgerException.class)
                .hasFieldOrPropertyWithValue("reason", Reason.NOT_OPEN)
                .hasMessageContaining("may have lost ranges");
        restored.raise("t", 600);
        assertThat(restored.tag("t").step(10, 10).open().nextId()).isEqualTo(600);
    }

    private void copyRow() throws SQLException {
        try (Connection from = other.connect();
                Statement select = from.createStatement();
                ResultSet row = select.executeQuery("SELECT * FROM snowflake_segment WHERE tag = 't'");
                Connection to = killable.connect()) {
            assertThat(row.next()).isTrue();
            int columns = row.getMetaData().getColumnCount();
            try (var insert =
                    to.prepareStatement("INSERT INTO snowflake_segment VALUES (?" + ", ?".repeat(columns - 1) + ")")) {
                for (int i = 1; i <= columns; i++) {
                    insert.setObject(i, row.getObject(i));
                }
                insert.executeUpdate();
            }
        }
    }

    @Test
    void aLockedRowIsReportedAndThenLoadedAgain() throws SQLException {
        SegmentIdSource source = processOn(other)
                .tag("t")
                .step(10, 10)
                .maxWait(Duration.ofSeconds(1))
                .open();
        try (Connection forgotten = other.connect();
                Statement statement = forgotten.createStatement()) {
            forgotten.setAutoCommit(false);
            statement.executeQuery("SELECT * FROM snowflake_segment WHERE tag = 't' FOR UPDATE");
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 100; i++) {
                            take(source.nextId());
                        }
                    })
                    .isInstanceOf(NoIdAvailableException.class)
                    .hasMessageContaining("no number of tag 't' within");
            assertThat(made).hasSize(10);
            forgotten.rollback();
        }
        take(SegmentsContract.eventually(source::nextId));
    }
}
