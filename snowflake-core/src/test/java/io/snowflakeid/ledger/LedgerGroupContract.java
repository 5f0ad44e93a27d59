package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerEntry.State;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A group on two databases, either of which may be down. The lower half of the workers is in the first one. */
@Timeout(120)
abstract class LedgerGroupContract {

    static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final long WINDOW_TICKS = 120_000;

    private final List<TestDatabase> databases = new ArrayList<>();
    private FaultyDataSource lowerSource;
    private FaultyDataSource upperSource;
    private JdbcWorkerLedger lower;
    private JdbcWorkerLedger upper;
    private LedgerGroup group;

    abstract List<TestDatabase> newDatabases();

    final TestDatabase database(int index) {
        return databases.get(index);
    }

    @BeforeEach
    void openGroup() {
        databases.addAll(newDatabases());
        lowerSource = new FaultyDataSource(database(0).dataSource());
        upperSource = new FaultyDataSource(database(1).dataSource());
        lower = half(lowerSource).workers(0, 511).build();
        upper = half(upperSource).workers(512, 1023).build();
        group = LedgerGroup.of(lower, upper);
    }

    private static JdbcWorkerLedger.Builder half(DataSource dataSource) {
        return JdbcWorkerLedger.shared(LAYOUT, dataSource);
    }

    @AfterEach
    void dropDatabases() throws SQLException {
        for (TestDatabase database : databases) {
            database.close();
        }
    }

    private static WorkerGrant acquire(LedgerGroup from) {
        return from.acquire(TimeSource.system().wallNanos());
    }

    /** Another process stores the members. */
    private void setUpWhileBothAnswer() {
        LedgerGroup first = LedgerGroup.of(lower, upper);
        WorkerGrant grant = acquire(first);
        first.release(grant, grant.from());
    }

    private static boolean isLower(WorkerGrant grant) {
        return grant.worker() < 512;
    }

    @Test
    void bothDatabasesShareTheLoad() {
        Set<Long> workers = new HashSet<>();
        int fromLower = 0;
        for (int i = 0; i < 10; i++) {
            WorkerGrant grant = acquire(group);
            workers.add(grant.worker());
            fromLower += isLower(grant) ? 1 : 0;
        }
        assertThat(workers).hasSize(10);
        assertThat(fromLower).isEqualTo(5);
    }

    @Test
    void whicheverAnswersGrantsAWorker() {
        setUpWhileBothAnswer();
        lowerSource.down = true;
        assertThat(List.of(isLower(acquire(group)), isLower(acquire(group)))).containsExactly(false, false);
        lowerSource.down = false;
        upperSource.down = true;
        assertThat(List.of(isLower(acquire(group)), isLower(acquire(group)))).containsExactly(true, true);
    }

    @Test
    void aGroupIsPutToUseOnlyWhileAllOfItsLedgersAnswer() {
        upperSource.down = true;
        assertThatThrownBy(() -> acquire(group))
                .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                .hasMessageContaining("all ledgers of a group have to be reached before it grants its first worker");
        assertThat(lower.workers()).isEmpty();
        upperSource.down = false;
        assertThat(acquire(group).until()).isPositive();
        assertThat(lower.state().group())
                .isEqualTo(upper.state().group())
                .isEqualTo(
                        lower.state().ledgerId() + " 0..511, " + upper.state().ledgerId() + " 512..1023");
    }

    /** Otherwise two processes would share one ledger, and grant the other half of the workers twice. */
    @Test
    void aLedgerInThePlaceOfOneThatIsAwayIsRejected() {
        acquire(group);
        JdbcWorkerLedger another =
                half(upperSource).workers(512, 1023).namespace("another").build();
        LedgerGroup mixed = LedgerGroup.of(lower, another);
        assertThatThrownBy(() -> List.of(acquire(mixed), acquire(mixed)))
                .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                .hasMessageContaining(another.state().ledgerId());
        assertThat(another.workers()).isEmpty();
    }

