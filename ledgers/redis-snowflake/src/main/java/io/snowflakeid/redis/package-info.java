/**
 * Stores a worker ledger in Redis or Valkey, with {@link io.snowflakeid.redis.RedisWorkerLedger}. The ledger accesses Redis through
 * {@link io.snowflakeid.redis.JedisScripts}, {@link io.snowflakeid.redis.LettuceScripts} or any other client.
 */
@NullMarked
package io.snowflakeid.redis;

import org.jspecify.annotations.NullMarked;
