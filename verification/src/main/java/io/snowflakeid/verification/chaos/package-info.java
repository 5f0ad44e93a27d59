/** Runs our id generator and others under injected faults, and compares every id with every other id. */
@NullMarked
package io.snowflakeid.verification.chaos;

import org.jspecify.annotations.NullMarked;