    /** Both configurations have the same two databases, with the worker ranges exchanged. */
    @Test
    void ofTwoConfigurationsThatSwapTheLedgersOneAtMostGrantsWorkers() {
        LedgerGroup swapped = LedgerGroup.of(
                half(upperSource).workers(0, 511).build(),
                half(lowerSource).workers(512, 1023).build());
        acquire(group);
        assertThatThrownBy(() -> acquire(swapped)).hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY);
        lowerSource.down = true;
        assertThatThrownBy(() -> acquire(swapped)).isInstanceOf(WorkerLedgerException.class);
    }

    private static WorkerGrant acquire(LedgerGroup group, JdbcWorkerLedger from) {
        WorkerGrant grant = acquire(group);
        while (grant.worker() < from.firstWorker() || grant.worker() > from.lastWorker()) {
            grant = acquire(group);
        }
        return grant;
    }

    @Test
    void anotherLedgerInItsPlaceIsReplacedByTheOthersAtOnce() throws SQLException {
        WorkerGrant held = acquire(group, lower);
        database(0).execute("UPDATE snowflake_namespace SET ledger_id = '" + "0".repeat(32) + "'");
        WorkerGrant moved = group.renew(held, held.from()).orElseThrow();
        assertThat(isLower(moved)).isFalse();
    }

    /** Another process may have been granted the same workers. */
    @Test
    void aLedgerThatRejectsIsAnErrorOfTheGroup() throws SQLException {
        List<WorkerGrant> grants = List.of(acquire(group), acquire(group));
        WorkerGrant held = grants.get(isLower(grants.get(0)) ? 0 : 1);
        database(0).execute("UPDATE snowflake_namespace SET scope = 'datacenter 3'");
        assertThatThrownBy(() -> List.of(acquire(group), acquire(group)))
                .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                .hasMessageStartingWith("namespace 'default' of this ledger has ");
        assertThatThrownBy(() -> group.renew(held, held.until()))
                .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY);
    }

    @Test
    void aLedgerWhoseClockIsWrongIsAnErrorOfTheGroup() {
        long hoursAgo = TimeSource.system().wallNanos() - Duration.ofHours(2).toNanos();
        assertThatThrownBy(() -> group.acquire(hoursAgo))
                .hasFieldOrPropertyWithValue("reason", Reason.CLOCK_WRONG)
                .hasMessageStartingWith("the database's clock shows ");
    }

    @Test
    void ifNoneAnswersAllReasonsAreTold() {
        lowerSource.down = true;
        upperSource.down = true;
        assertThatThrownBy(() -> acquire(group))
                .isInstanceOf(WorkerLedgerException.class)
                .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                .hasMessageStartingWith(
                        "no ledger of the group could grant a worker: ledger 'default' (shared, workers ")
                .hasMessageContaining(lower.describe() + " could not be opened (the database is down)")
                .hasMessageContaining(upper.describe() + " could not be opened (the database is down)")
                .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(1));
    }

    @Test
    void aLedgerWithoutAFreeWorkerIsPassedOverAtOnce() {
        LedgerGroup small = small();
        long start = System.nanoTime();
        assertThat(List.of(acquire(small).worker(), acquire(small).worker())).containsExactlyInAnyOrder(0L, 1L);
        assertThatThrownBy(() -> acquire(small))
                .hasFieldOrPropertyWithValue("reason", Reason.WORKERS_TAKEN)
                .hasMessageContaining("all 1 workers of ledger 'small' (shared, workers 0..0) are taken")
                .hasMessageContaining("all 1 workers of ledger 'small' (shared, workers 1..1) are taken");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
    }

    /** A group with one worker in each ledger. */
    private LedgerGroup small() {
        SnowflakeLayout two = SnowflakeLayout.parse("41x1ms/0/1/12@2010-11-04T01:42:54.657Z");
        return LedgerGroup.of(
                JdbcWorkerLedger.shared(two, lowerSource)
                        .namespace("small")
                        .workers(0, 0)
                        .build(),
                JdbcWorkerLedger.shared(two, upperSource)
                        .namespace("small")
                        .workers(1, 1)
                        .build());
    }

    @Test
    void aGrantIsRenewedAndReleasedWhereItCameFrom() {
        WorkerGrant one = acquire(group);
        WorkerGrant other = acquire(group);
        assertThat(group.renew(one, one.from() + 60_000).orElseThrow().token()).isEqualTo(one.token());
        assertThat(group.renew(other, other.from()).orElseThrow().token()).isEqualTo(other.token());
        group.release(one, one.from());
        group.release(other, other.from());
        assertThat(lower.workers()).extracting(WorkerEntry::state).containsExactly(State.FREE);
        assertThat(upper.workers()).extracting(WorkerEntry::state).containsExactly(State.FREE);
    }

    @Test
    void aGrantStaysWithItsLedgerWhileHalfOfTheWindowIsLeft() {
        WorkerGrant grant = acquire(group);
        FaultyDataSource home = isLower(grant) ? lowerSource : upperSource;
        home.down = true;
        assertThatThrownBy(() -> group.renew(grant, grant.until() - WINDOW_TICKS / 2))
                .isInstanceOf(WorkerLedgerException.class)
                .hasMessageContaining("could not renew worker " + grant.worker() + " (the database is down)");
        home.down = false;
        assertThat(group.renew(grant, grant.from()).orElseThrow().token()).isEqualTo(grant.token());
    }

    @Test
    void withLessThanHalfOfTheWindowLeftAnotherLedgerTakesOver() {
        WorkerGrant grant = acquire(group);
        FaultyDataSource home = isLower(grant) ? lowerSource : upperSource;
        home.down = true;
        WorkerGrant next =
                group.renew(grant, grant.until() - WINDOW_TICKS / 2 + 1).orElseThrow();
        assertThat(isLower(next)).isNotEqualTo(isLower(grant));
        assertThat(next.token()).isNotEqualTo(grant.token());
        home.down = false;
        group.release(grant, grant.from()); // as the holder does, once it has closed the old one
        assertThat(group.renew(next, next.from()).orElseThrow().worker()).isEqualTo(next.worker());
        assertThat((isLower(grant) ? lower : upper).workers())
                .extracting(WorkerEntry::state)
                .containsExactly(State.FREE);
    }
}
