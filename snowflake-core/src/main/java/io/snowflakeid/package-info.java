/**
 * Snowflake ids: the layout ({@link io.snowflakeid.SnowflakeLayout}), the generator
 * ({@link io.snowflakeid.SnowflakeIdGenerator}), and the ledger that makes ids unique ({@link io.snowflakeid.WorkerLedger}).
 */
@NullMarked
package io.snowflakeid;

import org.jspecify.annotations.NullMarked;
