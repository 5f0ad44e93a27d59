package io.snowflakeid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.ledger.spi.LedgerState;
import io.snowflakeid.ledger.spi.LedgerStateText;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;

class RedisWorkerLedgerSettingsTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.GAME_SERVERS;

    private final RedisScripts never = (script, key, arguments) -> {
        throw new AssertionError("nothing is asked of Redis here");
    };

    private RedisWorkerLedger.Builder builder() {
        return RedisWorkerLedger.shared(LAYOUT, never);
    }

    /** As docs/worker-ids.md shows it. */
    @Test
    void aLedgerIsBuiltBeforeItsServerIsAsked() {
        UnifiedJedis redis = RedisClient.create("redis://db.example:6379");
        RedisWorkerLedger ledger = RedisWorkerLedger.shared(SnowflakeLayout.DEFAULT, new JedisScripts(redis))
                .build();

        assertThat(ledger.describe()).isEqualTo("ledger 'default' (shared)");
        redis.close();
    }

    @Test
    void aLayoutWithoutDatacentersCannotOwnOne() {
        assertThatThrownBy(() -> RedisWorkerLedger.forDatacenter(SnowflakeLayout.DEFAULT, 7, never))
                .hasMessageContainingAll(
                        "layout 41x1ms/0/10/12@2010-11-04T01:42:54.657Z has no datacenter bits",
                        "cannot own datacenter 7",
                        "use a layout such as GAME_SERVERS",
                        "a shared ledger");
    }

    @Test
    void aServerNumberThatDoesNotFitIsRefused() {
        assertThatThrownBy(() -> RedisWorkerLedger.forDatacenter(LAYOUT, 4096, never))
                .hasMessageStartingWith("datacenter id 4096 does not fit into 12 bits (0..4095)");
    }

    @Test
    void anOwnedNumberCannotBeChanged() {
        RedisWorkerLedger.Builder seven = RedisWorkerLedger.forDatacenter(LAYOUT, 7, never);
        assertThatThrownBy(() -> seven.datacenter(8))
                .hasMessageContainingAll(
                        "this ledger owns datacenter 7",
                        "cannot be of datacenter 8",
                        "use forDatacenter(8)",
                        "a shared ledger");
        assertThat(seven.build().describe()).isEqualTo("ledger 'default' (datacenter 7)");
    }

    @Test
    void renewalsComeAtLeastTwiceAWindow() {
        RedisWorkerLedger.Builder slow =
                builder().window(Duration.ofSeconds(30)).renewEvery(Duration.ofSeconds(16));
        assertThatThrownBy(slow::build)
                .hasMessage("renewEvery must be more than 0 and at most half the window of PT30S, but is PT16S");
        RedisWorkerLedger.Builder rare = builder().renewEvery(Duration.ofSeconds(21));
        assertThatThrownBy(rare::build)
                .hasMessage(
                        "renewEvery must be at most PT20S in Redis, but is PT21S: Redis can lose everything, and new"
                                + " processes then wait for the longest window");
    }

    @Test
    void aWindowIsAtMostTwoMinutesLong() {
        assertThat(builder().window(Duration.ofMinutes(2)).build().renewEvery()).isEqualTo(Duration.ofSeconds(20));
        RedisWorkerLedger.Builder patient = builder().window(Duration.ofSeconds(121));
        assertThatThrownBy(patient::build)
                .hasMessage("window must be at most PT2M in Redis, but is PT2M1S: Redis can lose everything, and new"
                        + " processes then wait for the longest window");
    }

    @Test
    void aRedisThatDoesNotAnswerIsToldByName() {
        RedisWorkerLedger ledger = RedisWorkerLedger.shared(LAYOUT, (script, key, arguments) -> {
                    throw new IllegalStateException("connection refused");
                })
                .build();
        assertThatThrownBy(() -> ledger.acquire(TimeSource.system().wallNanos()))
                .isInstanceOf(WorkerLedgerException.class)
                .hasMessageContainingAll(
                        "ledger 'default' (shared) could not grant a worker (connection refused)",
                        "check that Redis answers",
                        "may be written");
        assertThatThrownBy(ledger::workers)
                .hasMessageStartingWith(
                        "ledger 'default' (shared) could not list its workers (connection refused): check");
    }

    @Test
    void anAdapterThatDropsTheReplyIsToldSo() {
        RedisWorkerLedger ledger = RedisWorkerLedger.shared(LAYOUT, (script, key, arguments) -> List.of("read"))
                .build();
        assertThatThrownBy(() -> ledger.acquire(TimeSource.system().wallNanos()))
                .hasMessageContainingAll(
                        "a reply of the script READ begins with read",
                        "has at least 7 texts",
                        "but this one is [read]",
                        "RedisScripts must return the whole array");
    }

    private static List<String> reading(String role) {
        LedgerState state = new LedgerState(LAYOUT.spec(), "shared", "1", "id", "", 0, 120_000, "run-repl", "");
        return List.of("read", "1790000000", "0", role, "run-repl", "", LedgerStateText.write(state));
    }

    @Test
    void allKeysOfANamespaceLieInOneSlotOfACluster() {
        RedisWorkerLedger ledger = RedisWorkerLedger.shared(LAYOUT, (script, key, arguments) -> {
                    assertThat(key).isEqualTo("snowflake:{shop}");
                    return script.equals(LedgerScript.ROWS.text()) ? List.of("rows") : reading("master");
                })
                .namespace("shop")
                .build();
        assertThat(ledger.workers()).isEmpty();
    }

    /** As a client does that was not told of a failover. */
    @Test
    void aReplicaIsNotBelieved() {
        RedisWorkerLedger ledger = RedisWorkerLedger.shared(LAYOUT, (script, key, arguments) -> reading("slave"))
                .build();
        assertThatThrownBy(ledger::workers)
                .hasMessageContaining(
                        "could not list its workers (the server that answers is a replica, its role is slave"
                                + " and not master): let the client lead to the primary");
    }
}
