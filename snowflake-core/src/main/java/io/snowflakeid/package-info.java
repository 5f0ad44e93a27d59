/**
 * Snowflake ids: the layout ({@link io.snowflakeid.SnowflakeLayout}), the generator
 * ({@code SnowflakeIdGenerator} of the package {@code generator}), and the ledger that makes ids unique ({@link io.snowflakeid.WorkerLedger}).
 */
@NullMarked
package io.snowflakeid;

import org.jspecify.annotations.NullMarked;
