package io.snowflakeid.redis;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.ledger.spi.LedgerBuilder;
import io.snowflakeid.ledger.spi.LedgerRules;
import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.ledger.spi.StoreWorkerLedger;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * A ledger in Redis 5 or newer, or Valkey, with one hash per namespace, {@code snowflake:{namespace}}. Scripts read the hash, and write a value only
 * if the value has not changed since it was read. The ledger follows the rules of all ledgers, and uses the server's clock.
 *
 * <p><b>Guarantee.</b> No two windows of one worker overlap, for any behaviour of clocks and processes and for any window lengths, if Redis loses
 * no acknowledged write. The guarantee also holds after the following losses.
 *
 * <ul>
 *   <li><i>Redis loses some writes</i> when Redis restarts, or when a lagging replica is promoted. The {@code run_id} or the {@code master_replid}
 *       of the server differs after this loss from the stored value, and the ledger opens later. A new process gets no worker until the longest
 *       known window (at least 2 min) and 10 s have passed.
 *   <li><i>Redis loses everything</i>, for example by {@code FLUSHALL}, an eviction, or a restart without persistence. After such a loss, a new
 *       process waits for 2 min and 10 s. The wait covers every window, because windows are at most 2 min.
 * </ul>
 *
 * <p>Holders whose rows still exist renew as usual during this wait. A holder whose row is lost uses up its window, and gets another worker when the
 * ledger is open. If a holder cannot reach Redis until a new ledger has granted workers to other processes, the holder rejects the new ledger and
 * stops generating ids.
 *
 * <p><b>Not detected.</b> The ledger cannot detect a loss on a server whose identity stays the same. Examples are a restore by hand, a former
 * primary that returns with old data without a restart, and a client that may not use {@code INFO}. A holder whose row is missing detects the loss
 * at its next renewal, at most 20 s later. To detect the loss earlier, call {@link #markRecovered} before new processes start.
 *
 * <p><b>Assumed.</b> After a failover, the new server's clock is at most 10 s behind the old server's clock. After a loss, a holder whose clock is
 * more than 10 s ahead of the server's clock renews within the wait. An isolated primary accepts no writes while another primary does. With Sentinel
 * or Cluster, set {@code min-replicas-to-write 1} and {@code min-replicas-max-lag 10}.
 *
 * <p><b>Unnecessary waits.</b> New processes also wait after a restart with {@code appendfsync always}, and after a planned failover. New processes
 * wait, too, after Redis gets a new replication id, for example with its first replica.
 *
 * <p><b>Recommended.</b> Set {@code appendonly yes} and {@code maxmemory-policy noeviction}, so that Redis loses nothing. {@code WAIT} guarantees
 * nothing, so the ledger does not use {@code WAIT}. The keys never expire, because an entry records which ticks are used.
 *
 * <p><b>A new ledger</b> looks like a lost ledger, so its first acquisition waits too, unless an operator has called {@link #setUpForFirstUse}
 * before.
 *
 * <p><b>Scope.</b> Databases that may ever be merged share one ledger ({@link #shared}), or have different ledgers with different datacenter numbers
 * ({@link #forDatacenter}). A ledger has no default scope. The ledger stores its scope with the layout, and rejects a process with another scope.
 *
 * <p>An acquisition reads all workers that were ever used; a renewal reads and writes one worker. The ledger is thread-safe.
 */
public final class RedisWorkerLedger extends StoreWorkerLedger {

    private RedisWorkerLedger(LedgerSettings settings, RedisScripts redis) {
        super(settings, new RedisLedgerStore(redis, settings.namespace()), TimeSource.system());
    }

    /** Returns a builder for a ledger that all databases share if they may ever be merged. */
    public static Builder shared(SnowflakeLayout layout, RedisScripts redis) {
        return new Builder(layout, OptionalLong.empty(), redis);
    }

    /**
     * Returns a builder for a ledger that owns a datacenter number, such as the number of a region or of a game server. If two databases may ever
     * be merged, their ledgers must own different numbers.
     *
     * @throws IllegalArgumentException if the number does not fit into the layout's datacenter bits
     */
    public static Builder forDatacenter(SnowflakeLayout layout, long datacenter, RedisScripts redis) {
        return new Builder(layout, OptionalLong.of(datacenter), redis);
    }

    /**
     * Creates a new namespace whose first window can begin at once. Call this method once per namespace, before the first process of the namespace
     * starts. Never call this method in the start-up of the application, because ids would repeat if Redis had lost a namespace that is in use.
     *
     * @throws WorkerLedgerException if the namespace already exists, or Redis is not available
     */
    public void setUpForFirstUse() {
        if (!createUnused()) {
            throw new WorkerLedgerException("namespace '" + settings().namespace()
                    + "' already exists, so this is not its first use: remove the call");
        }
    }

    /** Collects the settings of a ledger in Redis. A builder is not thread-safe. */
    public static final class Builder extends LedgerBuilder<Builder> {

        private final RedisScripts redis;

        private Builder(SnowflakeLayout layout, OptionalLong owned, RedisScripts redis) {
            super(layout, owned);
            this.redis = redis;
        }

        /** Returns the longest window; new processes wait for this time after a loss. */
        @Override
        protected Duration longestWindow() {
            return LedgerRules.LONGEST_IN_MEMORY;
        }

        /**
         * Creates the ledger, without a request to Redis.
         *
         * @throws IllegalArgumentException if the settings contradict each other, or the window is longer than 2 min
         */
        public RedisWorkerLedger build() {
            return new RedisWorkerLedger(settings(), redis);
        }
    }
}
