package io.snowflakeid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.testing.servers.RedisServers;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
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

    @Override
    RedisScripts connectTo(int port) {
        return connect("redis://127.0.0.1:" + port);
    }

    private RedisScripts connect(String uri) {
        RedisClient client = RedisClient.create(uri);
        clients.add(client);
        return new JedisScripts(client);
    }

    @Test
    void aServerThatMayNotBeAskedForItsNameIsTakenForTheSame() {
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
    void aWrongPasswordAndAMissingRightAreToldApart() {
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

    @Test
    void idsStayUniqueAndGoOnByThemselvesWhenRedisForgets() {
        Settings settings = new Settings(
                SnowflakeLayout.GAME_SERVERS, "games", OptionalLong.empty(), 0, Duration.ofSeconds(1), "game-1");
        Set<Long> seen = new HashSet<>();
        try (SnowflakeIdGenerator survivor = SnowflakeIdGenerator.builder(open(settings))
                .maxWait(Duration.ofSeconds(30))
                .build()) {
            take(survivor, seen);
            forgetAll(settings);
            while (content(settings).isEmpty()) {
                take(survivor, seen); // in its window
            }
            // a window after that has ended: who notices the loss only then would let it open minutes later
            openFrom(settings, nowTick(settings.layout()) + 2_000);
            Instant end = Instant.now().plusSeconds(4);
            while (Instant.now().isBefore(end)) {
                take(survivor, seen);
            }
        }
        try (SnowflakeIdGenerator next = SnowflakeIdGenerator.on(open(settings))) {
            take(next, seen);
        }
    }

    private static void take(SnowflakeIdGenerator ids, Set<Long> seen) {
        for (int i = 0; i < 50; i++) {
            assertThat(seen.add(ids.nextId())).isTrue();
        }
    }

    @AfterEach
    void closeClients() {
        clients.forEach(RedisClient::close);
    }
}
