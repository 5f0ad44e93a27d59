package io.snowflakeid.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The promises of every ledger with a clock, on any store. Time passes by changing stored rows ({@link #age}), without sleeping. The test
 * of a ledger opens an empty store before each test, and removes it afterwards.
 */
@Timeout(120)
public abstract class WorkerLedgerContract {

    /** The window of {@link Settings#of}, in ticks of a millisecond. */
    protected static final long WINDOW_TICKS = 120_000;

    protected static final long HOUR_TICKS = 3_600_000;
    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final Settings SETTINGS = Settings.of(LAYOUT);
    private static final Settings ONE_WORKER = Settings.of(SnowflakeLayout.GAME_SERVERS);

    /**
     * The settings of a ledger.
     *
     * @param ownedDatacenter the number that the ledger owns; empty for a shared ledger
     * @param datacenter the datacenter of the granted workers
     */
    public record Settings(
            SnowflakeLayout layout,
            String namespace,
            OptionalLong ownedDatacenter,
            long datacenter,
            Duration window,
            String holder) {

        /** A shared ledger with a window of 2 minutes, in namespace {@code default}, held by {@code shop-1}. */
        public static Settings of(SnowflakeLayout layout) {
            return new Settings(layout, "default", OptionalLong.empty(), 0, Duration.ofMinutes(2), "shop-1");
        }

        Settings owning(long owned) {
            return new Settings(layout, namespace, OptionalLong.of(owned), owned, window, holder);
        }

        Settings inNamespace(String other) {
            return new Settings(layout, other, ownedDatacenter, datacenter, window, holder);
        }

        Settings inDatacenter(long other) {
            return new Settings(layout, namespace, ownedDatacenter, other, window, holder);
        }

        Settings withWindow(Duration other) {
            return new Settings(layout, namespace, ownedDatacenter, datacenter, other, holder);
        }

        Settings heldBy(String other) {
            return new Settings(layout, namespace, ownedDatacenter, datacenter, window, other);
        }
    }

    /** Opens a ledger on the store of this test, as a new process. */
    protected abstract WorkerLedger open(Settings settings);

    /**
     * Moves a worker's window and its quarantine so many ticks into the past, or into the future if negative. Does nothing if the worker
     * was never held.
     */
    protected abstract void age(Settings settings, long worker, long ticks) throws Exception;

    /** Deletes the row of a worker. */
    protected abstract void forget(Settings settings, long worker) throws Exception;

    /** Writes a ledger that a release has stored into the empty store of this test: {@link #storedBy} has its files. */
    protected abstract void restore(String release) throws Exception;

    /** A file of the folder beside this class, written by that version of this library. */
    protected static String storedBy(String release, String file) throws IOException {
        try (InputStream stored = WorkerLedgerContract.class.getResourceAsStream("released/" + release + "/" + file)) {
            return new String(Objects.requireNonNull(stored, file).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The stored texts by name, from a file with a name, a tab and a text in each line. */
    protected static Map<String, String> textsStoredBy(String release, String file) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        storedBy(release, file)
                .lines()
                .map(line -> line.split("\t", 2))
                .forEach(line -> texts.put(line[0], line[1].replace("\\n", "\n")));
        return texts;
    }

    protected static WorkerGrant acquire(WorkerLedger from) {
        return from.acquire(TimeSource.system().wallNanos());
    }

    protected static long nowTick(SnowflakeLayout layout) {
        return layout.tickAt(Instant.now());
    }

    /** The grant as it would be so many ticks earlier. */
    private static WorkerGrant ago(long ticks, WorkerGrant grant) {
        return new WorkerGrant(
                grant.datacenter(),
                grant.worker(),
                grant.from() - ticks,
                grant.until() - ticks,
                grant.token(),
                grant.ledgerNanos());
    }

    // ---- acquire

    @Test
    void grantsAWindowFromNowOn() {
        long before = nowTick(LAYOUT);
        WorkerLedger ledger = open(SETTINGS);
        WorkerGrant grant = acquire(ledger);
        assertThat(grant.worker()).isBetween(0L, LAYOUT.maxWorker());
        assertThat(grant.datacenter()).isZero();
        assertThat(grant.from()).isBetween(before - 2000, nowTick(LAYOUT) + 2000);
        // PostgreSQL reads its clock twice, and a tick may end between
        assertThat(grant.until()).isBetween(grant.from() + WINDOW_TICKS, grant.from() + WINDOW_TICKS + 1);
        assertThat(grant.token()).matches("[0-9a-f]{32}");
        assertThat(Duration.ofNanos(grant.ledgerNanos() - TimeSource.system().wallNanos())
                        .abs())
                .isLessThan(Duration.ofMinutes(1));
        assertThat(ledger.hasClock()).isTrue();
        assertThat(ledger.layout()).isEqualTo(LAYOUT);
        assertThat(ledger.describe()).contains("'default'");
    }

    @Test
    void simultaneousProcessesGetDifferentWorkers() throws Exception {
        Queue<WorkerLedger> processes = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < 64; i++) {
            processes.add(open(SETTINGS));
        }
        List<WorkerGrant> grants = InThreads.call(16, 64, () -> acquire(processes.remove()));
        assertThat(grants).extracting(WorkerGrant::worker).doesNotHaveDuplicates();
        assertThat(grants).extracting(WorkerGrant::token).doesNotHaveDuplicates();
    }

    @Test
    void aLapsedWorkerIsQuarantinedForOneWindow() throws Exception {
        WorkerLedger ledger = open(SETTINGS);
        WorkerGrant crashed = acquire(ledger);
        requireQuarantine(ledger, crashed);
    }

    /** The quarantine covers a lost renewal. A busy machine needs less than half a window for this test. */
    private void requireQuarantine(WorkerLedger ledger, WorkerGrant crashed) throws Exception {
        age(SETTINGS, crashed.worker(), 2 * WINDOW_TICKS - WINDOW_TICKS / 2);
        assertThat(acquire(ledger).worker()).isNotEqualTo(crashed.worker());
        age(SETTINGS, crashed.worker(), WINDOW_TICKS / 2 + 1_000);
        WorkerGrant next = acquire(ledger);
        assertThat(next.worker()).isEqualTo(crashed.worker());
        assertThat(next.token()).isNotEqualTo(crashed.token());
    }

    @Test
    void aWorkerThatWasRenewedIsQuarantinedForOneWindow() throws Exception {
        WorkerLedger ledger = open(SETTINGS);
        WorkerGrant crashed = acquire(ledger);
        age(SETTINGS, crashed.worker(), 60_000);
        assertThat(ledger.renew(ago(60_000, crashed), crashed.from())).isPresent();
        requireQuarantine(ledger, crashed);
    }

    @Test
    void allWorkersTakenIsToldWithNumberHoldersAndWait() {
        Settings two = Settings.of(SnowflakeLayout.parse("41x1ms/0/1/12@2010-11-04T01:42:54.657Z"))
                .inNamespace("small");
        acquire(open(two.heldBy("game-07")));
        acquire(open(two.heldBy("game-08")));
        WorkerLedger third = open(two.withWindow(Duration.ofMillis(1500)));
        long start = System.nanoTime();
        assertThatThrownBy(() -> acquire(third))
                .isInstanceOf(WorkerLedgerException.class)
                .hasFieldOrPropertyWithValue("reason", Reason.WORKERS_TAKEN)
                .hasMessageStartingWith("all 2 workers of " + third.describe() + " are taken (")
                .hasMessageContaining("by game-07 until ")
                .hasMessageContaining("by game-08 until ")
                .hasMessageContaining("): stop a process, or use a layout with more worker bits; a worker");
        assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(1_500));
    }

    @ParameterizedTest
    @ValueSource(longs = {-2, 2})
    void clocksMoreThanAnHourApartAreRefusedBeforeAnythingIsWritten(long hours) {
        WorkerLedger ledger = open(ONE_WORKER);
        Instant wrong = Instant.now().plus(Duration.ofHours(hours));
        assertThatThrownBy(() -> ledger.acquire(wrong.getEpochSecond() * 1_000_000_000L))
                .isInstanceOf(WorkerLedgerException.class)
                .hasFieldOrPropertyWithValue("reason", Reason.CLOCK_WRONG)
                .hasMessageContaining("allowed are 60 minutes between them: correct the wrong one");
        assertThat(acquire(ledger).worker()).isZero(); // the only worker is still free
    }

    @Test
    void noWindowPassesTheEndOfTheLayout() {
        Instant epoch = Instant.now().truncatedTo(ChronoUnit.MILLIS).minusMillis(1L << 31);
        SnowflakeLayout ending =
                SnowflakeLayout.parse("31x1ms/0/10/12@2010-11-04T01:42:54.657Z").withEpoch(epoch.plusSeconds(60));
        WorkerLedger ledger = open(Settings.of(ending));
        WorkerGrant grant = acquire(ledger);
        assertThat(grant.until()).isEqualTo(ending.maxTick() + 1);
        assertThat(ledger.renew(grant, ending.maxTick()).orElseThrow().until()).isEqualTo(ending.maxTick() + 1);
    }

    // ---- what a release has written

    /** Shop-1 has released worker 0, whose used ticks end 9 s ahead of the clock. Shop-2 and shop-3 hold the others. */
    @ParameterizedTest
    @ValueSource(strings = "0.1.0")
    void aLedgerThatAReleaseHasWrittenIsContinued(String release) throws Exception {
        restore(release);
        long passed = nowTick(LAYOUT) - 507_036_316_000L;
        for (long worker = 0; worker <= 2; worker++) {
            age(SETTINGS, worker, -passed);
        }
        WorkerLedger ledger = open(SETTINGS);
        String token = "9d85201eec4a447e96ffd1ee71735554";
        WorkerGrant ofShop3 = ago(-passed, new WorkerGrant(0, 2, 507_036_315_984L, 507_036_455_984L, token, 0));
        assertThat(ledger.renew(ofShop3, ofShop3.from() + 60_000).orElseThrow().until())
                .isGreaterThan(ofShop3.until());
        WorkerGrant next = acquire(ledger);
        assertThat(next.worker()).isZero();
        assertThat(next.from()).isGreaterThanOrEqualTo(507_036_324_907L + passed);
        assertThat(acquire(ledger).worker()).isEqualTo(3);
    }

    // ---- renew

    @Test
    void renewingNeverLowersTheEnd() throws Exception {
        WorkerLedger ledger = open(SETTINGS);
        WorkerGrant grant = acquire(ledger);
        age(SETTINGS, grant.worker(), -HOUR_TICKS); // as if the ledger's clock had been set back by an hour since
        long until = grant.until() + HOUR_TICKS;
        // a ledger may move it by a tick, so that there is something to commit
        assertThat(ledger.renew(grant, grant.from()).orElseThrow().until()).isBetween(until, until + 1);
        assertThat(ledger.renew(grant, grant.from()).orElseThrow().until()).isBetween(until, until + 2);
    }

    @Test
    void aMissingEntryIsLostAndNotWrittenAgain() throws Exception {
        WorkerLedger ledger = open(ONE_WORKER);
        WorkerGrant grant = acquire(ledger);
        forget(ONE_WORKER, grant.worker());
        Optional<WorkerGrant> another;
        try {
            another = ledger.renew(grant, grant.from());
        } catch (WorkerLedgerException opensLater) { // on a store that may lose all data
            assertThat(opensLater).hasMessageContaining("has forgotten worker " + grant.worker());
            return;
        }
        another.ifPresent(next -> {
            assertThat(next.token()).isNotEqualTo(grant.token());
            assertThat(next.from()).isGreaterThanOrEqualTo(grant.until());
        });
        ledger.release(grant, grant.from() + HOUR_TICKS);
        if (another.isEmpty()) {
            WorkerGrant next = acquire(open(ONE_WORKER)); // which is the only worker
            assertThat(next.from()).isLessThan(grant.from() + 60_000);
        }
    }

    // ---- release

    @Test
    void theReleaseOfAGrantWhoseWorkerWasTakenOverChangesNothing() throws Exception {
        WorkerLedger ledger = open(SETTINGS);
        WorkerGrant stale = acquire(ledger);
        long lapsed = 2 * WINDOW_TICKS + 1_000; // the quarantine as well
        age(SETTINGS, stale.worker(), lapsed);
        WorkerGrant next = acquire(open(SETTINGS.heldBy("shop-2")));
        assertThat(next.worker()).isEqualTo(stale.worker());
        assertThat(ledger.renew(ago(lapsed, stale), next.until() + 5_000)).isEmpty();
        ledger.release(ago(lapsed, stale), stale.from() + 1);
        assertThat(acquire(ledger).worker()).isNotEqualTo(next.worker());
        assertThat(ledger.renew(next, next.from()).orElseThrow().until())
                .isBetween(next.until(), next.until() + 30_000);
    }

    // ---- namespace

    @Test
    void aProcessWithAnotherLayoutIsRefusedWithBothShown() {
        acquire(open(SETTINGS));
        WorkerLedger other = open(Settings.of(LAYOUT.withGene(6)));
        assertThatThrownBy(() -> acquire(other))
                .isInstanceOf(WorkerLedgerException.class)
                .hasFieldOrPropertyWithValue("reason", Reason.STORED_DIFFERENTLY)
                .hasMessageContaining(LAYOUT.spec() + ", shared")
                .hasMessageContaining(LAYOUT.withGene(6).spec() + ", shared");
    }

    @Test
    void aProcessWithAnotherServerNumberIsRefusedWithBothShown() {
        Settings games = Settings.of(SnowflakeLayout.GAME_SERVERS);
        acquire(open(games.owning(7)));
        WorkerLedger eight = open(games.owning(8));
        assertThatThrownBy(() -> acquire(eight))
                .isInstanceOf(WorkerLedgerException.class)
                .hasMessageContaining("datacenter 7")
                .hasMessageContaining("datacenter 8");
        WorkerLedger shared = open(games);
        assertThatThrownBy(() -> acquire(shared))
                .hasMessageContaining("datacenter 7")
                .hasMessageContaining("shared");
    }

    @Test
    void namespacesDoNotMeet() {
        assertThat(acquire(open(ONE_WORKER)).worker()).isZero();
        assertThat(acquire(open(ONE_WORKER.inNamespace("other"))).worker()).isZero();
    }

    @Test
    void regionsOfOneSharedLedgerHaveWorkersOfTheirOwn() {
        WorkerGrant first = acquire(open(ONE_WORKER.inDatacenter(1)));
        WorkerGrant second = acquire(open(ONE_WORKER.inDatacenter(2)));
        assertThat(List.of(first.datacenter(), first.worker())).containsExactly(1L, 0L);
        assertThat(List.of(second.datacenter(), second.worker())).containsExactly(2L, 0L);
    }

    // ---- a generator

    @Test
    void aGeneratorRestartedOnTheSameLedgerGoesOnAbove() {
        long last;
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(open(ONE_WORKER))) {
            last = ids.nextId();
            for (int i = 0; i < 10_000; i++) {
                last = ids.nextId();
            }
        }
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(open(ONE_WORKER))) {
            assertThat(ids.status().worker()).isZero();
            assertThat(ids.nextId()).isGreaterThan(last);
        }
    }
}
