/**
 * The generator: it takes ids from a lease of a worker ledger. A {@code Lease} owns a window of ticks, {@code LeaseCycle} replaces leases, {@code
 * LeaseKeeper} and {@code LeaseRenewal} ask the ledger, and {@code IdClock} maps the clock to ticks.
 */
@NullMarked
package io.snowflakeid.generator;

import org.jspecify.annotations.NullMarked;
