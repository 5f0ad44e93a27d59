package io.snowflakeid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerEntry.State;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.LedgerGroup;
import io.snowflakeid.testing.WorkerLedgerContract;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a ledger in Redis promises beyond what every ledger does, whichever client it is reached through. */
abstract class RedisWorkerLedgerContract extends WorkerLedgerContract {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final long MARGIN_TICKS = 10_000;

    private TestRedis redis;

    /** Through the client that is tested. */
    abstract RedisScripts connect();

    /** The same through a port on loopback, with a timeout of a second. */
    abstract RedisScripts connectTo(int port);

    @BeforeEach
    void openCorner() {
        redis = new TestRedis();
    }

    @AfterEach
    void clearCorner() {
        if (redis != null) { // null where the test was skipped
            redis.close();
        }
    }

    @Override
    protected WorkerLedger open(Settings settings) {
        RedisScripts scripts = redis.through(connect());
        RedisWorkerLedger.Builder builder = settings.ownedDatacenter().isPresent()
                ? RedisWorkerLedger.forDatacenter(
                        settings.layout(), settings.ownedDatacenter().getAsLong(), scripts)
                : RedisWorkerLedger.shared(settings.layout(), scripts);
        RedisWorkerLedger ledger = builder.namespace(settings.namespace())
                .datacenter(settings.datacenter())
                .window(settings.window())
                .holder(settings.holder())
                .build();
        if (redis.content(settings.namespace()).isEmpty()) {
            ledger.setUpForFirstUse();
        }
        return ledger;
    }

    @Override
    protected void age(Settings settings, long worker, long ticks) {
        redis.age(settings.namespace(), settings.datacenter() + "/" + worker, ticks);
    }

    @Override
    protected void forget(Settings settings, long worker) {
        redis.forget(settings.namespace(), settings.datacenter() + "/" + worker);
    }

    final void forgetAll(Settings settings) {
        redis.forgetAll(settings.namespace());
    }

    final Map<String, String> content(Settings settings) {
        return redis.content(settings.namespace());
    }

    final void openFrom(Settings settings, long tick) {
        redis.put(settings.namespace(), "opens_at", String.valueOf(tick));
    }

    private RedisWorkerLedger.Builder builder() {
        return RedisWorkerLedger.shared(LAYOUT, redis.through(connect())).holder("shop-1");
    }

    private RedisWorkerLedger firstUsed() {
        RedisWorkerLedger ledger = builder().build();
        ledger.setUpForFirstUse();
        return ledger;
    }

    private static Optional<WorkerGrant> tryAcquire(RedisWorkerLedger ledger) {
        return ledger.tryAcquire(TimeSource.system().wallNanos());
    }

    private void assertWaits(RedisWorkerLedger ledger) {
        assertThatThrownBy(() -> tryAcquire(ledger))
                .isInstanceOf(WorkerLedgerException.class)
                .hasMessageContaining(" grants no worker before " + LAYOUT.timestampOf(redis.opensAt("default"))
                        + ", and its clock shows ");
    }

    /** Until the ledger is open; how many ticks that was. */
    private long passWait() {
        long passed = redis.opensAt("default") - nowTick(LAYOUT) + 1;
        redis.age("default", passed);
        return passed;
    }

    /** Runs something once, before the next time that this script is run. */
    private RedisScripts before(LedgerScript script, Runnable first) {
        RedisScripts real = redis.through(connect());
        AtomicBoolean isNext = new AtomicBoolean(true);
        return (text, key, arguments) -> {
            if (text.equals(script.text()) && isNext.compareAndSet(true, false)) {
                first.run();
            }
            return real.run(text, key, arguments);
        };
    }

    // ---- acquire

