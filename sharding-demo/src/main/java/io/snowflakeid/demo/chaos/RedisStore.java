package io.snowflakeid.demo.chaos;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.RedisServer;
import io.snowflakeid.redis.JedisScripts;
import io.snowflakeid.redis.RedisWorkerLedger;
import java.time.Duration;
import redis.clients.jedis.RedisClient;

/** A Redis, reached through Jedis. */
record RedisStore(Database database) implements LedgerStore {

    private static final int POOL_SIZE = 2;
    private static final int TIMEOUT_MILLIS = 5_000;

    @Override
    public String describe() {
        return "RedisWorkerLedger.shared(DEFAULT), Jedis with a pool of " + POOL_SIZE;
    }

    @Override
    public String version() {
        return RedisServer.version(database);
    }

    /** The namespace is a new one, so nobody can have forgotten it. */
    @Override
    public void prepare(Setup setup) {
        try (RedisClient client = RedisServer.client(database, 1, TIMEOUT_MILLIS)) {
            ledger(setup, client).setUpForFirstUse();
        }
    }

    @Override
    public Opened open(Setup setup) {
        RedisClient client = RedisServer.client(database, POOL_SIZE, Math.toIntExact(setup.timeoutMillis()));
        return new Opened(ledger(setup, client), client::close);
    }

    private static RedisWorkerLedger ledger(Setup setup, RedisClient client) {
        return RedisWorkerLedger.shared(setup.layout(), new JedisScripts(client))
                .workers(setup.firstWorker(), setup.lastWorker())
                .namespace(setup.settings().namespace())
                .window(Duration.ofMillis(setup.settings().windowMillis()))
                .holder(setup.holder())
                .build();
    }

    @Override
    public IdMaker.Copy copy(Setup setup) {
        throw ChaosFailedException.ofUsage(
                "restores need a ledger in a database with tables, but this one is in Redis: leave them out");
    }

    @Override
    public void forget(String namespace) {
        try (RedisClient client = RedisServer.client(database, 1, TIMEOUT_MILLIS)) {
            client.del("snowflake:{" + namespace + "}");
        }
    }
}
