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
import io.snowflakeid.ledger.spi.StoreWorkerLedger.Attempt;
import io.snowflakeid.testing.WorkerLedgerContract;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
    private static final String TOKEN = "ffffffffffffffffffffffffffffffff";
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

    private RedisWorkerLedger.Builder builder() {
        return RedisWorkerLedger.shared(LAYOUT, redis.through(connect())).holder("shop-1");
    }

    private RedisWorkerLedger firstUsed() {
        RedisWorkerLedger ledger = builder().build();
        ledger.setUpForFirstUse();
        return ledger;
    }

    private static Attempt attempt(RedisWorkerLedger ledger) {
        return ledger.attempt(TOKEN, TimeSource.system().wallNanos());
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
    void workersOfManyChunksAreFoundAgain() {
        RedisWorkerLedger ledger = firstUsed();
        List<WorkerGrant> grants = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            grants.add(acquire(ledger));
        }
        ledger.release(grants.get(555), grants.get(555).from());
        assertThat(acquire(ledger).worker()).isEqualTo(555);
        assertThat(acquire(ledger).worker()).isEqualTo(600);
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

    @Test
    void theSameTokenIsGrantedNothingMore() {
        RedisWorkerLedger ledger = firstUsed();
        WorkerGrant first = attempt(ledger).grant().orElseThrow();
        WorkerGrant again = attempt(ledger).grant().orElseThrow();
        assertThat(again.worker()).isEqualTo(first.worker());
        assertThat(again.until()).isEqualTo(first.until());
        assertThat(ledger.workers()).hasSize(1);
    }

    @Test
    void aReplyLostAfterTheWriteIsAdoptedByToken() {
        firstUsed();
        AtomicBoolean lose = new AtomicBoolean(true);
        RedisScripts real = redis.through(connect());
        RedisWorkerLedger unlucky = RedisWorkerLedger.shared(LAYOUT, (script, key, arguments) -> {
                    List<String> reply = real.run(script, key, arguments);
                    if (lose.compareAndSet(true, false)) {
                        throw new IllegalStateException("reply lost");
                    }
                    return reply;
                })
                .build();
        WorkerGrant grant = acquire(unlucky);
        assertThat(unlucky.workers()).hasSize(1);
        assertThat(unlucky.renew(grant, grant.from())).isPresent();
    }

    @Test
    void aWriteThatNeverHappenedIsAFailureNotAGrant() {
        firstUsed();
        AtomicBoolean lose = new AtomicBoolean(true);
        RedisScripts real = redis.through(connect());
        RedisWorkerLedger unlucky = RedisWorkerLedger.shared(LAYOUT, (script, key, arguments) -> {
                    if (lose.compareAndSet(true, false)) {
                        throw new IllegalStateException("write lost");
                    }
                    return real.run(script, key, arguments);
                })
                .build();
        assertThatThrownBy(() -> acquire(unlucky))
                .isInstanceOf(WorkerLedgerException.class)
                .hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE)
                .hasMessageContainingAll(
                        "ledger 'default' (shared) could not grant a worker (write lost)",
                        "check that Redis answers",
                        "may be written");
        assertThat(unlucky.workers()).isEmpty();
    }

    @Test
    void aGrantOfAnotherProcessIsNotAdopted() {
        RedisWorkerLedger other = firstUsed();
        acquire(other);
        AtomicBoolean lose = new AtomicBoolean(true);
        RedisScripts real = redis.through(connect());
        RedisWorkerLedger unlucky = RedisWorkerLedger.shared(LAYOUT, (script, key, arguments) -> {
                    if (lose.compareAndSet(true, false)) {
                        throw new IllegalStateException("write lost");
                    }
                    return real.run(script, key, arguments);
                })
                .build();
        assertThatThrownBy(() -> acquire(unlucky)).hasFieldOrPropertyWithValue("reason", Reason.UNREACHABLE);
        assertThat(other.workers()).hasSize(1);
    }

    @Test
    void aConnectionThatBreaksAfterTheWriteCostsNoWorker() {
        RedisWorkerLedger ledger = firstUsed();
        try (CuttingProxy proxy = redis.proxy()) {
            RedisWorkerLedger unlucky = RedisWorkerLedger.shared(LAYOUT, redis.through(connectTo(proxy.port())))
                    .build();
            unlucky.workers(); // connected
            proxy.cutNextReply();
            WorkerGrant grant = acquire(unlucky);
            assertThat(ledger.workers()).hasSize(1);
            proxy.cutNextReply();
            try {
                assertThat(unlucky.renew(grant, grant.from())).isPresent();
            } catch (WorkerLedgerException e) {
                assertThat(e).hasMessageStartingWith("ledger 'default' (shared) could not renew worker 0 (");
            }
            assertThat(unlucky.renew(grant, grant.from())).isPresent();
        }
    }

    @Test
    void clocksThatAreFarApartAreBothShownAndNothingIsWritten() {
        RedisWorkerLedger ledger = builder().build();
        long wrong = TimeSource.system().wallNanos() - Duration.ofHours(2).toNanos();
        assertThatThrownBy(() -> ledger.acquire(wrong))
                .hasMessageMatching(
                        "Redis's clock shows \\S+, this machine's \\S+, allowed are 60 minutes between them:"
                                + " correct the wrong one");
        assertThat(redis.content("default")).isEmpty();
    }

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

    @Test
    void ticksAreExactUpToTheEndOfTheLongestLayout() {
        SnowflakeLayout longest = SnowflakeLayout.builder()
                .timestampBits(51)
                .workerBits(0)
                .sequenceBits(12)
                .build();
        RedisWorkerLedger ledger =
                RedisWorkerLedger.shared(longest, redis.through(connect())).build();
        ledger.setUpForFirstUse();
        long mark = longest.maxTick() - 4;
        ledger.release(acquire(ledger), mark);
        WorkerGrant last = acquire(ledger);
        assertThat(last.from()).isEqualTo(mark);
        assertThat(last.until()).isEqualTo(longest.maxTick() + 1);
        assertThat(ledger.renew(last, mark + 1).orElseThrow().until()).isEqualTo(longest.maxTick() + 1);
    }

    @Test
    void aWorkerThatIsSpentUpToTheEndOfTheLayoutIsGrantedToNobody() {
        RedisWorkerLedger one = RedisWorkerLedger.shared(SnowflakeLayout.GAME_SERVERS, redis.through(connect()))
                .window(Duration.ofMillis(200))
                .build();
        one.setUpForFirstUse();
        one.release(acquire(one), SnowflakeLayout.GAME_SERVERS.maxTick() + 7);
        assertThatThrownBy(() -> acquire(one))
                .hasMessageStartingWith("all 1 workers of ledger 'default' (shared) are taken");
    }

    // ---- a Redis that forgets

    @Test
    void aNewLedgerOpensOneWindowAndTenSecondsLater() {
        long before = nowTick(LAYOUT);
        RedisWorkerLedger ledger = builder().build();
        Attempt attempt = attempt(ledger);
        assertThat(attempt.grant()).isEmpty();
        long opensAt = redis.opensAt("default");
        assertThat(opensAt)
                .isBetween(
                        before + WINDOW_TICKS + MARGIN_TICKS - 1_000,
                        nowTick(LAYOUT) + WINDOW_TICKS + MARGIN_TICKS + 1_000);
        assertThat(attempt.opensAt()).contains(LAYOUT.timestampOf(opensAt));
        redis.age("default", opensAt - nowTick(LAYOUT) + 2_000);
        assertThat(attempt(ledger).grant()).isPresent();
    }

    @Test
    void afterRedisForgotEverythingNoWindowOverlapsAnEarlierOne() {
        Duration window = Duration.ofSeconds(2);
        RedisWorkerLedger holder = builder().window(window).build();
        holder.setUpForFirstUse();
        WorkerGrant grant = acquire(holder);
        grant = holder.renew(grant, nowTick(LAYOUT) + 10).orElseThrow();
        redis.forgetAll("default");
        WorkerGrant next = acquire(builder().window(window).build()); // waits in real time
        assertThat(next.worker()).isEqualTo(grant.worker());
        assertThat(next.from()).isGreaterThanOrEqualTo(grant.until());
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
        redis.age("default", redis.opensAt("default") - nowTick(LAYOUT) + 2_000);
        assertThat(ledger.renew(grant, grant.from() + 1)).isEmpty();
        assertThat(ledger.workers()).isEmpty();
    }

    /** As in a group, another ledger of which has a clock that is ahead. */
    @Test
    void aHolderWhoseIdsRunAheadOfTheClockIsWaitedFor() {
        RedisWorkerLedger ledger = firstUsed();
        WorkerGrant acquired = acquire(ledger);
        WorkerGrant ahead =
                ledger.renew(acquired, nowTick(LAYOUT) + 10 * MARGIN_TICKS).orElseThrow();
        redis.forgetAll("default");
        assertThat(attempt(ledger).grant()).isEmpty();
        assertThat(redis.opensAt("default")).isLessThan(ahead.until());
        assertThatThrownBy(() -> ledger.renew(ahead, ahead.from()))
                .hasMessageContaining(", and grants others from " + LAYOUT.timestampOf(ahead.until()) + " on: ");
        assertThat(redis.opensAt("default")).isEqualTo(ahead.until());
        assertThatThrownBy(() -> ledger.renew(ahead, ahead.from())).isInstanceOf(WorkerLedgerException.class);
        assertThat(redis.opensAt("default")).isEqualTo(ahead.until());
    }

    @Test
    void aReleaseAfterRedisForgotWritesNothing() {
        RedisWorkerLedger ledger = firstUsed();
        WorkerGrant grant = acquire(ledger);
        redis.forgetAll("default");
        ledger.release(grant, grant.from() + 5);
        assertThat(redis.content("default")).isEmpty();
    }

    @Test
    void anotherServerOpensAgainAndHoldersGoOn() {
        RedisWorkerLedger ledger = firstUsed();
        WorkerGrant grant = acquire(ledger);
        redis.put("default", "server", "the-one-before");
        assertThat(ledger.renew(grant, grant.from() + 1)).isPresent();
        assertThat(redis.opensAt("default")).isGreaterThan(grant.until());
        assertThat(attempt(ledger).opensAt()).isPresent();
        assertThat(redis.content("default").get("server")).isNotEqualTo("the-one-before");
        long opensAt = redis.opensAt("default");
        attempt(ledger);
        assertThat(redis.opensAt("default")).isEqualTo(opensAt);
    }

    @Test
    void anotherServerWaitsForTheLongestWindowThatIsKnown() {
        firstUsed();
        RedisWorkerLedger patient = builder().window(Duration.ofHours(1)).build();
        acquire(patient);
        redis.put("default", "server", "the-one-before");
        attempt(builder().window(Duration.ofSeconds(3)).build());
        assertThat(redis.opensAt("default")).isGreaterThan(nowTick(LAYOUT) + HOUR_TICKS);
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
    void aServerThatLostSomeWritesGrantsNothingThatOverlaps() {
        RedisWorkerLedger ledger = firstUsed();
        WorkerGrant lost = grantThatIsLost(ledger);
        redis.put("default", "server", "the-one-before");
        assertThatThrownBy(() -> ledger.renew(lost, lost.from()))
                .hasMessageStartingWith("ledger 'default' (shared) has forgotten worker 0, and grants others from ");
        assertThat(attempt(ledger).opensAt()).isPresent();
        long passed = redis.opensAt("default") - nowTick(LAYOUT) + 2_000;
        redis.age("default", passed);
        WorkerGrant next = attempt(ledger).grant().orElseThrow();
        assertThat(next.worker()).isEqualTo(lost.worker());
        assertThat(next.from()).isGreaterThanOrEqualTo(lost.until() - passed);
    }

    @Test
    void aLossThatNobodyNoticesOverlapsUnlessItIsMarked() {
        RedisWorkerLedger ledger = firstUsed();
        WorkerGrant lost = grantThatIsLost(ledger);
        Map<String, String> copy = redis.content("default");
        WorkerGrant overlapping = attempt(ledger).grant().orElseThrow();
        assertThat(overlapping.worker()).isEqualTo(lost.worker());
        assertThat(overlapping.from()).isLessThan(lost.until());

        redis.replaceBy("default", copy);
        long opensAt = LAYOUT.tickAt(ledger.markRecovered());
        assertThat(opensAt).isGreaterThan(lost.until()).isEqualTo(redis.opensAt("default"));
        assertThat(attempt(ledger).opensAt()).contains(LAYOUT.timestampOf(opensAt));
    }

    @Test
    void anotherServerAndAMarkNeverLowerTheOpeningTick() {
        RedisWorkerLedger ledger = firstUsed();
        long later = nowTick(LAYOUT) + HOUR_TICKS;
        redis.put("default", "opens_at", String.valueOf(later));
        redis.put("default", "server", "the-one-before");
        assertThat(attempt(ledger).opensAt()).contains(LAYOUT.timestampOf(later));
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

    // ---- for people

    /** As a version before this one stored it, or another program. */
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
