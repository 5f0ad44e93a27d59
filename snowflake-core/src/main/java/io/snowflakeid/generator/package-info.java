/**
 * The generator, which makes ids from the lease of a worker. A {@code Lease} owns a window of ticks, and {@code LeaseCycle} replaces leases. {@code
 * LeaseKeeper} and {@code LeaseRenewal} call the ledger, and {@code IdClock} maps the clock to ticks.
 */
@NullMarked
package io.snowflakeid.generator;

import org.jspecify.annotations.NullMarked;
