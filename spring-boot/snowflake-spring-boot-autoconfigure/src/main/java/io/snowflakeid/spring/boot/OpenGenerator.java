package io.snowflakeid.spring.boot;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.WorkerLedger;

/**
 * A generator that {@code snowflake.*} describes, while it is open.
 *
 * @param name as in {@code snowflake.generators.NAME}; {@link Generators#UNNAMED} for the other
 */
record OpenGenerator(String name, SnowflakeIdGenerator ids, WorkerLedger ledger, GeneratorEventCounts events) {}