    @Test
    void twoHundredSimultaneousProcessesGetDifferentWorkers() throws Exception {
        firstUsed();
        RedisScripts one = redis.through(connect());
        ExecutorService pool = Executors.newFixedThreadPool(20);
        try {
            List<Callable<WorkerGrant>> processes = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                RedisWorkerLedger own = RedisWorkerLedger.shared(LAYOUT, one).build();
                processes.add(() -> acquire(own));
            }
            Set<Long> workers = new HashSet<>();
            for (Future<WorkerGrant> grant : pool.invokeAll(processes)) {
                workers.add(grant.get().worker());
            }
            assertThat(workers).hasSize(200);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void onlyWorkersOfTheRangeAreGranted() {
        RedisWorkerLedger upper =
                builder().workers(512, 513).window(Duration.ofMillis(300)).build();
        upper.setUpForFirstUse();
        assertThat(List.of(acquire(upper).worker(), acquire(upper).worker())).containsExactly(512L, 513L);
        assertThatThrownBy(() -> acquire(upper))
                .hasMessageStartingWith(
                        "all 2 workers of ledger 'default' (shared, workers 512..513) are taken (512 by shop-1 until ");
        assertThatThrownBy(() -> acquire(builder().build()))
                .hasMessageContainingAll(
                        "namespace 'default' of this ledger has layout 41x1ms/0/10/12@2010-11-04T01:42:54.657Z,"
                                + " shared, workers 512..513, version 1",
                        "this process wants layout 41x1ms/0/10/12@2010-11-04T01:42:54.657Z, shared, version 1",
                        "ids of both would clash",
                        "use what is stored",
                        "another namespace if they never meet");
    }

    @Test
    void ledgersOfAGroupShareTheWorkersBetweenThem() {
        RedisWorkerLedger.Builder lower = builder().namespace("lower").workers(0, 511);
        RedisWorkerLedger.Builder upper = builder().namespace("upper").workers(512, 1023);
        lower.build().setUpForFirstUse();
        RedisWorkerLedger forgetful = upper.build();
        LedgerGroup group = LedgerGroup.of(lower.build(), forgetful);
        assertThat(acquire(group).worker()).isZero();
        assertThat(acquire(group).worker()).isEqualTo(1);
        assertThatThrownBy(() -> forgetful.tryAcquire(TimeSource.system().wallNanos()))
                .isInstanceOf(WorkerLedgerException.class)
                .hasFieldOrPropertyWithValue("reason", Reason.OTHER)
                .hasMessageMatching("ledger 'upper' \\(shared, workers 512..1023\\) grants no worker before \\S+Z,"
                        + " .* clock shows \\S+Z: ask again then");
    }

    /** As clients do when a connection breaks. */
    @Test
    void scriptsThatAreSentTwiceAreAsGoodAsOnes() {
        RedisScripts real = redis.through(connect());
        RedisWorkerLedger ledger = RedisWorkerLedger.shared(LAYOUT, (script, key, arguments) -> {
                    real.run(script, key, arguments);
                    return real.run(script, key, arguments);
                })
                .build();
        ledger.setUpForFirstUse();
        WorkerGrant grant = acquire(ledger);
        assertThat(redis.rows("default")).hasSize(1);
        WorkerGrant renewed = ledger.renew(grant, grant.from() + 60_000).orElseThrow();
        ledger.release(renewed, renewed.from() + 5);
        assertThat(ledger.workers()).extracting(WorkerEntry::state).containsExactly(State.FREE);
        assertThat(ledger.markRecovered()).isEqualTo(LAYOUT.timestampOf(redis.opensAt("default")));
    }

    @Test
    void aConnectionThatBreaksAfterTheWriteCostsNoWorker() {
        RedisWorkerLedger ledger = firstUsed();
        try (CuttingProxy proxy = redis.proxy()) {
            RedisWorkerLedger unlucky = RedisWorkerLedger.shared(LAYOUT, redis.through(connectTo(proxy.port())))
                    .build();
            unlucky.workers(); // connected
            proxy.cutNextReplyTo(LedgerScript.WRITE_ROW);
            WorkerGrant grant = acquire(unlucky);
            assertThat(ledger.workers()).hasSize(1);
            proxy.cutNextReplyTo(LedgerScript.WRITE_ROW);
            try {
                assertThat(unlucky.renew(grant, grant.from())).isPresent();
            } catch (WorkerLedgerException e) {
                assertThat(e).hasMessageStartingWith("ledger 'default' (shared) could not renew worker 0 (");
            }
            assertThat(unlucky.renew(grant, grant.from())).isPresent();
        }
    }

    // ---- beside another process

    @Test
    void aWorkerThatOthersHaveTakenSinceItWasReadIsNotTakenOver() {
        RedisWorkerLedger other = firstUsed();
        List<WorkerGrant> first = new ArrayList<>();
        WorkerGrant grant = acquire(RedisWorkerLedger.shared(
                        LAYOUT, before(LedgerScript.WRITE_ROW, () -> first.add(acquire(other))))
                .build());
        assertThat(first).hasSize(1).noneMatch(one -> one.worker() == grant.worker());
        assertThat(other.renew(first.get(0), first.get(0).from())).isPresent();
    }

    @Test
    void aRenewalIsNotWrittenOverOneThatCameMeanwhile() {
        RedisWorkerLedger other = firstUsed();
        WorkerGrant grant = acquire(other);
        RedisWorkerLedger late = RedisWorkerLedger.shared(
                        LAYOUT,
                        before(
                                LedgerScript.WRITE_ROW,
                                () -> assertThat(other.renew(grant, grant.from() + 9_000))
                                        .isPresent()))
                .build();
        assertThat(late.renew(grant, grant.from()).orElseThrow().until()).isGreaterThan(grant.until() + 9_000);
    }

    /** A process that paused between reading and writing. */
    @Test
    void aGrantIsNotWrittenWhereTheLedgerOpensLaterMeanwhile() {
        RedisWorkerLedger other = firstUsed();
        RedisWorkerLedger paused = RedisWorkerLedger.shared(
                        LAYOUT, before(LedgerScript.WRITE_ROW, other::markRecovered))
                .build();
        assertThat(tryAcquire(paused)).isEmpty();
        assertThat(redis.rows("default")).isEmpty();
        assertWaits(paused);
    }

    @Test
    void anOpeningIsNotWrittenOverALaterOneThatCameMeanwhile() {
        firstUsed();
        long later = nowTick(LAYOUT) + HOUR_TICKS;
        RedisScripts paused =
                before(LedgerScript.WRITE_NAMESPACE, () -> redis.put("default", "opens_at", String.valueOf(later)));
        assertThat(RedisWorkerLedger.shared(LAYOUT, paused).build().markRecovered())
                .isEqualTo(LAYOUT.timestampOf(later));
        assertThat(redis.opensAt("default")).isEqualTo(later);
    }

    // ---- clocks, and the layout's end

    @Test
    void anEpochAheadOfTheServersClockAloneIsRefused() {
        Instant epoch = Instant.now().truncatedTo(ChronoUnit.SECONDS).plus(Duration.ofMinutes(30));
        SnowflakeLayout early = SnowflakeLayout.parse("41x1ms/0/10/12@" + epoch);
        RedisWorkerLedger ledger =
                RedisWorkerLedger.shared(early, redis.through(connect())).build();
        long ahead = TimeSource.system().wallNanos() + Duration.ofMinutes(59).toNanos();
        assertThatThrownBy(() -> ledger.acquire(ahead))
                .hasFieldOrPropertyWithValue("reason", Reason.CLOCK_WRONG)
                .hasMessageStartingWith("the epoch " + early.epoch() + " of layout " + early.spec()
                        + " lies ahead of Redis's clock, which shows ")
                .hasMessageEndingWith("Z: correct whichever of the two is wrong");
        assertThat(redis.content("default")).isEmpty();
    }

    // ---- a Redis that forgets

    @Test
    void aNewLedgerGrantsFromTwoMinutesAndTenSecondsLaterOn() {
        long before = nowTick(LAYOUT);
        RedisWorkerLedger ledger = builder().window(Duration.ofSeconds(3)).build();
        assertWaits(ledger);
        assertThat(redis.opensAt("default"))
                .isBetween(before + WINDOW_TICKS + MARGIN_TICKS, nowTick(LAYOUT) + WINDOW_TICKS + MARGIN_TICKS + 1_000);
        passWait();
        assertThat(tryAcquire(ledger)).isPresent();
    }

    @Test
    void afterRedisForgotEverythingNoWindowOverlapsAnEarlierOne() {
        RedisWorkerLedger holder = firstUsed();
        WorkerGrant acquired = acquire(holder);
        WorkerGrant grant = holder.renew(acquired, nowTick(LAYOUT) + 10).orElseThrow();
        redis.forgetAll("default");
        RedisWorkerLedger starting = builder().build();
        assertWaits(starting);
        long passed = passWait();
        WorkerGrant next = tryAcquire(starting).orElseThrow();
        assertThat(next.worker()).isEqualTo(grant.worker());
        assertThat(next.from()).isGreaterThanOrEqualTo(grant.until() - passed);
        assertThat(next.from()).isLessThanOrEqualTo(nowTick(LAYOUT) + 1_000); // so that forgetting again is as harmless
    }

    @Test
    void whoHoldsAWorkerThatWasForgottenMayUseItsWindowUp() {
        RedisWorkerLedger ledger = firstUsed();
        WorkerGrant grant = acquire(ledger);
        redis.forgetAll("default");
        assertThatThrownBy(() -> ledger.renew(grant, grant.from() + 1))
                .isInstanceOf(WorkerLedgerException.class)
                .hasMessageMatching(
                        "ledger 'default' \\(shared\\) has forgotten worker 0, .* others from \\S+Z on: ids go on until"
                                + " the end of the window; .* \\(appendonly yes\\) .*maxmemory-policy noeviction");
        assertThat(redis.opensAt("default")).isGreaterThan(grant.until());
        assertThat(redis.rows("default")).isEmpty();
        long passed = passWait();
        assertThat(tryAcquire(ledger).orElseThrow().from()).isGreaterThanOrEqualTo(grant.until() - passed);
    }

    @Test
    void aReleaseAfterRedisForgotWritesNoWorkerAndGrantsNone() {
        RedisWorkerLedger ledger = firstUsed();
        WorkerGrant grant = acquire(ledger);
        redis.forgetAll("default");
        ledger.release(grant, grant.from() + 5);
        assertThat(redis.rows("default")).isEmpty();
        assertThat(redis.opensAt("default")).isGreaterThan(grant.until());
        assertWaits(ledger);
    }

    @Test
    void onAnotherServerNewProcessesWaitForTheLongestWindowThatIsKnownAndHoldersGoOn() {
        RedisWorkerLedger ledger = firstUsed();
        WorkerGrant grant = acquire(ledger);
        redis.put("default", "server", "the-one-before");
        redis.put("default", "longest_window", String.valueOf(HOUR_TICKS));
        WorkerGrant renewed = ledger.renew(grant, grant.from() + 1).orElseThrow();
        assertThat(renewed.token()).isEqualTo(grant.token());
        long opensAt = redis.opensAt("default");
        assertThat(opensAt).isGreaterThan(nowTick(LAYOUT) + HOUR_TICKS);
        assertThat(redis.content("default").get("server")).matches("\\w{16}-\\w{16}");
        assertWaits(ledger);
        assertWaits(builder().build());
        assertThat(ledger.renew(renewed, grant.from() + 2)).isPresent();
        assertThat(redis.opensAt("default")).isEqualTo(opensAt);
    }

    /** A copy of an earlier moment, as of a replica that lagged or a file that was not written: one worker's grant is lost in it. */
    private WorkerGrant grantThatIsLost(RedisWorkerLedger ledger) {
        WorkerGrant early = acquire(ledger);
        ledger.release(early, early.from() + 1);
        Map<String, String> copy = redis.content("default");
        WorkerGrant lost = acquire(ledger);
        assertThat(lost.worker()).isEqualTo(early.worker());
        redis.replaceBy("default", copy);
        return lost;
    }

    @Test
    void aLossThatNobodyNoticesOverlapsUnlessItIsMarked() {
        RedisWorkerLedger ledger = firstUsed();
        WorkerGrant lost = grantThatIsLost(ledger);
        Map<String, String> copy = redis.content("default");
        WorkerGrant overlapping = tryAcquire(builder().build()).orElseThrow();
        assertThat(overlapping.worker()).isEqualTo(lost.worker());
        assertThat(overlapping.from()).isLessThan(lost.until());

        redis.replaceBy("default", copy);
        long opensAt = LAYOUT.tickAt(builder().build().markRecovered());
        assertThat(opensAt).isGreaterThan(lost.until()).isEqualTo(redis.opensAt("default"));
        assertWaits(builder().build());
    }

    /** The holder that was forgotten notices it first. */
    @Test
    void aHolderThatWasForgottenLetsTheLedgerOpenLater() {
        RedisWorkerLedger ledger = firstUsed();
        WorkerGrant lost = grantThatIsLost(ledger);
        assertThatThrownBy(() -> ledger.renew(lost, lost.from()))
                .hasMessageStartingWith("ledger 'default' (shared) has forgotten worker 0, and grants others from ");
        RedisWorkerLedger starting = builder().build();
        assertWaits(starting);
        long passed = passWait();
        WorkerGrant next = tryAcquire(starting).orElseThrow();
        assertThat(next.worker()).isEqualTo(lost.worker());
        assertThat(next.from()).isGreaterThanOrEqualTo(lost.until() - passed);
    }

    @Test
    void anotherServerAndAMarkNeverLowerWhatIsLater() {
        RedisWorkerLedger ledger = firstUsed();
        long later = nowTick(LAYOUT) + HOUR_TICKS;
        redis.put("default", "opens_at", String.valueOf(later));
        redis.put("default", "server", "the-one-before");
        assertWaits(ledger);
        assertThat(ledger.markRecovered()).isEqualTo(LAYOUT.timestampOf(later));
        assertThat(redis.opensAt("default")).isEqualTo(later);
    }

    @Test
    void aNamespaceIsSetUpForFirstUseOnce() {
        RedisWorkerLedger ledger = firstUsed();
        assertThatThrownBy(ledger::setUpForFirstUse)
                .isInstanceOf(WorkerLedgerException.class)
                .hasMessage("namespace 'default' is there already, so this is not its first use: leave the call out");
    }

    @Test
    void nothingExpires() {
        RedisWorkerLedger ledger = firstUsed();
        WorkerGrant grant = acquire(ledger);
        ledger.renew(grant, grant.from());
        ledger.release(grant, grant.from());
        assertThat(redis.timeToLive("default")).isEqualTo(-1);
    }

    @Test
    void whatAnotherProgramHasWrittenThereIsShown() {
        firstUsed();
        redis.put("default", "opens_at", "soon\u001b[2J");
        assertThatThrownBy(() -> acquire(builder().build()))
                .hasMessage("the field opens_at of a namespace is a whole number, but is 'soon\\u001b[2J':"
                        + " another program has written there");
    }

    // ---- for people

    /** As another program stored it. */
    @Test
    void aStoredHolderIsShownWithoutWhatATerminalWouldObey() {
        RedisWorkerLedger held = builder().workers(3, 3).build();
        held.setUpForFirstUse();
        acquire(held);
        RedisWorkerLedger one =
                builder().workers(3, 3).window(Duration.ofMillis(300)).build();
        redis.put(
                "default",
                "0/3",
                redis.content("default").get("0/3").replace("shop-1", "shop\u001b[2J\u009b1m\n\u202Eeno"));
        assertThatThrownBy(() -> acquire(one))
                .hasMessageContaining("3 by shop\\u001b[2J\\u009b1m\\u000a\\u202eeno until ");
    }

    @Test
    void theListShowsWhoHoldsWhatUntilWhen() {
        RedisWorkerLedger ledger = firstUsed();
        RedisWorkerLedger named = builder().holder("the shop in the market").build();
        WorkerGrant held = acquire(named);
        WorkerGrant lapsed = acquire(ledger);
        WorkerGrant freed = acquire(ledger);
        redis.age("default", "0/" + lapsed.worker(), WINDOW_TICKS + 10_000);
        ledger.release(freed, freed.from() + 1);
        assertThat(ledger.workers())
                .extracting(WorkerEntry::state)
                .containsExactly(State.HELD, State.QUARANTINED, State.FREE);
        assertThat(ledger.workers())
                .extracting(WorkerEntry::holder)
                .containsExactly("the shop in the market", "shop-1", "shop-1");
        assertThat(ledger.workers().get(0).until()).isEqualTo(LAYOUT.timestampOf(held.until()));
        assertThat(ledger.workers().get(0).freeAt()).isEqualTo(LAYOUT.timestampOf(held.until() + WINDOW_TICKS));
    }
}
