/**
 * A worker ledger in Redis or Valkey: {@link io.snowflakeid.redis.RedisWorkerLedger}, accessed by
 * {@link io.snowflakeid.redis.JedisScripts}, {@link io.snowflakeid.redis.LettuceScripts} or any other client.
 */
@NullMarked
package io.snowflakeid.redis;

import org.jspecify.annotations.NullMarked;
