package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.ledger.WorkerEntry.State;
import io.snowflakeid.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a ledger in a database promises, whichever database it is. Time passes by moving what is written, never by sleeping. */
@Timeout(60)
abstract class JdbcWorkerLedgerContract {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final long WINDOW_TICKS = 120_000;
    private static final long HOUR_TICKS = 3_600_000;

    private TestDatabase database;
    private JdbcWorkerLedger ledger;

    abstract TestDatabase open();

    @BeforeEach
    void openLedger() {
        database = open();
        ledger = JdbcWorkerLedger.shared(LAYOUT, database.dataSource()).build();
    }

    @AfterEach
    void dropDatabase() throws SQLException {
        if (database != null) { // null where the test was skipped
            database.close();
        }
    }

    private static WorkerGrant acquire(JdbcWorkerLedger from) {
        return from.acquire(TimeSource.system().wallNanos());
    }

    private static long nowTick() {
        return LAYOUT.tickAt(Instant.now());
    }

    /** The window of a worker moves into the past, as if that much time had gone by. */
    private void age(long worker, long ticks) throws SQLException {
        database.execute(
                "UPDATE snowflake_worker SET leased_from = leased_from - " + ticks + ", leased_until = leased_until - "
                        + ticks + ", quarantined_until = quarantined_until - " + ticks + " WHERE worker = " + worker);
    }

    private long one(String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private long leasedUntil(long worker) throws SQLException {
        return one("SELECT leased_until FROM snowflake_worker WHERE worker = " + worker);
    }

    // ---- acquire

    @Test
    void grantsAWindowFromNowOn() {
        long before = nowTick();
        WorkerGrant grant = acquire(ledger);
        assertThat(grant.worker()).isZero();
        assertThat(grant.from()).isBetween(before - 2000, nowTick() + 2000);
        assertThat(grant.until()).isEqualTo(grant.from() + WINDOW_TICKS);
        assertThat(grant.token()).matches("[0-9a-f]{32}");
        assertThat(Duration.ofNanos(grant.ledgerNanos() - TimeSource.system().wallNanos())
                        .abs())
                .isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void rowsAreMadeOnDemandAndWorkersDiffer() throws SQLException {
        Set<Long> workers = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            workers.add(acquire(ledger).worker());
        }
        assertThat(workers).hasSize(20);
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isEqualTo(20);
    }

    @Test
    void simultaneousProcessesGetDifferentWorkers() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(16);
        try {
            List<Callable<WorkerGrant>> processes = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                JdbcWorkerLedger own =
                        JdbcWorkerLedger.shared(LAYOUT, database.dataSource()).build();
                processes.add(() -> acquire(own));
            }
            Set<Long> workers = new HashSet<>();
            for (Future<WorkerGrant> grant : pool.invokeAll(processes)) {
                workers.add(grant.get().worker());
            }
            assertThat(workers).hasSize(64);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void aReleasedWorkerIsFreeAtOnceAndGoesOnAboveItsMark() {
        JdbcWorkerLedger single = JdbcWorkerLedger.forDatacenter(SnowflakeLayout.GAME_SERVERS, 7, database.dataSource())
                .build();
        WorkerGrant first = acquire(single);
        long mark = first.from() + 50_000; // far ahead of the clock, as after a clock that was set back
        single.release(first, mark);
        WorkerGrant second = acquire(single);
        assertThat(second.worker()).isEqualTo(first.worker());
        assertThat(second.from()).isEqualTo(mark);
        assertThat(second.until()).isEqualTo(mark + WINDOW_TICKS);
        assertThat(second.token()).isNotEqualTo(first.token());
    }

    @Test
    void theWorkerUnusedForTheLongestTimeComesFirst() throws SQLException {
        List<WorkerGrant> grants = List.of(acquire(ledger), acquire(ledger), acquire(ledger));
        grants.forEach(grant -> ledger.release(grant, grant.from()));
        age(0, 10_000); // far apart: a slow machine takes long between the acquisitions
        age(1, 30_000);
        age(2, 20_000);
        assertThat(List.of(
                        acquire(ledger).worker(),
                        acquire(ledger).worker(),
                        acquire(ledger).worker()))
                .containsExactly(1L, 2L, 0L);
    }

    @Test
    void aLapsedWorkerIsQuarantinedForOneWindow() throws SQLException {
        WorkerGrant crashed = acquire(ledger);
        age(crashed.worker(), WINDOW_TICKS + WINDOW_TICKS - 5_000);
        assertThat(acquire(ledger).worker()).isNotEqualTo(crashed.worker());
        age(crashed.worker(), 5_000);
        WorkerGrant next = acquire(ledger);
        assertThat(next.worker()).isEqualTo(crashed.worker());
        assertThat(next.from()).isGreaterThanOrEqualTo(crashed.until() - 2 * WINDOW_TICKS);
    }

    @Test
    void allWorkersTakenIsToldWithNumbersHoldersAndTimes() {
        SnowflakeLayout two = SnowflakeLayout.builder().workerBits(1).build();
        JdbcWorkerLedger small = JdbcWorkerLedger.shared(two, database.dataSource())
                .window(Duration.ofMillis(1500))
                .holder("game-07")
                .namespace("small")
                .build();
        acquire(small);
        acquire(small);
        long start = System.nanoTime();
        assertThatThrownBy(() -> acquire(small))
                .isInstanceOf(WorkerLedgerException.class)
                .hasMessageMatching(
                        "all 2 workers of ledger 'small' \\(shared\\) are taken \\(0 by game-07 until \\S+, 1 by"
                                + " game-07 until \\S+\\); waited 1500 ms: stop a process, .* the first one at \\S+Z");
        assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(1_500));
    }

