package io.snowflakeid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.testing.servers.RedisServers;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;

class RedisWorkerLedgerJedisIT extends RedisWorkerLedgerContract {

    private final List<RedisClient> clients = new ArrayList<>();
    private final String user = "test-" + UUID.randomUUID();
    private boolean userExists;

    @Override
    RedisScripts connect() {
        return connect(RedisServers.uri());
    }

    private RedisScripts connect(String uri) {
        RedisClient client = RedisClient.create(uri);
        clients.add(client);
        return new JedisScripts(client);
    }

    /** Connects as a user of this test that has the given rights, and no others if this is the first call. */
    private RedisScripts asUser(TestRedis redis, String... rights) {
        try (Jedis admin = new Jedis(RedisServers.uri())) {
            admin.aclSetUser(user, "on", ">secret");
            admin.aclSetUser(user, rights);
        }
        userExists = true;
        return redis.through(connect(address("secret")));
    }

    private String address(String password) {
        URI uri = URI.create(RedisServers.uri());
        return "redis://" + user + ":" + password + "@" + uri.getHost() + ":" + uri.getPort();
    }

    private static RedisWorkerLedger ledger(RedisScripts redis) {
        return RedisWorkerLedger.shared(SnowflakeLayout.DEFAULT, redis).build();
    }

    @Test
    void aServerWithoutInfoCountsAsUnchanged() {
        try (TestRedis redis = new TestRedis()) {
            RedisWorkerLedger ledger = ledger(asUser(redis, "~*", "+@all", "-info"));
            ledger.setUpForFirstUse();
            assertThat(redis.state("default").server()).isEmpty();
            redis.set("default", "server", "another");
            WorkerGrant grant = acquire(ledger);
            assertThat(ledger.renew(grant, grant.from())).isPresent();
            assertThat(redis.state("default").server()).isEqualTo("another");
        }
    }

    @Test
    void theRightsOnThePageSuffice() {
        try (TestRedis redis = new TestRedis()) {
            RedisWorkerLedger ledger = ledger(asUser(
                    redis,
                    "~*:snowflake:{default}",
                    "+eval",
                    "+evalsha",
                    "+time",
                    "+info",
                    "+hget",
                    "+hgetall",
                    "+hset"));
            ledger.setUpForFirstUse();
            WorkerGrant grant = acquire(ledger);
            ledger.release(ledger.renew(grant, grant.from()).orElseThrow(), grant.from());
            assertThat(ledger.workers()).hasSize(1);
            assertThat(redis.state("default").server()).isNotEmpty();
        }
    }

    @Test
    void aWrongPasswordAndAMissingRightAreDistinguished() {
        try (TestRedis redis = new TestRedis()) {
            failsWith(Reason.RIGHT_MISSING, asUser(redis, "~*", "+@all", "-hset"));
            failsWith(Reason.LOGIN_REJECTED, redis.through(connect(address("wrong"))));
            failsWith(Reason.RIGHT_MISSING, asUser(redis, "-eval"));
            failsWith(Reason.UNREACHABLE, redis.through(connect("redis://127.0.0.1:1")));
        }
    }

    private static void failsWith(Reason reason, RedisScripts redis) {
        assertThatThrownBy(ledger(redis)::setUpForFirstUse).hasFieldOrPropertyWithValue("reason", reason);
    }

    @AfterEach
    void closeClients() {
        clients.forEach(RedisClient::close);
        if (userExists) {
            try (Jedis admin = new Jedis(RedisServers.uri())) {
                admin.aclDelUser(user);
            }
        }
    }
}
