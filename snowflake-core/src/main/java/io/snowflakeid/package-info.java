/**
 * Snowflake ids: what an id is ({@link io.snowflakeid.SnowflakeLayout}), who makes it
 * ({@link io.snowflakeid.SnowflakeIdGenerator}), and why it never repeats ({@link io.snowflakeid.WorkerLedger}).
 */
@NullMarked
package io.snowflakeid;

import org.jspecify.annotations.NullMarked;
