package io.snowflakeid.ledger.spi;

import org.jspecify.annotations.Nullable;

/**
 * What a ledger stores of one worker. Ticks are counted from the layout's epoch.
 *
 * @param from the first tick of the present or last holder's window
 * @param until the first tick after that window; earlier ticks of this worker are spent
 * @param quarantinedUntil without a release, others may have the worker from this tick on
 * @param token of the holder; null once the worker was given back
 * @param holder who holds or held it, for people
 */
public record WorkerRow(
        long from,
        long until,
        long quarantinedUntil,
        @Nullable String token,
        String holder) {}
