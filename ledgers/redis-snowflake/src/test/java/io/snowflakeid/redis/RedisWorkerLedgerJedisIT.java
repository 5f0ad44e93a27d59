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

    @Override
    RedisScripts connect() {
        return connect(RedisServers.uri());
    }

    private RedisScripts connect(String uri) {
        RedisClient client = RedisClient.create(uri);
        clients.add(client);
        return new JedisScripts(client);
    }

    @Test
    void aServerWithoutInfoCountsAsUnchanged() {
        URI uri = URI.create(RedisServers.uri());
        String user = "test-" + UUID.randomUUID();
        try (Jedis admin = new Jedis(uri);
                TestRedis redis = new TestRedis()) {
            admin.aclSetUser(user, "on", ">secret", "~*", "+@all", "-info");
            RedisScripts limited =
                    redis.through(connect("redis://" + user + ":secret@" + uri.getHost() + ":" + uri.getPort()));
            RedisWorkerLedger ledger =
                    RedisWorkerLedger.shared(SnowflakeLayout.DEFAULT, limited).build();
            ledger.setUpForFirstUse();
            assertThat(redis.state("default").server()).isEmpty();
            redis.set("default", "server", "another");
            WorkerGrant grant = acquire(ledger);
            assertThat(ledger.renew(grant, grant.from())).isPresent();
            assertThat(redis.state("default").server()).isEqualTo("another");
            admin.aclDelUser(user);
        }
    }

    @Test
    void theRightsOnThePageSuffice() {
        URI uri = URI.create(RedisServers.uri());
        String user = "test-" + UUID.randomUUID();
        try (Jedis admin = new Jedis(uri);
                TestRedis redis = new TestRedis()) {
            admin.aclSetUser(user, "on", ">secret", "~*:snowflake:{default}");
            admin.aclSetUser(user, "+eval", "+evalsha", "+time", "+info", "+hget", "+hgetall", "+hset");
            RedisScripts limited =
                    redis.through(connect("redis://" + user + ":secret@" + uri.getHost() + ":" + uri.getPort()));
            RedisWorkerLedger ledger =
                    RedisWorkerLedger.shared(SnowflakeLayout.DEFAULT, limited).build();
            ledger.setUpForFirstUse();
            WorkerGrant grant = acquire(ledger);
            ledger.release(ledger.renew(grant, grant.from()).orElseThrow(), grant.from());
            assertThat(ledger.workers()).hasSize(1);
            assertThat(redis.state("default").server()).isNotEmpty();
            admin.aclDelUser(user);
        }
    }

    @Test
    void aWrongPasswordAndAMissingRightAreDistinguished() {
        URI uri = URI.create(RedisServers.uri());
        String user = "test-" + UUID.randomUUID();
        try (Jedis admin = new Jedis(uri);
                TestRedis redis = new TestRedis()) {
            admin.aclSetUser(user, "on", ">secret", "~*", "+@all", "-hset");
            String address = "@" + uri.getHost() + ":" + uri.getPort();
            failsWith(Reason.LOGIN_REJECTED, redis.through(connect("redis://" + user + ":wrong" + address)));
            failsWith(Reason.RIGHT_MISSING, redis.through(connect("redis://" + user + ":secret" + address)));
            admin.aclSetUser(user, "-eval");
            failsWith(Reason.RIGHT_MISSING, redis.through(connect("redis://" + user + ":secret" + address)));
            failsWith(Reason.UNREACHABLE, redis.through(connect("redis://127.0.0.1:1")));
            admin.aclDelUser(user);
        }
    }

    private static void failsWith(Reason reason, RedisScripts redis) {
        RedisWorkerLedger ledger =
                RedisWorkerLedger.shared(SnowflakeLayout.DEFAULT, redis).build();
        assertThatThrownBy(ledger::setUpForFirstUse).hasFieldOrPropertyWithValue("reason", reason);
    }

    @AfterEach
    void closeClients() {
        clients.forEach(RedisClient::close);
    }
}
