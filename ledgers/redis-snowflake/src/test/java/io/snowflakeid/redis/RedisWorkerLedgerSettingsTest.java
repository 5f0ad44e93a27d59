package io.snowflakeid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerState;
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
    void aWindowIsAtMostTwoMinutesLong() {
        assertThat(builder().window(Duration.ofMinutes(2)).build().renewEvery()).isEqualTo(Duration.ofSeconds(20));
        RedisWorkerLedger.Builder patient = builder().window(Duration.ofSeconds(121));
        assertThatThrownBy(patient::build)
                .hasMessageStartingWith(
                        "window must be at least 3 ticks of 1 ms and at most PT2M, but is PT2M1S: a crashed process");
    }

    @Test
    void anAdapterThatDropsTheReplyIsReported() {
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
        return List.of("read", "1790000000", "0", role, "run-repl", "", state.text());
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

    /** Replies like a client that has missed a failover. */
    @Test
    void aReplicaIsNotBelieved() {
        RedisWorkerLedger ledger = RedisWorkerLedger.shared(LAYOUT, (script, key, arguments) -> reading("slave"))
                .build();
        assertThatThrownBy(ledger::workers)
                .hasMessageContaining("could not list its workers (the server is a replica, its role is slave"
                        + " and not master: connect the client to the primary)");
    }
}
