package io.snowflakeid;

/**
 * A grant that a ledger has stored. The ticks {@code [from, until)} of the worker belong to the process with the token.
 *
 * @param datacenter the datacenter id
 * @param worker the worker id
 * @param from the first tick of the window, counted from the layout's epoch
 * @param until the first tick after the window
 * @param token 128 random bits, which are new in every acquisition, and which renewals and the release must name
 * @param ledgerNanos the time of the ledger's clock when the ledger replied, in nanoseconds since 1970-01-01T00:00Z
 */
public record WorkerGrant(long datacenter, long worker, long from, long until, String token, long ledgerNanos) {

    /** Rejects an empty window. */
    public WorkerGrant {
        if (from >= until) {
            throw new IllegalArgumentException(
                    "window [" + from + ", " + until + ") of worker " + worker + " is empty");
        }
    }

    /** Returns the worker for messages, such as {@code 5} or {@code 5 of datacenter 2}. */
    public String name() {
        return datacenter == 0 ? Long.toString(worker) : worker + " of datacenter " + datacenter;
    }
}
