package io.snowflakeid.verification.makers;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.RedisServer;
import io.snowflakeid.redis.JedisScripts;
import io.snowflakeid.redis.RedisWorkerLedger;
import redis.clients.jedis.RedisClient;

/** A Redis, reached through Jedis. */
final class RedisStore implements LedgerStore {

    static final String DESCRIPTION = "RedisWorkerLedger.shared(DEFAULT), Jedis with a pool of 2";

    private final Setup setup;
    private final RedisClient client;

    RedisStore(Setup setup) {
        this.setup = setup;
        client = RedisServer.client(
                setup.database(), 2, Math.toIntExact(setup.settings().timeoutMillis()));
    }

    @Override
    public RedisWorkerLedger ledger() {
        return setup.applyTo(RedisWorkerLedger.shared(SnowflakeLayout.DEFAULT, new JedisScripts(client)))
                .build();
    }

    /** The namespace is a new one, so no process can have forgotten it. */
    @Override
    public void prepare() {
        ledger().setUpForFirstUse();
    }

    @Override
    public IdMaker.Copy copy() {
        throw CommandFailure.ofUsage(
                "restores need a ledger in a database with tables, but this one is in Redis: leave them out");
    }

    @Override
    public void forget() {
        client.del("snowflake:{" + setup.settings().namespace() + "}");
    }

    @Override
    public void close() {
        client.close();
    }
}
