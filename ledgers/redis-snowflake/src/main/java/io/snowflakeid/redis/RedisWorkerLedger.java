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
 * if the value has not changed since it was read. The ledger uses the clock of the Redis server.
 *
 * <p><b>Guarantee.</b> If Redis loses no acknowledged write, no two windows of one worker overlap. The guarantee holds for any behaviour of clocks
 * and processes, and for any window lengths. The guarantee also holds after a partial loss and after a complete loss of data.
 *
 * <ul>
 *   <li><i>Redis loses some writes</i> when Redis restarts, or when a lagging replica is promoted. After a partial loss, the {@code run_id} or the
 *       {@code master_replid} of the server differs from the stored value. A new process then gets no worker until the longest known window (at least
 *       2 min) plus 10 s has passed.
 *   <li><i>Redis loses everything</i>, for example by {@code FLUSHALL}, an eviction, or a restart without persistence. After a complete loss, a new
 *       process waits for 2 min and 10 s. The wait is longer than any window, because a window lasts at most 2 min.
 * </ul>
 *
 * <p>Holders whose rows still exist renew their windows while new processes wait. A holder whose row is lost uses up its window, and gets another
 * worker when the ledger is open. If a new ledger has granted workers before a holder reaches Redis again, the holder rejects the new ledger and
 * stops generating ids.
 *
 * <p><b>Not detected.</b> The ledger cannot detect a loss on a server whose {@code run_id} and {@code master_replid} stay the same. The ledger does
 * not detect a restore by hand, or a former primary that returns with old data without a restart. A client that may not use {@code INFO} detects no
 * loss. A holder whose row is missing detects the loss at its next renewal, at most 20 s later. After an undetected loss, call {@link #markRecovered}
 * before new processes start.
 *
 * <p><b>Assumed.</b> After a failover, the new server's clock is at most 10 s behind the old server's clock. After a loss, a holder whose clock is
 * more than 10 s ahead of the server's clock renews before new processes get workers. An isolated primary accepts no writes while another primary
 * accepts writes. With Sentinel or Cluster, set {@code min-replicas-to-write 1} and {@code min-replicas-max-lag 10}.
 *
 * <p><b>Unnecessary waits.</b> New processes also wait after a restart with {@code appendfsync always} and after a planned failover, although Redis
 * then loses nothing. New processes wait, too, after Redis gets a new replication id, for example from its first replica.
 *
 * <p><b>Recommended.</b> Set {@code appendonly yes} and {@code maxmemory-policy noeviction}, so that Redis loses nothing. The ledger does not use
 * {@code WAIT}, because {@code WAIT} does not prevent the loss of acknowledged writes. The hash never expires, because its fields record the used
 * ticks.
 *
 * <p><b>First use.</b> The first acquisition in a new namespace waits as after a complete loss, unless an operator has called
 * {@link #setUpForFirstUse}.
 *
 * <p><b>Scope.</b> Databases that may ever be merged share one ledger ({@link #shared}), or have different ledgers with different datacenter numbers
 * ({@link #forDatacenter}). A ledger has no default scope. The ledger stores its scope with the layout, and rejects a process with another scope.
 *
 * <p>An acquisition reads all workers that were ever used. A renewal reads and writes one worker. The ledger is thread-safe.
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
     * starts. Never call this method when the application starts, because ids repeat if Redis has lost a namespace in use.
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

        /** Returns 2 min, because new processes wait for the longest window after a loss. */
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
