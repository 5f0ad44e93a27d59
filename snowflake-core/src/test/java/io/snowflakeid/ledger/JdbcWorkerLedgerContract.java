package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.alibaba.druid.pool.DruidDataSource;
import com.alibaba.druid.wall.WallFilter;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerEntry.State;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.testing.WorkerLedgerContract;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a ledger in a database promises beyond what every ledger does, whichever database it is. */
abstract class JdbcWorkerLedgerContract extends WorkerLedgerContract {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;

    private TestDatabase database;
    private JdbcWorkerLedger ledger;

    abstract TestDatabase newDatabase();

    @BeforeEach
    void openLedger() {
        database = newDatabase();
        ledger = JdbcWorkerLedger.shared(LAYOUT, database.dataSource()).build();
    }

    @AfterEach
    void dropDatabase() throws SQLException {
        if (database != null) { // null where the test was skipped
            database.close();
        }
    }

    @Override
    protected final WorkerLedger open(Settings settings) {
        DataSource dataSource = database.dataSource();
        JdbcWorkerLedger.Builder builder = settings.ownedDatacenter().isPresent()
                ? JdbcWorkerLedger.forDatacenter(
                        settings.layout(), settings.ownedDatacenter().getAsLong(), dataSource)
                : JdbcWorkerLedger.shared(settings.layout(), dataSource);
        return builder.namespace(settings.namespace())
                .datacenter(settings.datacenter())
                .window(settings.window())
                .holder(settings.holder())
                .build();
    }

    @Override
    protected final void age(Settings settings, long worker, long ticks) throws SQLException {
        age(worker, ticks);
    }

    private void age(long worker, long ticks) throws SQLException {
        database.execute(
                "UPDATE snowflake_worker SET leased_from = leased_from - " + ticks + ", leased_until = leased_until - "
                        + ticks + ", quarantined_until = quarantined_until - " + ticks + " WHERE worker = " + worker);
    }

    @Override
    protected final void forget(Settings settings, long worker) throws SQLException {
        database.execute("DELETE FROM snowflake_worker WHERE worker = " + worker);
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
    void rowsAreMadeOnDemandAndWorkersDiffer() throws SQLException {
        Set<Long> workers = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            workers.add(acquire(ledger).worker());
        }
        assertThat(workers).hasSize(20);
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isEqualTo(20);
    }