    @Test
    void aReplyLostAfterTheWriteIsAdoptedByToken() throws SQLException {
        FaultyDataSource faulty = new FaultyDataSource(database.dataSource());
        JdbcWorkerLedger unlucky = JdbcWorkerLedger.shared(LAYOUT, faulty).build();
        unlucky.workers(); // the tables are there now
        faulty.loseNextReply();
        WorkerGrant grant = acquire(unlucky);
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isEqualTo(1);
        assertThat(unlucky.renew(grant, grant.from())).isPresent();
    }

    @Test
    void aWriteThatNeverHappenedIsAFailureNotAGrant() throws SQLException {
        FaultyDataSource faulty = new FaultyDataSource(database.dataSource());
        JdbcWorkerLedger unlucky = JdbcWorkerLedger.shared(LAYOUT, faulty).build();
        unlucky.workers();
        faulty.failNextWrite();
        assertThatThrownBy(() -> acquire(unlucky))
                .isInstanceOf(WorkerLedgerException.class)
                .hasMessageStartingWith("ledger 'default' (shared) could not grant a worker (write lost)");
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isZero();
    }

    @Test
    void clocksMoreThanAnHourApartAreRefusedBeforeAnythingIsWritten() {
        Instant wrong = Instant.now().minus(Duration.ofHours(2));
        assertThatThrownBy(() -> ledger.acquire(wrong.getEpochSecond() * 1_000_000_000L))
                .hasMessageMatching(
                        "the database's clock shows \\S+, this machine's \\S+, allowed are 60 minutes between them:"
                                + " correct the wrong one");
        assertThat(ledger.workers()).isEmpty();
    }

    @Test
    void theHoldersWindowDecidesHowLongItsWorkerIsQuarantined() throws SQLException {
        WorkerGrant crashed = acquire(ledger);
        JdbcWorkerLedger hasty = JdbcWorkerLedger.shared(LAYOUT, database.dataSource())
                .window(Duration.ofSeconds(5))
                .build();
        age(crashed.worker(), WINDOW_TICKS + 10_000);
        assertThat(acquire(hasty).worker()).isNotEqualTo(crashed.worker());
    }

    @Test
    void aWorkerWhoseSpentTicksReachAheadOfTheClockComesLast() throws SQLException {
        WorkerGrant ahead = acquire(ledger);
        ledger.release(ahead, ahead.from() + HOUR_TICKS);
        assertThat(acquire(ledger).worker()).isNotEqualTo(ahead.worker());
    }

    // ---- renew

