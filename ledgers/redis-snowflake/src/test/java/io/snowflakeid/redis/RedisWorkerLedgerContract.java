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
import io.snowflakeid.testing.WorkerLedgerContract;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The guarantees of a ledger in Redis beyond those of every ledger, for all clients. */
abstract class RedisWorkerLedgerContract extends WorkerLedgerContract {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;

    private TestRedis redis;

    /** Runs scripts by the tested client. */
    abstract RedisScripts connect();

    @BeforeEach
    void openCorner() {
        redis = new TestRedis();
    }

    @AfterEach
    void clearCorner() {
        if (redis != null) { // null if the test was skipped
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

    /** As if this server had written it: on another one, new processes wait. */
    @Override
    protected void restore(String release) throws IOException {
        firstUsed();
        String server = redis.state("default").server();
        textsStoredBy(release, "ledger-redis.txt").forEach((field, text) -> redis.put("default", field, text));
        redis.set("default", "server", server);
    }

    @Override
    protected void age(Settings settings, long worker, long ticks) {
        redis.age(settings.namespace(), settings.datacenter() + "/" + worker, ticks);
    }

    @Override
    protected void forget(Settings settings, long worker) {
        redis.forget(settings.namespace(), settings.datacenter() + "/" + worker);
    }

    private RedisWorkerLedger.Builder builder() {
        return RedisWorkerLedger.shared(LAYOUT, redis.through(connect())).holder("shop-1");
    }

    private RedisWorkerLedger firstUsed() {
        RedisWorkerLedger ledger = builder().build();
        ledger.setUpForFirstUse();
        return ledger;
    }

    private static WorkerGrant tryAcquire(RedisWorkerLedger ledger) {
        return ledger.tryAcquire(TimeSource.system().wallNanos());
    }

    private void assertWaits(RedisWorkerLedger ledger) {
        assertThatThrownBy(() -> tryAcquire(ledger))
                .isInstanceOf(WorkerLedgerException.class)
                .hasMessageContaining(" grants no worker before " + LAYOUT.timestampOf(redis.opensAt("default"))
                        + ", when all windows have ended that it may have forgotten, and its clock shows ");
    }

    /** Waits until the ledger is open, and returns the number of ticks. */
    private long passWait() {
        long passed = redis.opensAt("default") - nowTick(LAYOUT) + 1;
        redis.age("default", passed);
        return passed;
    }

    /** Runs an action once before the next run of this script. */
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

    /** Sends each script twice, as clients do after a broken connection. */
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
    void aRenewalRunsTwoScripts() {
        AtomicInteger scripts = new AtomicInteger();
        RedisScripts real = redis.through(connect());
        RedisWorkerLedger ledger = RedisWorkerLedger.shared(LAYOUT, (script, key, arguments) -> {
                    scripts.incrementAndGet();
                    return real.run(script, key, arguments);
                })
                .build();
        WorkerGrant grant = acquire(firstUsed());
        assertThat(ledger.renew(grant, grant.from())).isPresent();
        assertThat(scripts).hasValue(2);
    }

    // ---- beside another process

    @Test
    void aWorkerThatOthersHaveTakenSinceItWasReadIsNotTakenOver() {
        RedisWorkerLedger other = firstUsed();
        List<WorkerGrant> first = new ArrayList<>();
        WorkerGrant grant =
                acquire(RedisWorkerLedger.shared(LAYOUT, before(LedgerScript.WRITE, () -> first.add(acquire(other))))
                        .build());
        assertThat(first).hasSize(1).noneMatch(one -> one.worker() == grant.worker());
        assertThat(other.renew(first.get(0), first.get(0).from())).isPresent();
    }

    /** A process that is paused between reading and writing. */
    @Test
    void aGrantIsNotWrittenWhereTheLedgerOpensLaterMeanwhile() {
        RedisWorkerLedger other = firstUsed();
        RedisWorkerLedger paused = RedisWorkerLedger.shared(LAYOUT, before(LedgerScript.WRITE, other::markRecovered))
                .build();
        assertWaits(paused);
        assertThat(redis.rows("default")).isEmpty();
    }

    @Test
    void anOpeningIsNotWrittenOverALaterOneThatCameMeanwhile() {
        firstUsed();
        long later = nowTick(LAYOUT) + HOUR_TICKS;
        RedisScripts paused = before(LedgerScript.WRITE, () -> redis.set("default", "opens-at", String.valueOf(later)));
        assertThat(RedisWorkerLedger.shared(LAYOUT, paused).build().markRecovered())
                .isEqualTo(LAYOUT.timestampOf(later));
        assertThat(redis.opensAt("default")).isEqualTo(later);
    }

    // ---- a Redis that forgets

    @Test
    void afterRedisForgotEverythingNoWindowOverlapsAnEarlierOne() {
        RedisWorkerLedger holder = firstUsed();
        WorkerGrant acquired = acquire(holder);
        WorkerGrant grant = holder.renew(acquired, nowTick(LAYOUT) + 10).orElseThrow();
        redis.forgetAll("default");
        RedisWorkerLedger starting = builder().build();
        assertWaits(starting);
        long passed = passWait();
        WorkerGrant next = tryAcquire(starting);
        assertThat(next.worker()).isEqualTo(grant.worker());
        assertThat(next.from()).isGreaterThanOrEqualTo(grant.until() - passed);
        assertThat(next.from()).isLessThanOrEqualTo(nowTick(LAYOUT) + 1_000); // so that another loss has no effect
    }

    @Test
    void aNamespaceIsSetUpForFirstUseOnce() {
        RedisWorkerLedger ledger = firstUsed();
        assertThatThrownBy(ledger::setUpForFirstUse)
                .isInstanceOf(WorkerLedgerException.class)
                .hasMessage("namespace 'default' already exists, so this is not its first use: remove the call");
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
    void aValueOfAnotherProgramIsShown() {
        firstUsed();
        redis.set("default", "opens-at", "soon\u001b[2J");
        assertThatThrownBy(() -> acquire(builder().build()))
                .hasMessageContaining("opens-at of a namespace is a whole number, but is 'soon\\u001b[2J':"
                        + " another program has written there");
    }
}