    @Test
    void allWorkersTakenIsToldWithNumbersHoldersAndTimes() {
        SnowflakeLayout two = SnowflakeLayout.builder().workerBits(1).build();
        JdbcWorkerLedger.Builder builder = JdbcWorkerLedger.shared(two, database.dataSource())
                .holder("game-07")
                .namespace("small");
        acquire(builder.build());
        acquire(builder.build());
        JdbcWorkerLedger small = builder.window(Duration.ofMillis(1500)).build();
        long start = System.nanoTime();
        assertThatThrownBy(() -> acquire(small))
                .isInstanceOf(WorkerLedgerException.class)
                .hasFieldOrPropertyWithValue("reason", Reason.WORKERS_TAKEN)
                .hasMessageMatching(
                        "all 2 workers of ledger 'small' .* taken .*0 by game-07 until \\S+, 1 by game-07 until \\S+;"
                                + " waited 1500 ms: stop a process, .* the first one at \\S+Z");
        assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(1_500));
    }

    /** As a version before this one stored it, or another program. */
    @Test
    void aStoredHolderIsShownWithoutWhatATerminalWouldObey() throws SQLException {
        SnowflakeLayout one = SnowflakeLayout.builder().workerBits(0).build();
        JdbcWorkerLedger.Builder ledgerOfOne =
                JdbcWorkerLedger.shared(one, database.dataSource()).namespace("hostile");
        acquire(ledgerOfOne.build());
        JdbcWorkerLedger small = ledgerOfOne.window(Duration.ofMillis(300)).build();
        try (Connection connection = database.connect();
                PreparedStatement update = connection.prepareStatement(
                        "UPDATE snowflake_worker SET holder = ? WHERE namespace = 'hostile'")) {
            update.setString(1, "shop\u001b[2J\u0007\r\nforged");
            update.executeUpdate();
        }
        assertThat(small.workers()).extracting(WorkerEntry::holder).containsExactly("shop\u001b[2J\u0007\r\nforged");
        assertThatThrownBy(() -> acquire(small))
                .hasFieldOrPropertyWithValue("reason", Reason.WORKERS_TAKEN)
                .hasMessageContaining("0 by shop\\u001b[2J\\u0007\\u000d\\u000aforged until ");
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

    /** A renewal within the tick of the grant would leave the row as it was, and MySQL would have nothing to commit. */
    @Test
    void anAdoptedGrantIsWrittenOnceMoreHoweverLongATickIs() {
        FaultyDataSource faulty = new FaultyDataSource(database.dataSource());
        JdbcWorkerLedger unlucky =
                JdbcWorkerLedger.shared(SnowflakeLayout.KUBERNETES, faulty).build();
        unlucky.workers();
        faulty.loseNextReply();
        WorkerGrant grant = acquire(unlucky);
        assertThat(grant.until() - grant.from()).isGreaterThan(120);
    }

    @Test
    void aGrantWhoseCommitCameWithAWarningIsAdoptedOnceItsRenewalIsCommittedWithoutOne() {
        FaultyDataSource faulty = new FaultyDataSource(database.dataSource());
        JdbcWorkerLedger unlucky = JdbcWorkerLedger.shared(LAYOUT, faulty).build();
        unlucky.workers();
        faulty.warnAtCommits(1);
        WorkerGrant grant = acquire(unlucky);
        assertThat(unlucky.renew(grant, grant.from())).isPresent();
    }

    /** It can be read, and may be gone after a failover all the same. */
    @Test
    void aGrantThatNoCommitConfirmsIsNotAdopted() throws SQLException {
        FaultyDataSource faulty = new FaultyDataSource(database.dataSource());
        JdbcWorkerLedger unlucky = JdbcWorkerLedger.shared(LAYOUT, faulty).build();
        unlucky.workers();
        faulty.warnAtCommits(Integer.MAX_VALUE);
        assertThatThrownBy(() -> acquire(unlucky))
                .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                .hasMessageContaining("could not grant a worker (the commit came with a warning, so it may not be"
                        + " durable: canceling wait for synchronous replication)");
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isEqualTo(1);
    }

    @Test
    void aRenewalWhoseCommitCameWithAWarningIsAFailure() {
        FaultyDataSource faulty = new FaultyDataSource(database.dataSource());
        JdbcWorkerLedger unlucky = JdbcWorkerLedger.shared(LAYOUT, faulty).build();
        WorkerGrant grant = acquire(unlucky);
        faulty.warnAtCommits(1);
        assertThatThrownBy(() -> unlucky.renew(grant, grant.from()))
                .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                .hasMessageContaining("the commit came with a warning");
        assertThat(unlucky.renew(grant, grant.from())).isPresent();
    }

    /** Its commit would confirm nothing, also not what an earlier one has left that was not confirmed. */
    @Test
    void aRenewalThatWouldChangeNothingIsWrittenAllTheSame() throws SQLException {
        SnowflakeLayout hourly = SnowflakeLayout.builder()
                .tick(Duration.ofHours(1))
                .timestampBits(30)
                .build();
        JdbcWorkerLedger slow = JdbcWorkerLedger.shared(hourly, database.dataSource())
                .window(Duration.ofHours(3))
                .namespace("slow")
                .build();
        WorkerGrant grant = acquire(slow);
        WorkerGrant renewed = slow.renew(grant, grant.from()).orElseThrow();
        assertThat(renewed.until()).isGreaterThan(grant.until());
        assertThat(leasedUntil(grant.worker())).isEqualTo(renewed.until());
    }

    @Test
    void aWriteThatNeverHappenedIsAFailureNotAGrant() throws SQLException {
        FaultyDataSource faulty = new FaultyDataSource(database.dataSource());
        JdbcWorkerLedger unlucky = JdbcWorkerLedger.shared(LAYOUT, faulty).build();
        unlucky.workers();
        faulty.failNextWrite();
        assertThatThrownBy(() -> acquire(unlucky))
                .isInstanceOf(WorkerLedgerException.class)
                .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                .hasMessageStartingWith("ledger 'default' (shared) could not grant a worker (write lost)");
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isZero();
    }

    @Test
    void clocksThatAreFarApartAreBothShown() {
        Instant wrong = Instant.now().minus(Duration.ofHours(2));
        assertThatThrownBy(() -> ledger.acquire(wrong.getEpochSecond() * 1_000_000_000L))
                .hasMessageMatching(
                        "the database's clock shows \\S+, this machine's \\S+, allowed are 60 minutes between them:"
                                + " correct the wrong one");
        assertThat(ledger.workers()).isEmpty();
    }

    @Test
    void theZoneOfASessionDoesNotMatter() throws SQLException {
        try (Connection elsewhere = database.connect();
                Statement statement = elsewhere.createStatement()) {
            String setZone =
                    SqlDialect.of(elsewhere) == SqlDialect.MYSQL ? "SET time_zone = '%s'" : "SET TIME ZONE '%s'";
            statement.execute(setZone.formatted("+09:00"));
            FaultyDataSource pool = new FaultyDataSource(database.dataSource());
            pool.handOutAlways(elsewhere);
            WorkerGrant grant = acquire(JdbcWorkerLedger.shared(LAYOUT, pool).build());
            assertThat(grant.from()).isCloseTo(nowTick(LAYOUT), within(10_000L));
        }
    }

    // ---- renew

    @Test
    void anotherTokenIsLost() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        database.execute("UPDATE snowflake_worker SET token = 'ffffffffffffffffffffffffffffffff'");
        long until = leasedUntil(grant.worker());
        assertGoesOnWithAnotherWindow(grant);
        assertThat(leasedUntil(grant.worker())).isEqualTo(until);
    }

    /** The ledger has forgotten what it granted to this holder, and so, maybe, what it granted to others. */
    private WorkerGrant assertGoesOnWithAnotherWindow(WorkerGrant forgotten) {
        WorkerGrant next = ledger.renew(forgotten, forgotten.from()).orElseThrow();
        assertThat(next.token()).isNotEqualTo(forgotten.token());
        assertThat(next.from())
                .isGreaterThanOrEqualTo(forgotten.until())
                .isGreaterThan(nowTick(LAYOUT) + WINDOW_TICKS + 9_000);
        return next;
    }

    @Test
    void anotherWorkersRowWithTheSameTokenIsNotAdopted() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        WorkerGrant other = acquire(ledger);
        database.execute("UPDATE snowflake_worker SET token = '" + grant.token()
                + "', leased_until = leased_until + 999999" + " WHERE worker = " + other.worker());
        database.execute("UPDATE snowflake_worker SET token = 'ffffffffffffffffffffffffffffffff' WHERE worker = "
                + grant.worker());
        assertThat(assertGoesOnWithAnotherWindow(grant).worker()).isNotIn(grant.worker(), other.worker());
    }

    @Test
    void aMissingRowIsLostAndNotWrittenAgain() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        database.execute("DELETE FROM snowflake_worker");
        WorkerGrant next = assertGoesOnWithAnotherWindow(grant);
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isEqualTo(1);
        assertThat(leasedUntil(next.worker())).isEqualTo(next.until());
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

    // ---- namespace

    @Test
    void theRefusalOfAnotherLayoutSaysWhatToDo() {
        acquire(ledger);
        JdbcWorkerLedger other = JdbcWorkerLedger.shared(LAYOUT.withGene(6), database.dataSource())
                .build();
        assertThatThrownBy(() -> acquire(other))
                .hasMessageContainingAll(
                        "namespace 'default' of this ledger has layout 41x1ms/0/10/12@2010-11-04T01:42:54.657Z,"
                                + " shared, version 1",
                        "this process wants layout 41x1ms/0/10/6/6@2010-11-04T01:42:54.657Z, shared, version 1",
                        "ids of both would clash",
                        "use what is stored",
                        "another namespace if they never meet");
    }

    @Test
    void aNamespaceOfAnotherVersionIsRefused() throws SQLException {
        acquire(ledger);
        database.execute("UPDATE snowflake_namespace SET version = 2");
        JdbcWorkerLedger older =
                JdbcWorkerLedger.shared(LAYOUT, database.dataSource()).build();
        assertThatThrownBy(() -> acquire(older))
                .isInstanceOf(WorkerLedgerException.class)
                .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                .hasMessageContaining(", shared, version 2, this process wants layout ");
    }

    @Test
    void missingTablesAreReportedWithTheirDdlWhereCreatingIsSwitchedOff() {
        JdbcWorkerLedger cautious = JdbcWorkerLedger.shared(LAYOUT, database.dataSource())
                .createTables(false)
                .build();
        assertThatThrownBy(() -> acquire(cautious))
                .hasFieldOrPropertyWithValue("reason", Reason.TABLES_MISSING)
                .hasMessageStartingWith("the ledger's tables are missing (")
                .hasMessageMatching("(?s).*CREATE TABLE IF NOT EXISTS ([`\"])[^`\"]+\\1\\.snowflake_namespace .*")
                .hasMessageMatching("(?s).*CREATE TABLE IF NOT EXISTS ([`\"])[^`\"]+\\1\\.snowflake_worker .*");
        acquire(ledger);
        assertThat(acquire(cautious).worker()).isEqualTo(1);
    }

    /** The statement that an operator is told does it. */
    @Test
    void aMissingNamespaceIsReportedWithItsStatementWhereCreatingIsSwitchedOff() throws SQLException {
        acquire(ledger);
        JdbcWorkerLedger cautious = JdbcWorkerLedger.forDatacenter(SnowflakeLayout.TWITTER, 7, database.dataSource())
                .namespace("game")
                .workers(1, 3)
                .createTables(false)
                .build();
        AtomicReference<String> message = new AtomicReference<>("");
        assertThatThrownBy(() -> acquire(cautious))
                .hasFieldOrPropertyWithValue("reason", Reason.TABLES_MISSING)
                .hasMessageStartingWith("namespace 'game' is not in ")
                .hasMessageContaining("if it was there before, look who deleted it")
                .satisfies(e -> message.set(String.valueOf(e.getMessage())));
        assertThat(one("SELECT COUNT(*) FROM snowflake_namespace")).isEqualTo(1);
        String sql = message.get().substring(message.get().indexOf("INSERT"));
        database.execute(sql.substring(0, sql.length() - 1));
        assertThat(acquire(cautious).worker()).isEqualTo(1);
    }

    @Test
    void aLedgerIsSetUpWithoutAWorker() throws SQLException {
        ledger.setUp();
        ledger.setUp();
        assertThat(one("SELECT COUNT(*) FROM snowflake_namespace")).isEqualTo(1);
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isZero();
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
                .hasFieldOrPropertyWithValue("reason", Reason.OTHER)
                .hasMessageStartingWith("the ledger there has no namespace 'shop', but [game]: pass");
    }

    @Test
    void anEpochAheadOfTheClockIsNotWrittenDown() {
        JdbcWorkerLedger ahead = JdbcWorkerLedger.shared(
                        SnowflakeLayout.parse("41x1ms/0/10/12@2062-01-01T00:00:00Z"), database.dataSource())
                .build();
        assertThatThrownBy(() -> acquire(ahead)).hasFieldOrPropertyWithValue("reason", Reason.CLOCK_WRONG);
        JdbcWorkerLedger corrected =
                JdbcWorkerLedger.shared(LAYOUT, database.dataSource()).build();
        assertThat(acquire(corrected).worker()).isZero();
    }

    @Test
    void aLedgerOfSomeWorkersGrantsThoseAlone() {
        JdbcWorkerLedger.Builder some =
                JdbcWorkerLedger.shared(LAYOUT, database.dataSource()).workers(600, 601);
        JdbcWorkerLedger own = some.build();
        assertThat(List.of(acquire(own).worker(), acquire(own).worker())).containsExactly(600L, 601L);
        JdbcWorkerLedger impatient = some.window(Duration.ofMillis(300)).build();
        assertThatThrownBy(() -> acquire(impatient))
                .hasMessageStartingWith("all 2 workers of ledger 'default' (shared, workers 600..601) are taken (");
        assertThatThrownBy(() -> acquire(some.workers(600, 602).build()))
                .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                .hasMessageContaining(", shared, workers 600..601, version 1, this process wants layout ")
                .hasMessageContaining(", shared, workers 600..602, version 1: ids of both would clash");
        assertThatThrownBy(() -> acquire(ledger)).hasMessageContaining(", shared, version 1: ids of both would clash");
    }

    /** The operator has split a ledger that was in use: the upper half belongs to another one from now on. */
    @Test
    void aRowOutsideOfTheRangeIsGrantedToNobody() throws SQLException {
        SnowflakeLayout four = SnowflakeLayout.builder().workerBits(2).build();
        JdbcWorkerLedger.Builder builder =
                JdbcWorkerLedger.shared(four, database.dataSource()).namespace("split");
        JdbcWorkerLedger whole = builder.build();
        for (int i = 0; i < 4; i++) {
            WorkerGrant grant = acquire(whole);
            assertThat(grant.worker()).isEqualTo(i);
        }
        database.execute(
                "UPDATE snowflake_worker SET token = NULL, leased_until = leased_from WHERE worker > 1",
                "UPDATE snowflake_namespace SET scope = 'shared, workers 0..1' WHERE namespace = 'split'");
        JdbcWorkerLedger lower = builder.workers(0, 1).build();
        assertThat(lower.tryAcquire(TimeSource.system().wallNanos())).isEmpty();
    }

    @Test
    void aNamespaceThatIsGoneIsToldAndNothingIsWritten() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        WorkerGrant released = acquire(ledger);
        ledger.release(released, released.from());
        database.execute("DELETE FROM snowflake_namespace");
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> acquire(ledger),
                () -> ledger.renew(grant, grant.from() + 60_000),
                () -> ledger.release(grant, grant.from()))) {
            assertThatThrownBy(call)
                    .isInstanceOf(WorkerLedgerException.class)
                    .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                    .hasMessageMatching("namespace 'default' is not in \\S+snowflake_namespace any more: look who .*");
        }
        assertThat(leasedUntil(grant.worker())).isEqualTo(grant.until());
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker WHERE token IS NULL"))
                .isEqualTo(1);
    }

    /** A running process does not follow a ledger that was set up anew. */
    @Test
    void aNamespaceThatWasReplacedIsToldAndNothingIsWritten() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        database.execute("UPDATE snowflake_namespace SET scope = 'datacenter 3'");
        assertThatThrownBy(() -> ledger.renew(grant, grant.from() + 60_000))
                .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                .hasMessageContaining(", datacenter 3, version 1, this process wants layout ");
        assertThat(leasedUntil(grant.worker())).isEqualTo(grant.until());
    }

    @Test
    void aNamespaceThatIsGoneCannotBeMarkedAsRecovered() throws SQLException {
        acquire(ledger);
        database.execute("DELETE FROM snowflake_namespace");
        assertThatThrownBy(ledger::markRecovered)
                .isInstanceOf(WorkerLedgerException.class)
                .hasMessageContainingAll(
                        "namespace 'default' is not in ",
                        "snowflake_namespace any more",
                        "or stop all processes, let one set it up, mark it as recovered, and start them");
    }

    @Test
    void aStoredRangeIsReadBack() {
        SnowflakeLayout twitter = SnowflakeLayout.TWITTER;
        acquire(JdbcWorkerLedger.forDatacenter(twitter, 7, database.dataSource())
                .workers(8, 15)
                .build());
        JdbcWorkerLedger stored =
                JdbcWorkerLedger.stored(database.dataSource(), "default").build();
        assertThat(stored.describe()).isEqualTo("ledger 'default' (datacenter 7, workers 8..15)");
        assertThat(acquire(stored).worker()).isEqualTo(9);
        assertThat(stored.datacenter()).isEqualTo(7);
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

    // ---- rows that somebody else has locked

    private interface WhileLocked {
        void run() throws SQLException;
    }

    /** As an operator's open transaction does, or a process that was stopped between its statement and the commit. */
    private void whileLocked(int workers, WhileLocked then) throws SQLException {
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            for (int worker = 0;
                    worker < workers;
                    worker++) { // one by one: MySQL would lock the gaps of a longer scan, too
                statement.executeUpdate("UPDATE snowflake_worker SET holder = 'an open transaction'"
                        + " WHERE namespace = 'default' AND datacenter = 0 AND worker = " + worker);
            }
            then.run();
            other.rollback();
        }
    }

    private static void assertTakesAtMost(Duration limit, long sinceNanos) {
        assertThat(Duration.ofNanos(System.nanoTime() - sinceNanos)).isLessThan(limit);
    }

    /** Free, with the lowest number first. */
    private void releasedWorkers(int count) throws SQLException {
        List<WorkerGrant> grants = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            grants.add(acquire(ledger));
        }
        for (int i = 0; i < count; i++) {
            ledger.release(grants.get(i), grants.get(i).from());
            age(i, 30_000 - i * 1000L);
        }
    }

    @Test
    void aLockedRowIsPassedOverWithinThreeSeconds() throws SQLException {
        releasedWorkers(3);
        whileLocked(1, () -> {
            long start = System.nanoTime();
            assertThat(acquire(ledger).worker()).isIn(1L, 2L);
            assertTakesAtMost(Duration.ofSeconds(3), start);
        });
        assertThat(acquire(ledger).worker()).isZero();
    }

    @Test
    void ifAllFreeRowsAreLockedAWorkerThatWasNeverUsedIsTaken() throws SQLException {
        releasedWorkers(10);
        whileLocked(10, () -> {
            long start = System.nanoTime();
            assertThat(acquire(ledger).worker()).isEqualTo(10);
            assertTakesAtMost(Duration.ofSeconds(3), start);
        });
    }

    @Test
    void aTransactionThatHoldsTheWholeTableIsNamedSoonOrGotRound() throws SQLException {
        releasedWorkers(10);
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.executeUpdate("UPDATE snowflake_worker SET holder = 'an open transaction'");
            long start = System.nanoTime();
            try {
                assertThat(acquire(ledger).worker()).isEqualTo(10);
            } catch (WorkerLedgerException gapsAreLockedAsWell) {
                assertThat(gapsAreLockedAsWell)
                        .hasMessageContaining("another transaction holds the row for longer than 2 s; end it");
            }
            assertTakesAtMost(Duration.ofSeconds(8), start);
            other.rollback();
        }
    }

    @Test
    void aWorkerThatSomebodyIsWritingForTheFirstTimeIsPassedOver() throws SQLException {
        ledger.release(acquire(ledger), 0);
        age(0, -HOUR_TICKS);
        try (Connection other = database.connect();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.executeUpdate(
                    "INSERT INTO snowflake_worker (namespace, datacenter, worker, leased_from, leased_until,"
                            + " quarantined_until, holder) VALUES ('default', 0, 1, 0, 0, 0, 'an open transaction')");
            long start = System.nanoTime();
            assertThat(acquire(ledger).worker()).isBetween(2L, 256L);
            assertTakesAtMost(Duration.ofSeconds(3), start);
            other.rollback();
        }
    }

    @Test
    void aRenewalThatMeetsALockSaysWhoHoldsTheRow() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        whileLocked(1, () -> {
            long start = System.nanoTime();
            assertThatThrownBy(() -> ledger.renew(grant, grant.from()))
                    .isInstanceOf(WorkerLedgerException.class)
                    .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                    .hasMessageStartingWith("ledger 'default' (shared) could not renew worker 0 (")
                    .hasMessageMatching(
                            "(?s).*another transaction holds the row for longer than 2 s; end it, \\S+ lists it");
            assertThatThrownBy(() -> ledger.release(grant, grant.from()))
                    .hasMessageContaining("another transaction holds the row for longer than 2 s");
            assertTakesAtMost(Duration.ofSeconds(6), start);
        });
        assertThat(ledger.renew(grant, grant.from())).isPresent();
    }

    @Test
    void theLockTimeoutIsHandedBackAsItWas() throws SQLException {
        try (Connection pooled = database.connect()) {
            SqlDialect dialect = SqlDialect.of(pooled);
            dialect.setLockTimeout(pooled, "7");
            pooled.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            String before = dialect.lockTimeout(pooled);
            FaultyDataSource pool = new FaultyDataSource(database.dataSource());
            pool.handOutAlways(pooled);
            JdbcWorkerLedger own = JdbcWorkerLedger.shared(LAYOUT, pool).build();
            WorkerGrant grant = acquire(own);
            assertThat(dialect.lockTimeout(pooled)).isEqualTo(before);
            own.renew(grant, grant.from());
            own.release(grant, grant.from());
            assertThat(dialect.lockTimeout(pooled)).isEqualTo(before);
            assertThat(pooled.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
        }
    }

    /** What its filter denies by default: SET TRANSACTION, several statements in one. It cannot read H2's. */
    @Test
    void aPoolThatFiltersSqlIsAPool() throws SQLException {
        assumeThat(database.url()).doesNotStartWith("jdbc:h2:");
        try (DruidDataSource pool = druid()) {
            JdbcWorkerLedger own = JdbcWorkerLedger.shared(LAYOUT, pool).build();
            WorkerGrant grant = acquire(own);
            assertThat(own.renew(grant, grant.from())).isPresent();
            own.release(grant, grant.from());
            assertThat(own.workers()).hasSize(1);
        }
    }

    @Test
    void aPoolThatDeniesAStatementIsNamed() throws SQLException {
        try (DruidDataSource pool = druid()) {
            pool.init();
            WallFilter wall = pool.unwrap(WallFilter.class);
            wall.getConfig().setInsertAllow(false);
            JdbcWorkerLedger own = JdbcWorkerLedger.shared(LAYOUT, pool).build();
            assertThatThrownBy(() -> acquire(own))
                    .isInstanceOf(WorkerLedgerException.class)
                    .hasMessageContainingAll("the pool filters SQL", "connections of its own");
        }
    }

    private DruidDataSource druid() throws SQLException {
        DruidDataSource pool = new DruidDataSource();
        pool.setUrl(database.url());
        pool.setUsername(database.user());
        pool.setPassword(database.password());
        pool.setFilters("stat,wall");
        return pool;
    }

    // ---- restored from a backup

    private interface Backup {
        void restore() throws SQLException;
    }

    private Backup backup() throws SQLException {
        database.execute("CREATE TABLE saved AS SELECT * FROM snowflake_worker");
        return () ->
                database.execute("DELETE FROM snowflake_worker", "INSERT INTO snowflake_worker SELECT * FROM saved");
    }

    /** What a restore forgets: all workers of this small ledger, one of them renewed up to an hour from its backup. */
    private List<WorkerGrant> forgottenBy(JdbcWorkerLedger small) throws SQLException {
        WorkerGrant released = acquire(small);
        small.release(released, released.from());
        Backup backup = backup();
        List<WorkerGrant> forgotten = new ArrayList<>(List.of(acquire(small), acquire(small), acquire(small)));
        forgotten.replaceAll(grant -> small.renew(grant, nowTick(LAYOUT) + 10).orElseThrow());
        backup.restore();
        return forgotten;
    }

    private JdbcWorkerLedger ofThree() {
        return JdbcWorkerLedger.shared(LAYOUT, database.dataSource())
                .workers(0, 2)
                .build();
    }

    private static List<WorkerGrant> overlapping(List<WorkerGrant> earlier, JdbcWorkerLedger small) {
        List<WorkerGrant> later = List.of(acquire(small), acquire(small), acquire(small));
        return earlier.stream()
                .filter(one ->
                        later.stream().anyMatch(other -> one.worker() == other.worker() && other.from() < one.until()))
                .toList();
    }

    /** Before anybody acquires a worker from it, one of those that it has forgotten renews. */
    @Test
    void aRestoredLedgerGrantsNoTickAgainOnceAHolderHasRenewed() throws SQLException {
        JdbcWorkerLedger small = ofThree();
        List<WorkerGrant> forgotten = forgottenBy(small);
        WorkerGrant noticing = forgotten.get(1);
        WorkerGrant next = small.renew(noticing, noticing.from() + 10).orElseThrow();
        List<WorkerGrant> earlier = new ArrayList<>(forgotten);
        earlier.add(next);
        JdbcWorkerLedger started = ofThree();
        List<WorkerGrant> later = List.of(acquire(started), acquire(started));
        assertThat(later)
                .allSatisfy(grant -> assertThat(earlier)
                        .noneMatch(one -> one.worker() == grant.worker() && grant.from() < one.until()));
        for (WorkerGrant other : List.of(forgotten.get(0), forgotten.get(2))) { // their workers have gone to others
            assertThat(small.renew(other, other.from())).isEmpty();
        }
    }

    /**
     * They were granted workers since the backup, and make ids while it is restored: one of them notices at once, and would be granted the
     * worker of the other. More start once both have renewed.
     */
    @Test
    void idsOfProcessesThatTheLedgerHasForgottenNeverRepeat() throws Exception {
        Duration window = Duration.ofSeconds(3);
        JdbcWorkerLedger.Builder process =
                JdbcWorkerLedger.shared(LAYOUT, database.dataSource()).window(window);
        acquire(process.build());
        Backup backup = backup();
        Set<Long> ids = new HashSet<>();
        Duration seldom = Duration.ofMillis(1_400);
        try (SnowflakeIdGenerator one =
                        SnowflakeIdGenerator.on(process.renewEvery(seldom).build());
                SnowflakeIdGenerator two = SnowflakeIdGenerator.on(
                        process.renewEvery(Duration.ofMillis(200)).build())) {
            assertAllDiffer(ids, Duration.ofMillis(200), one, two);
            backup.restore();
            assertAllDiffer(ids, seldom.multipliedBy(2), one, two);
            try (SnowflakeIdGenerator three = SnowflakeIdGenerator.on(process.build());
                    SnowflakeIdGenerator four = SnowflakeIdGenerator.on(process.build())) {
                assertAllDiffer(ids, window, one, two, three, four);
            }
        }
        assertThat(ids).hasSizeGreaterThan(100_000);
    }

    private static void assertAllDiffer(Set<Long> ids, Duration time, SnowflakeIdGenerator... generators)
            throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            for (SnowflakeIdGenerator generator : generators) {
                for (int i = 0; i < 64; i++) { // as many as let sequences of a tick meet
                    long id = generator.nextId();
                    assertThat(ids.add(id)).as("id %s is new", id).isTrue();
                }
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    @Test
    void aHolderWhoseRenewalsAreForgottenGoesOnAndTheLedgerOpensLater() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        Backup backup = backup();
        WorkerGrant told = ledger.renew(grant, grant.from() + 60_000).orElseThrow();
        backup.restore();
        WorkerGrant renewed = ledger.renew(told, told.from()).orElseThrow();
        assertThat(renewed.token()).isEqualTo(grant.token());
        assertThat(renewed.until()).isGreaterThanOrEqualTo(told.until());
        assertThat(leasedUntil(grant.worker())).isEqualTo(renewed.until());
        assertThat(one("SELECT quarantined_until - leased_until FROM snowflake_worker"))
                .isEqualTo(WINDOW_TICKS);
        assertThat(acquire(ledger).from()).isGreaterThan(nowTick(LAYOUT) + WINDOW_TICKS + 9_000);
    }

    /** Its ids run ahead of the clock, and so do those of others, maybe. */
    @Test
    void aHolderThatWasForgottenOpensTheLedgerNoEarlierThanItsOwnWindowEnds() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        WorkerGrant ahead = ledger.renew(grant, grant.from() + HOUR_TICKS).orElseThrow();
        database.execute("DELETE FROM snowflake_worker");
        assertThat(ledger.renew(ahead, ahead.from()).orElseThrow().from()).isEqualTo(ahead.until());
    }

    @Test
    void aHolderThatWasForgottenOpensTheLedgerLaterAlsoWhenItGivesItsWorkerBack() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        database.execute("DELETE FROM snowflake_worker");
        ledger.release(grant, grant.from());
        assertThat(acquire(ledger).from()).isGreaterThan(nowTick(LAYOUT) + WINDOW_TICKS + 9_000);
    }

    /** A process that paused between reading and writing, or committing. */
    @Test
    void aGrantThatAnOpeningHasOvertakenIsGivenBack() throws SQLException {
        acquire(ledger);
        FaultyDataSource paused = new FaultyDataSource(database.dataSource());
        JdbcWorkerLedger starting = JdbcWorkerLedger.shared(LAYOUT, paused).build();
        starting.workers();
        paused.beforeNextCommit(ledger::markRecovered);
        assertThat(acquire(starting).from()).isGreaterThan(nowTick(LAYOUT) + WINDOW_TICKS + 9_000);
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker WHERE token IS NULL"))
                .isEqualTo(1);
    }

    /** The same where the reply was lost, and the grant is found under its token. */
    @Test
    void aGrantThatAnOpeningHasOvertakenIsNotAdopted() throws SQLException {
        acquire(ledger);
        FaultyDataSource paused = new FaultyDataSource(database.dataSource());
        JdbcWorkerLedger starting = JdbcWorkerLedger.shared(LAYOUT, paused).build();
        starting.workers();
        paused.beforeNextCommit(ledger::markRecovered);
        paused.loseNextReply();
        assertThatThrownBy(() -> acquire(starting)).isInstanceOf(WorkerLedgerException.class);
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker WHERE token IS NULL"))
                .isEqualTo(1);
    }

    @Test
    void aStartBehindASplitterThatReadsACopyIsToldSoAndLeavesItsWorkerFree() throws SQLException {
        acquire(ledger);
        try (Connection copy = copyThatLags()) {
            FaultyDataSource splitter = new FaultyDataSource(database.dataSource());
            splitter.readFrom(copy);
            JdbcWorkerLedger split = JdbcWorkerLedger.shared(LAYOUT, splitter).build();
            assertThatThrownBy(() -> acquire(split))
                    .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                    .hasMessageContaining("what was committed for worker 1 cannot be read: a read/write splitter");
        }
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker WHERE worker = 1 AND token IS NULL"))
                .isEqualTo(1);
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isEqualTo(2);
    }

    /** What a copy does not know yet proves nothing. */
    @Test
    void aRenewalOrAReleaseThatReadsACopyOpensNoLedgerLater() throws SQLException {
        acquire(ledger);
        try (Connection copy = copyThatLags()) {
            WorkerGrant grant = acquire(ledger);
            FaultyDataSource splitter = new FaultyDataSource(database.dataSource());
            JdbcWorkerLedger split = JdbcWorkerLedger.shared(LAYOUT, splitter).build();
            splitter.readFrom(copy);
            for (ThrowingCallable call : List.<ThrowingCallable>of(
                    () -> split.renew(grant, grant.from()), () -> split.release(grant, grant.from()))) {
                assertThatThrownBy(call)
                        .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                        .hasMessageContaining("cannot be read: a read/write splitter");
            }
            assertThat(one("SELECT opens_at FROM snowflake_namespace")).isZero();
            assertThat(ledger.renew(grant, grant.from())).isPresent();
        }
    }

    /** Reads see what is there now, whatever is written from now on. */
    private Connection copyThatLags() throws SQLException {
        Connection copy = database.connect();
        copy.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        copy.setAutoCommit(false);
        for (String table : List.of("snowflake_worker", "snowflake_namespace")) {
            try (Statement statement = copy.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
                rows.next();
            }
        }
        return copy;
    }

    @Test
    void whoGaveAWorkerBackIsNotTakenForOneThatWasForgotten() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        ledger.release(grant, grant.from() + 5_000);
        ledger.release(grant, grant.from() + 5_000);
        assertThat(ledger.renew(grant, grant.from())).isEmpty();
        assertThat(one("SELECT opens_at FROM snowflake_namespace")).isZero();
    }

    /** The database was restored on a machine whose clock is wrong: no window would ever begin again before that. */
    @Test
    void aClockThatIsFarOffOpensNoLedgerLater() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        TimeSource hoursBehind = new TimeSource() {
            @Override
            public long wallNanos() {
                return TimeSource.system().wallNanos() - TimeUnit.HOURS.toNanos(2);
            }

            @Override
            public long nanos() {
                return TimeSource.system().nanos();
            }
        };
        LedgerSettings settings =
                JdbcWorkerLedger.shared(LAYOUT, database.dataSource()).settings();
        JdbcWorkerLedger wrong = new JdbcWorkerLedger(settings, database.dataSource(), true, hoursBehind);
        database.execute("DELETE FROM snowflake_worker");
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> wrong.renew(grant, grant.from()),
                () -> wrong.release(grant, grant.from()),
                wrong::markRecovered)) {
            assertThatThrownBy(call)
                    .hasFieldOrPropertyWithValue("reason", Reason.CLOCK_WRONG)
                    .hasMessageContaining("allowed are 60 minutes between them");
        }
        assertThat(one("SELECT opens_at FROM snowflake_namespace")).isZero();
    }

    /** Its row is gone, but not that there was such a window. */
    @Test
    void theLongestWindowThatWasEverGrantedCounts() throws SQLException {
        JdbcWorkerLedger.Builder settings = JdbcWorkerLedger.shared(LAYOUT, database.dataSource());
        WorkerGrant grant = acquire(ledger);
        acquire(settings.window(Duration.ofHours(1)).build());
        database.execute("DELETE FROM snowflake_worker");
        assertThat(ledger.renew(grant, grant.from()).orElseThrow().from()).isGreaterThan(nowTick(LAYOUT) + HOUR_TICKS);
    }

    @Test
    void aRestoredLedgerWouldGrantWindowsAgainThatItHasForgotten() throws SQLException {
        JdbcWorkerLedger small = ofThree();
        assertThat(overlapping(forgottenBy(small), small)).hasSize(3);
    }

    @Test
    void aRestoredLedgerThatIsMarkedGrantsNoTickAgain() throws SQLException {
        JdbcWorkerLedger small = ofThree();
        List<WorkerGrant> forgotten = forgottenBy(small);
        Instant opensAt = small.markRecovered();
        assertThat(overlapping(forgotten, ofThree())).isEmpty();
        assertThat(opensAt)
                .isBetween(Instant.now().plusSeconds(125), Instant.now().plusSeconds(135));
        assertThat(small.workers()).extracting(WorkerEntry::from).containsOnly(opensAt);
    }

    @Test
    void aHolderThatTheBackupKnowsGoesOnAfterTheMark() throws SQLException {
        JdbcWorkerLedger small = ofThree();
        WorkerGrant holder = acquire(small);
        small.markRecovered();
        WorkerGrant renewed = small.renew(holder, holder.from() + 5).orElseThrow();
        assertThat(renewed.until()).isBetween(holder.until(), holder.until() + 10_000);
    }

    @Test
    void aHolderThatTheBackupKnowsMovesItsWindowFurtherAfterTheMark() throws SQLException {
        WorkerGrant holder = acquire(ledger);
        ledger.markRecovered();
        age(holder.worker(), 60_000);
        assertThat(ledger.renew(holder, holder.from()).orElseThrow().until()).isGreaterThan(holder.until() - 30_000);
    }

    @Test
    void markingTwiceLowersNothingAndTheLongestWindowCounts() throws SQLException {
        JdbcWorkerLedger.Builder settings = JdbcWorkerLedger.shared(LAYOUT, database.dataSource());
        Instant first = settings.window(Duration.ofHours(1)).build().markRecovered();
        assertThat(first).isAfter(Instant.now().plusSeconds(3600));
        JdbcWorkerLedger shorter = settings.window(Duration.ofMinutes(2)).build();
        Instant second = shorter.markRecovered();
        assertThat(second).isBetween(first, first.plusSeconds(30));
        assertThat(acquire(shorter).from()).isEqualTo(LAYOUT.tickAt(second));
        assertThat(settings.window(Duration.ofHours(2)).build().markRecovered())
                .isAfter(Instant.now().plusSeconds(7200));
        database.execute("UPDATE snowflake_namespace SET opens_at = opens_at + " + HOUR_TICKS);
        long later = one("SELECT opens_at FROM snowflake_namespace");
        assertThat(LAYOUT.tickAt(shorter.markRecovered())).isEqualTo(later);
    }

    @Test
    void theWindowsThatAreWrittenDownCount() {
        JdbcWorkerLedger.Builder settings = JdbcWorkerLedger.shared(LAYOUT, database.dataSource());
        acquire(settings.window(Duration.ofHours(1)).build());
        Instant opensAt = settings.window(Duration.ofMinutes(2)).build().markRecovered();
        assertThat(opensAt).isAfter(Instant.now().plusSeconds(3600));
    }

    // ---- every call fails once

    @ParameterizedTest
    @EnumSource
    void whereverAnAcquisitionFailsNothingIsBelievedThatIsNotWritten(FaultyDataSource.Fault fault) throws SQLException {
        try (FaultWalk walk = new FaultWalk(database, fault)) {
            walk.acquire();
            assertThat(walk.failures()).isGreaterThan(10);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whereverARenewalFailsNothingIsBelievedThatIsNotWritten(FaultyDataSource.Fault fault) throws SQLException {
        try (FaultWalk walk = new FaultWalk(database, fault)) {
            walk.renew();
            assertThat(walk.failures()).isGreaterThan(10);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whereverAReleaseFailsTheNextOneFreesTheWorker(FaultyDataSource.Fault fault) throws SQLException {
        try (FaultWalk walk = new FaultWalk(database, fault)) {
            walk.release();
            assertThat(walk.failures()).isGreaterThan(10);
        }
    }

    // ---- connections, whole story

    @Test
    void theTransactionIsTheLedgersOwnAndTheConnectionIsHandedBackAsItWas() throws SQLException {
        FaultyDataSource automatic = new FaultyDataSource(database.dataSource());
        acquire(JdbcWorkerLedger.shared(LAYOUT, automatic).build());
        assertThat(automatic.handedBackWithAutoCommit()).isPositive();
        FaultyDataSource manual = new FaultyDataSource(database.dataSource());
        manual.handOutWithoutAutoCommit();
        JdbcWorkerLedger own = JdbcWorkerLedger.shared(LAYOUT, manual).build();
        acquire(own);
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isEqualTo(2);
        assertThat(manual.handedBackWithAutoCommit()).isZero();
        assertThat(manual.longestNetworkTimeout()).isEqualTo(10_000);
        assertThat(manual.networkTimeoutHandedBack()).isZero();
        assertThat(manual.open()).isZero();
    }

    // ---- transactions that other code has left open

    private interface LeftOpen {
        void on(Connection pooled) throws SQLException;
    }

    /** As a pool does that rolls back what comes back; then all that the ledger was told has to be there. */
    private void onADirtyConnection(LeftOpen leftOpen) throws SQLException {
        acquire(ledger); // the tables are there
        database.execute("CREATE TABLE others (id INT PRIMARY KEY)");
        try (Connection pooled = database.connect()) {
            FaultyDataSource pool = new FaultyDataSource(database.dataSource());
            pool.handOutAlways(pooled);
            JdbcWorkerLedger own = JdbcWorkerLedger.shared(LAYOUT, pool).build();
            leftOpen.on(pooled);
            WorkerGrant grant = acquire(own);
            requireStored(grant);
            leftOpen.on(pooled);
            WorkerGrant renewed = own.renew(grant, grant.from() + 60_000).orElseThrow();
            requireStored(renewed);
            leftOpen.on(pooled);
            own.release(renewed, renewed.from() + 5_000);
            assertThat(one("SELECT COUNT(*) FROM snowflake_worker WHERE token IS NULL"))
                    .isEqualTo(1);
            assertThat(one("SELECT COUNT(*) FROM others")).isZero();
        }
    }

    private void requireStored(WorkerGrant grant) throws SQLException {
        assertThat(one("SELECT leased_until FROM snowflake_worker WHERE token = '" + grant.token() + "'"))
                .isEqualTo(grant.until());
    }

    /** A connection in a state that its driver knows, or does not: a statement has begun the transaction. */
    @Test
    void aTransactionThatWasLeftOpenByAStatementIsRolledBackFirst() throws SQLException {
        onADirtyConnection(pooled -> {
            pooled.setAutoCommit(true);
            try (Statement statement = pooled.createStatement()) {
                statement.execute("BEGIN");
                statement.execute("INSERT INTO others VALUES (1)");
            }
        });
    }

    @Test
    void aTransactionThatWasLeftOpenWithoutAutoCommitIsRolledBackFirst() throws SQLException {
        onADirtyConnection(pooled -> {
            pooled.setAutoCommit(false);
            try (Statement statement = pooled.createStatement()) {
                statement.execute("INSERT INTO others VALUES (1)");
            }
        });
    }

    @Test
    void aTransactionThatHasFailedAndWasLeftOpenIsRolledBackFirst() throws SQLException {
        onADirtyConnection(pooled -> {
            try (Statement statement = pooled.createStatement()) {
                statement.execute("BEGIN");
                statement.execute("INSERT INTO others VALUES (1)");
                statement.execute("INSERT INTO others VALUES (1)");
            } catch (SQLException duplicate) {
                assertThat(SqlFault.isDuplicateKey(duplicate)).isTrue();
            }
        });
    }

    @Test
    void aPoolOfOneConnectionIsEnough() throws SQLException {
        HikariConfig one = new HikariConfig();
        one.setJdbcUrl(database.url());
        one.setUsername(database.user());
        one.setPassword(database.password());
        one.setMaximumPoolSize(1);
        one.setConnectionTimeout(5_000);
        try (HikariDataSource pool = new HikariDataSource(one)) {
            JdbcWorkerLedger own = JdbcWorkerLedger.shared(LAYOUT, pool).build();
            WorkerGrant grant = acquire(own);
            assertThat(own.renew(grant, grant.from())).isPresent();
            own.release(grant, grant.from());
            assertThat(own.workers()).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 3000", "20, 5000", "600, 10000"})
    void aServerThatIsSilentIsGivenUpWhileTheWindowLasts(int windowSeconds, int networkTimeoutMillis) {
        FaultyDataSource watched = new FaultyDataSource(database.dataSource());
        acquire(JdbcWorkerLedger.shared(LAYOUT, watched)
                .window(Duration.ofSeconds(windowSeconds))
                .build());
        assertThat(watched.longestNetworkTimeout()).isEqualTo(networkTimeoutMillis);
    }

    /** A wrong password, a database that is not there, and a server that is down are told apart. */
    @Test
    void whatIsToBeCorrectedIsSaid() {
        acquire(ledger); // H2 takes the first password
        String url = database.url();
        // a user that does not exist: PostgreSQL may be set up to believe whoever connects from the same machine
        assertFailsWith(
                url,
                "no-such-user",
                "wrong-password",
                Reason.LOGIN_REJECTED,
                "the database rejects the user or the password: correct them");
        boolean h2 = url.startsWith("jdbc:h2:");
        assertFailsWith(
                url.replace(database.name(), "nowhere") + (h2 ? ";IFEXISTS=TRUE" : ""),
                database.user(),
                database.password(),
                Reason.UNREACHABLE,
                "the address leads to no database: correct it, or create that database");
        assertFailsWith(
                h2 ? "jdbc:h2:tcp://127.0.0.1:1/x" : url.replaceFirst(":\\d+/", ":1/"),
                database.user(),
                database.password(),
                Reason.UNREACHABLE,
                "check that the database answers and may be written");
    }

    private void assertFailsWith(String url, String user, String password, Reason reason, String advice) {
        DriverConnections connections = DriverConnections.to(url, user, password);
        JdbcWorkerLedger there = JdbcWorkerLedger.shared(LAYOUT, connections).build();
        assertThatThrownBy(() -> acquire(there))
                .hasFieldOrPropertyWithValue("reason", reason)
                .hasMessageEndingWith(advice);
    }

    @Test
    void tablesOfAnotherVersionAreRejected() throws SQLException {
        acquire(ledger);
        database.execute("ALTER TABLE snowflake_namespace DROP COLUMN group_members");
        assertThatThrownBy(() -> acquire(
                        JdbcWorkerLedger.shared(LAYOUT, database.dataSource()).build()))
                .isInstanceOf(WorkerLedgerException.class)
                .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                .hasMessageStartingWith("the ledger's tables are those of another version (");
    }

    // ---- not the ledger that it was

    @Test
    void aRunningProcessDoesNotFollowALedgerThatWasReplaced() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        database.execute("DELETE FROM snowflake_worker", "DELETE FROM snowflake_namespace");
        acquire(JdbcWorkerLedger.shared(LAYOUT, database.dataSource()).build());
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> acquire(ledger),
                () -> ledger.renew(grant, grant.from()),
                () -> ledger.release(grant, grant.from()),
                ledger::markRecovered)) {
            assertThatThrownBy(call)
                    .hasFieldOrPropertyWithValue("reason", Reason.ANOTHER_LEDGER)
                    .hasMessageStartingWith("namespace 'default' is another ledger than it was: it has the id ")
                    .hasMessageContaining("stop all processes, mark this one as recovered, and start them anew");
        }
        assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isEqualTo(1);
        assertThat(one("SELECT COUNT(*) FROM snowflake_namespace WHERE opens_at > 0"))
                .isZero();
    }

    @Test
    void aCopyOfALedgerIsRejectedUntilItIsSaidToBeTheLedger() throws SQLException {
        WorkerGrant grant = acquire(ledger);
        database.execute("UPDATE snowflake_namespace SET place = 'shop.where it was copied from'");
        JdbcWorkerLedger copy =
                JdbcWorkerLedger.shared(LAYOUT, database.dataSource()).build();
        String told = assertThatThrownBy(() -> acquire(copy))
                .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                .hasMessageStartingWith(
                        "namespace 'default' of this ledger was set up in shop.where it was copied from,"
                                + " and is found in ")
                .actual()
                .getMessage();
        assertThatThrownBy(() -> ledger.renew(grant, grant.from()))
                .hasMessageContaining("and the place shop.where it was copied from, this process began with ");
        database.execute(told.substring(told.indexOf("UPDATE ")));
        assertThat(acquire(copy).worker()).isEqualTo(grant.worker() + 1);
        assertThat(ledger.renew(grant, grant.from())).isPresent();
    }

    @Test
    void aDataSourceThatRoutesIsRecognisedByWhatItDoes() throws SQLException {
        try (TestDatabase other = newDatabase()) {
            for (DataSource router : List.of(
                    RoutedConnections.inTurn(database, other),
                    RoutedConnections.inTurn(database, database, other),
                    RoutedConnections.byLoad(database, other))) {
                assertThatThrownBy(() ->
                                acquire(JdbcWorkerLedger.shared(LAYOUT, router).build()))
                        .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                        .hasMessageStartingWith("a ledger needs a data source of one database, but the connections of ")
                        .hasMessageEndingWith(" through another: pass the pool of one database, not a router");
            }
            assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isZero();
        }
    }

    @Test
    void aPoolOfOneConnectionIsNotWaitedFor() {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            assertThat(acquire(JdbcWorkerLedger.shared(LAYOUT, pool).build())).isNotNull();
        }
    }

    /** Two ledgers may have granted this worker: nothing is given back there, and only the first one grants another. */
    @Test
    void idsEndAtOnceWhereAnotherLedgerAnswers() throws SQLException {
        JdbcWorkerLedger own = JdbcWorkerLedger.shared(LAYOUT, database.dataSource())
                .renewEvery(Duration.ofMillis(100))
                .build();
        try (SnowflakeIdGenerator generator = SnowflakeIdGenerator.builder(own)
                .maxWait(Duration.ofMillis(300))
                .build()) {
            long first = generator.nextId();
            String id = own.state().ledgerId();
            database.execute("UPDATE snowflake_namespace SET ledger_id = '" + "0".repeat(32) + "'");
            await(() -> assertThatThrownBy(generator::nextId)
                    .hasMessageContainingAll("was lost before its window ended", "is another ledger than it was"));
            assertThat(one("SELECT COUNT(*) FROM snowflake_worker WHERE token IS NOT NULL"))
                    .isEqualTo(1);
            assertThat(one("SELECT COUNT(*) FROM snowflake_worker")).isEqualTo(1);
            database.execute("UPDATE snowflake_namespace SET ledger_id = '" + id + "'");
            await(() -> assertThat(generator.nextId()).isGreaterThan(first));
        }
    }

    private static void await(ThrowingCallable assertion) {
        long start = System.nanoTime();
        while (true) {
            try {
                assertThatCode(assertion).doesNotThrowAnyException();
                return;
            } catch (AssertionError e) {
                if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(30)) {
                    throw e;
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
    }

    /** As code of the application does that shares the pool with the ledger, and does not restore it. */
    @Test
    void aConnectionThatOtherCodeLedToAnotherSchemaStillLeadsToTheLedger() throws SQLException {
        WorkerGrant first = acquire(ledger);
        try (Connection pooled = database.connect();
                Statement statement = pooled.createStatement()) {
            SqlDialect dialect = SqlDialect.of(pooled);
            String other = "elsewhere_" + System.nanoTime();
            statement.execute("CREATE SCHEMA " + other);
            try {
                FaultyDataSource pool = new FaultyDataSource(database.dataSource());
                pool.handOutAlways(pooled);
                JdbcWorkerLedger own = JdbcWorkerLedger.shared(LAYOUT, pool).build();
                if (dialect == SqlDialect.H2) { // it alone does not tell where a new session would be
                    acquire(own);
                }
                statement.execute(
                        switch (dialect) {
                            case MYSQL -> "USE " + other;
                            case POSTGRESQL -> "SET search_path TO " + other;
                            case H2 -> "SET SCHEMA " + other;
                        });
                WorkerGrant grant = acquire(own);
                assertThat(grant.worker()).isGreaterThan(first.worker());
                WorkerGrant renewed = own.renew(grant, grant.from() + 60_000).orElseThrow();
                requireStored(renewed);
                own.release(renewed, renewed.from() + 5_000);
                assertThat(one("SELECT COUNT(*) FROM snowflake_worker WHERE token IS NULL"))
                        .isEqualTo(1);
                assertThat(own.workers()).hasSizeGreaterThan(1);
            } finally {
                statement.execute(
                        dialect == SqlDialect.MYSQL ? "DROP SCHEMA " + other : "DROP SCHEMA " + other + " CASCADE");
            }
        }
    }
}