    @Test
    void renewingMovesTheEndFurther() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        age(grant.worker(), 60_000);
        WorkerGrant renewed = ledger.renew(grant, grant.from()).orElseThrow();
        assertThat(renewed.until()).isBetween(nowTick() + WINDOW_TICKS - 5_000, nowTick() + WINDOW_TICKS + 5_000);
        assertThat(renewed.token()).isEqualTo(grant.token());
    }

    @Test
    void renewingNeverLowersTheEnd() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        age(grant.worker(), -HOUR_TICKS); // as if the database's clock had been set back by an hour since
        long until = leasedUntil(grant.worker());
        assertThat(ledger.renew(grant, grant.from()).orElseThrow().until()).isEqualTo(until);
        assertThat(leasedUntil(grant.worker())).isEqualTo(until);
    }

    @Test
    void aHolderAheadOfTheDatabasesClockStillGetsAWindowAhead() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        age(grant.worker(), -HOUR_TICKS);
        long position = grant.from() + HOUR_TICKS + 60_000;
        assertThat(ledger.renew(grant, position).orElseThrow().until()).isEqualTo(position + WINDOW_TICKS);
    }

    @Test
    void aClockThatLeapsBurnsNoMoreThanTenSeconds() {
        WorkerGrant grant = acquire(ledger);
        long position =
                grant.from() - HOUR_TICKS; // the clock of the database is an hour ahead of what the holder has reached
        assertThat(ledger.renew(grant, position).orElseThrow().until()).isEqualTo(grant.until());
    }

    @Test
    void anotherTokenIsLost() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        database.execute("UPDATE snowflake_worker SET token = 'ffffffffffffffffffffffffffffffff'");
        long until = leasedUntil(grant.worker());
        assertThat(ledger.renew(grant, grant.until())).isEmpty();
        assertThat(leasedUntil(grant.worker())).isEqualTo(until);
    }

    @Test
    void anotherWorkersRowWithTheSameTokenIsNotAdopted() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        WorkerGrant other = acquire(ledger);
        database.execute("UPDATE snowflake_worker SET token = '" + grant.token()
                + "', leased_until = leased_until + 999999" + " WHERE worker = " + other.worker());
        database.execute("UPDATE snowflake_worker SET token = 'ffffffffffffffffffffffffffffffff' WHERE worker = "
                + grant.worker());
        assertThat(ledger.renew(grant, grant.from())).isEmpty();
    }

    @Test
    void aMissingRowIsLostAndNotWrittenAgain() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        database.execute("DELETE FROM snowflake_worker");
        assertThat(ledger.renew(grant, grant.from())).isEmpty();
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isZero();
    }

    @Test
    void aLapsedGrantIsOverEvenIfNobodyHasTakenItYet() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        age(grant.worker(), WINDOW_TICKS + 1_000);
        long until = leasedUntil(grant.worker());
        assertThat(ledger.renew(grant, grant.from())).isEmpty();
        assertThat(leasedUntil(grant.worker())).isEqualTo(until);
    }

    // ---- release

    @Test
    void releasingAnotherOnesWorkerDoesNothing() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        database.execute("UPDATE snowflake_worker SET token = 'ffffffffffffffffffffffffffffffff'");
        long until = leasedUntil(grant.worker());
        ledger.release(grant, grant.from());
        assertThat(leasedUntil(grant.worker())).isEqualTo(until);
        assertThat(ledger.workers()).extracting(WorkerEntry::state).containsExactly(State.HELD);
    }

    @Test
    void aMarkBelowTheWindowFreesNothingBelowIt() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        ledger.release(grant, 5);
        assertThat(leasedUntil(grant.worker())).isEqualTo(grant.from());
    }

    // ---- namespace

    @Test
    void aProcessWithAnotherLayoutIsRefusedWithBothShown() {
        acquire(ledger);
        JdbcWorkerLedger other = JdbcWorkerLedger.shared(LAYOUT.withGene(6), database.dataSource())
                .build();
        assertThatThrownBy(() -> acquire(other))
                .hasMessage(
                        "namespace 'default' of this ledger has layout 41x1ms/0/10/12@2010-11-04T01:42:54.657Z, shared,"
                                + " version 1, this process wants layout 41x1ms/0/10/6/6@2010-11-04T01:42:54.657Z, shared, version 1:"
                                + " ids of both would clash; use what is stored, or another namespace if they never meet");
    }

    @Test
    void aProcessWithAnotherServerNumberIsRefused() {
        SnowflakeLayout games = SnowflakeLayout.GAME_SERVERS;
        acquire(JdbcWorkerLedger.forDatacenter(games, 7, database.dataSource()).build());
        JdbcWorkerLedger eight =
                JdbcWorkerLedger.forDatacenter(games, 8, database.dataSource()).build();
        assertThatThrownBy(() -> acquire(eight))
                .hasMessageContaining("datacenter 7")
                .hasMessageContaining("datacenter 8");
        JdbcWorkerLedger shared =
                JdbcWorkerLedger.shared(games, database.dataSource()).build();
        assertThatThrownBy(() -> acquire(shared))
                .hasMessageContaining("datacenter 7")
                .hasMessageContaining("shared");
    }

    @Test
    void namespacesDoNotMeet() {
        JdbcWorkerLedger other = JdbcWorkerLedger.shared(LAYOUT, database.dataSource())
                .namespace("other")
                .build();
        assertThat(acquire(ledger).worker()).isZero();
        assertThat(acquire(other).worker()).isZero();
    }

    @Test
    void regionsOfOneSharedLedgerHaveWorkersOfTheirOwn() {
        SnowflakeLayout twitter = SnowflakeLayout.TWITTER;
        JdbcWorkerLedger.Builder shared =
                JdbcWorkerLedger.shared(twitter, database.dataSource()).namespace("regions");
        WorkerGrant first = acquire(shared.datacenter(1).build());
        WorkerGrant second = acquire(shared.datacenter(2).build());
        assertThat(List.of(first.datacenter(), first.worker())).containsExactly(1L, 0L);
        assertThat(List.of(second.datacenter(), second.worker())).containsExactly(2L, 0L);
    }

    @Test
    void missingTablesAreReportedWithTheirDdlWhereCreatingIsSwitchedOff() {
        JdbcWorkerLedger cautious = JdbcWorkerLedger.shared(LAYOUT, database.dataSource())
                .createTables(false)
                .build();
        assertThatThrownBy(() -> acquire(cautious))
                .hasMessageStartingWith("the ledger's tables are missing (")
                .hasMessageContaining("CREATE TABLE IF NOT EXISTS snowflake_namespace")
                .hasMessageContaining("CREATE TABLE IF NOT EXISTS snowflake_worker");
        acquire(ledger);
        assertThat(acquire(cautious).worker()).isEqualTo(1);
    }

    @Test
    void whatIsStoredCanBeReadBack() {
        SnowflakeLayout games = SnowflakeLayout.GAME_SERVERS;
        acquire(JdbcWorkerLedger.forDatacenter(games, 7, database.dataSource())
                .namespace("game")
                .build());
        JdbcWorkerLedger stored =
                JdbcWorkerLedger.stored(database.dataSource(), "game").build();
        assertThat(stored.layout()).isEqualTo(games);
        assertThat(stored.describe()).isEqualTo("ledger 'game' (datacenter 7)");
        assertThatThrownBy(() -> JdbcWorkerLedger.stored(database.dataSource(), "shop"))
                .hasMessageStartingWith("the ledger there has no namespace 'shop', but [game]: pass");
    }

    @Test
    void theListShowsWhoHoldsWhatUntilWhen() throws SQLException {
        JdbcWorkerLedger named = JdbcWorkerLedger.shared(LAYOUT, database.dataSource())
                .holder("shop-1")
                .build();
        WorkerGrant held = acquire(named);
        WorkerGrant lapsed = acquire(named);
        WorkerGrant freed = acquire(named);
        age(lapsed.worker(), WINDOW_TICKS + 10_000);
        named.release(freed, freed.from() + 1);
        assertThat(named.workers())
                .extracting(WorkerEntry::state)
                .containsExactly(State.HELD, State.QUARANTINED, State.FREE);
        assertThat(named.workers()).extracting(WorkerEntry::holder).containsOnly("shop-1");
        assertThat(named.workers().get(0).until()).isEqualTo(LAYOUT.timestampOf(held.until()));
    }

    // ---- connections, whole story

    @Test
    void statementsCommitThemselvesAndTheConnectionIsHandedBackAsItWas() throws SQLException {
        FaultyDataSource manual = new FaultyDataSource(database.dataSource());
        manual.handOutWithoutAutoCommit();
        JdbcWorkerLedger own = JdbcWorkerLedger.shared(LAYOUT, manual).build();
        acquire(own);
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isEqualTo(1);
        assertThat(manual.handedBackWithAutoCommit()).isZero();
        assertThat(manual.longestNetworkTimeout()).isEqualTo(10_000);
        assertThat(manual.networkTimeoutHandedBack()).isZero();
        assertThat(manual.open()).isZero();
    }

    @Test
    void aGeneratorRestartedOnTheSameLedgerGoesOnAbove() {
        long last;
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(ledger)) {
            last = ids.nextId();
            for (int i = 0; i < 30_000; i++) {
                last = ids.nextId();
            }
        }
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(ledger)) {
            assertThat(ids.status().worker()).isZero();
            assertThat(ids.nextId()).isGreaterThan(last);
        }
    }

    @Test
    void aWindowIsRenewedWhileIdsAreMade() {
        JdbcWorkerLedger shortWindows = JdbcWorkerLedger.shared(LAYOUT, database.dataSource())
                .window(Duration.ofMillis(900))
                .build();
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(shortWindows)) {
            Instant end = ids.status().windowUntil().plusSeconds(1);
            long last = 0;
            while (LAYOUT.decode(last).timestamp().isBefore(end)) {
                long next = ids.nextId();
                assertThat(next > last).isTrue();
                last = next;
            }
            assertThat(ids.status().windowUntil()).isAfter(end);
        }
    }
}
