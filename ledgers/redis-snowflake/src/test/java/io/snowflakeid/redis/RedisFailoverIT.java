package io.snowflakeid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** With two real servers, a primary and its replica. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no Redis")
@Timeout(120)
class RedisFailoverIT {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final String KEY = "snowflake:{default}";

    @TempDir
    Path folder;

    private final List<RedisProcess> servers = new ArrayList<>();
    private RedisProcess one;
    private RedisProcess two;

    @BeforeEach
    void startServers() throws IOException {
        one = started("one");
        two = started("two");
        two.copyFrom(one);
        on(one).setUpForFirstUse();
    }

    private RedisProcess started(String name) throws IOException {
        RedisProcess server = RedisProcess.startIn(folder.resolve(name));
        servers.add(server);
        return server;
    }

    @AfterEach
    void stopServers() {
        servers.forEach(RedisProcess::close);
    }

    /** A process whose client connects to this server. */
    private static RedisWorkerLedger on(RedisProcess server) {
        return on(server.scripts());
    }

    private static RedisWorkerLedger on(RedisScripts scripts) {
        return RedisWorkerLedger.shared(LAYOUT, scripts).build();
    }

    private static WorkerGrant tryAcquire(RedisWorkerLedger ledger) {
        return ledger.tryAcquire(TimeSource.system().wallNanos());
    }

    private static void assertWaits(RedisWorkerLedger ledger) {
        assertThatThrownBy(() -> tryAcquire(ledger))
                .isInstanceOf(WorkerLedgerException.class)
                .hasMessageContaining(" grants no worker before ");
    }

    private static long opensAt(RedisProcess server) {
        return LedgerState.parse(server.client().hget(KEY, "namespace")).opensAt();
    }

    private static long nowTick() {
        return LAYOUT.tickAt(Instant.now());
    }

    /** The longest window and 10 s, with a tolerance of 20 s. */
    private static void assertOpensAfterTwoMinutes(RedisProcess server) {
        assertThat(opensAt(server)).isBetween(nowTick() + 110_000, nowTick() + 132_000);
    }

    /** The {@code run_id} does not change. */
    @Test
    void whatAServerLosesThatIsPromotedAgainAfterItWasACopyIsNotGrantedAgain() {
        RedisWorkerLedger holder = on(one);
        WorkerGrant held = tryAcquire(holder);
        one.awaitCopy();
        two.promote();
        RedisWorkerLedger unlucky = on(one);
        WorkerGrant lost = tryAcquire(unlucky);
        one.copyFrom(two);
        one.promote();
        assertThat(one.client().hexists(KEY, "0/" + held.worker())).isTrue();
        assertThat(one.client().hexists(KEY, "0/" + lost.worker())).isFalse();

        RedisWorkerLedger starting = on(one);
        assertWaits(starting);
        assertThat(holder.renew(held, held.from())).isPresent();
        assertThatThrownBy(() -> unlucky.renew(lost, lost.from()))
                .hasMessageContaining("has forgotten worker " + lost.worker());
        assertWaits(on(one));
        assertThat(opensAt(one)).isGreaterThan(lost.until());
        assertOpensAfterTwoMinutes(one);
    }

    @Test
    void onACopyThatWasPromotedNewProcessesWaitAndHoldersGoOn() {
        AtomicReference<RedisProcess> primary = new AtomicReference<>(one);
        RedisWorkerLedger holder =
                on((script, key, arguments) -> primary.get().scripts().run(script, key, arguments));
        WorkerGrant held = tryAcquire(holder);
        one.awaitCopy();
        two.promote();
        primary.set(two);
        assertThat(holder.renew(held, held.from())).isPresent();
        assertWaits(on(two));
        assertOpensAfterTwoMinutes(two);
    }

    /** Grants since the reading are lost there. */
    @Test
    void aGrantIsNotWrittenOnAnotherServerThanWasRead() {
        tryAcquire(on(one));
        one.awaitCopy();
        AtomicReference<RedisProcess> primary = new AtomicReference<>(one);
        List<WorkerGrant> lost = new ArrayList<>();
        RedisWorkerLedger late = on((script, key, arguments) -> {
            if (script.equals(LedgerScript.WRITE.text()) && lost.isEmpty()) {
                two.promote();
                lost.add(tryAcquire(on(one)));
                primary.set(two);
            }
            return primary.get().scripts().run(script, key, arguments);
        });
        assertThatThrownBy(() -> tryAcquire(late)).hasMessageContaining(" are taken");
        assertThat(two.client().hexists(KEY, "0/" + lost.get(0).worker())).isFalse();
        assertWaits(late);
    }

    @Test
    void onAServerThatWasRestartedNewProcessesWaitAndHoldersGoOn() {
        RedisWorkerLedger holder = on(one);
        WorkerGrant held = tryAcquire(holder);
        one.restart();
        assertThat(holder.renew(held, held.from())).isPresent();
        assertWaits(on(one));
        assertOpensAfterTwoMinutes(one);
    }

    /** The lost window is longer than that of the first new process. */
    @Test
    void afterFlushAllAProcessWithAShortWindowWaitsForTheLongest() {
        RedisWorkerLedger holder = on(one);
        WorkerGrant held = tryAcquire(holder);
        one.flush();
        assertWaits(RedisWorkerLedger.shared(LAYOUT, one.scripts())
                .window(Duration.ofSeconds(2))
                .build());
        assertThatThrownBy(() -> holder.renew(held, held.from())).hasMessageContaining("has forgotten worker");
        assertThat(opensAt(one)).isGreaterThan(held.until());
        assertOpensAfterTwoMinutes(one);
    }

    @Test
    void aCopyIsNotAsked() {
        Map<String, String> before = two.client().hgetAll(KEY);
        assertThatThrownBy(() -> tryAcquire(on(two)))
                .isInstanceOf(WorkerLedgerException.class)
                .hasMessageContaining("the server is a replica, its role is slave and not master");
        assertThat(two.client().hgetAll(KEY)).isEqualTo(before);
    }
}
