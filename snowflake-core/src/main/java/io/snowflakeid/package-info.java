/** The layout of Snowflake ids, the formats of their texts, and the {@link io.snowflakeid.WorkerLedger} that makes ids unique. */
@NullMarked
package io.snowflakeid;

import org.jspecify.annotations.NullMarked;
