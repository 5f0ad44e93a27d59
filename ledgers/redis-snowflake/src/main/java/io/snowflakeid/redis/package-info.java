/** Provides {@link io.snowflakeid.redis.RedisWorkerLedger}, which stores a ledger in Redis or Valkey. */
@NullMarked
package io.snowflakeid.redis;

import org.jspecify.annotations.NullMarked;
