package io.snowflakeid;

/**
 * The permission to use one worker for the ticks {@code [from, until)}, stored by a ledger.
 *
 * @param datacenter the datacenter id
 * @param worker the worker id
 * @param from the first tick of the window, counted from the layout's epoch
 * @param until the first tick after the window
 * @param token 128 random bits that identify one acquisition in every renewal and release
 * @param ledgerNanos the time of the ledger's clock when the ledger replied, in nanoseconds since 1970-01-01T00:00Z
 */
public record WorkerGrant(long datacenter, long worker, long from, long until, String token, long ledgerNanos) {

    /** @throws IllegalArgumentException if the window contains no tick */
    public WorkerGrant {
        if (from >= until) {
            throw new IllegalArgumentException(
                    "window [" + from + ", " + until + ") of worker " + worker + " is empty");
        }
    }

    /** Returns the name of the worker for messages, for example {@code 5 of datacenter 2}. */
    public String name() {
        return datacenter == 0 ? Long.toString(worker) : worker + " of datacenter " + datacenter;
    }
}
