/**
 * Generators of ids in processes of their own that are killed, paused, cut off from their database and given wrong clocks, while every
 * id is written down and compared with every other one.
 */
@NullMarked
package io.snowflakeid.verification.chaos;

import org.jspecify.annotations.NullMarked;
