/**
 * Runs id generators in processes that are killed, paused, disconnected from their database and given wrong clocks. Every id is
 * recorded and compared with every other one.
 */
@NullMarked
package io.snowflakeid.verification.chaos;

import org.jspecify.annotations.NullMarked;
