/**
 * Runs id generators in processes that are killed, suspended, disconnected from their database, and given wrong clocks. The harness records every
 * id and compares it with every other id.
 */
@NullMarked
package io.snowflakeid.verification.chaos;

import org.jspecify.annotations.NullMarked;
