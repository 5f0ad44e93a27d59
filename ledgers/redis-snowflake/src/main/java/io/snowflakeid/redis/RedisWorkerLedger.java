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
 * A ledger in Redis 5 or newer, or in Valkey. The hash {@code snowflake:{namespace}} contains all data of a namespace. A script writes a value only
 * if the value has not changed since the ledger read the value. The ledger uses the clock of the Redis server.
 *
 * <p><b>Guarantee.</b> If Redis loses no acknowledged write, the windows of one worker never overlap. Wrong clocks, paused processes and different
 * window lengths do not make windows overlap. Windows do not overlap after a loss of data, because new processes wait after the loss.
 *
 * <ul>
 *   <li><i>Partial loss.</i> Redis can lose recent writes at a restart, or at the promotion of a replica. The ledger assumes that Redis has lost
 *       recent writes if the server's {@code run_id} or {@code master_replid} changes. If Redis has lost recent writes, a new process waits 10 s
 *       longer than the longest known window. After a loss of recent writes, new processes wait for at least 2 min and 10 s.
 *   <li><i>Complete loss.</i> Redis can lose all data of the ledger through {@code FLUSHALL}, an eviction, or a restart without persistence. After
 *       Redis has lost all data, a new process waits for 2 min and 10 s. A window lasts at most 2 min.
 * </ul>
 *
 * <p>While new processes wait, a holder whose row still exists can renew its window. If a holder's row is lost, the holder uses its worker until the
 * window ends, and then acquires another worker. A holder stops issuing ids if Redis contains a new namespace that has already granted workers.
 *
 * <p><b>Not detected.</b> The ledger cannot detect that Redis has lost recent writes if {@code run_id} and {@code master_replid} do not change. The
 * ledger does not detect old data that an operator restores on a running server. The ledger does not detect old data on a former primary that never
 * restarted. A client without the right to run {@code INFO} cannot detect that Redis has lost recent writes. A holder detects the loss of its row at
 * its next renewal, at most 20 s later. If Redis has lost data and the ledger has not detected the loss, call {@link #markRecovered} before new
 * processes start.
 *
 * <p><b>Assumed.</b> A failover must not set the server's clock back by more than 10 s. After a loss of data, a holder whose clock is over 10 s ahead
 * of Redis must renew its lease before new processes acquire workers. An isolated primary must reject writes while another primary accepts writes.
 * With Sentinel or Cluster, set {@code min-replicas-to-write 1} and {@code min-replicas-max-lag 10}, so that an isolated primary rejects writes.
 *
 * <p><b>Unnecessary waits.</b> New processes wait for a worker after a planned failover, and after a restart with {@code appendfsync always},
 * although Redis loses no data. A new process waits for a worker after Redis gets a new replication id, for example when the first replica connects.
 *
 * <p><b>Recommended.</b> Set {@code appendonly yes} to keep data at a restart, and {@code maxmemory-policy noeviction} to prevent evictions. The
 * ledger does not use {@code WAIT}, because {@code WAIT} does not prevent the loss of acknowledged writes. The Redis hash of a namespace never
 * expires, because the hash stores the used ticks.
 *
 * <p><b>First use.</b> In a new namespace, the first process waits for 2 min and 10 s, unless an operator has called {@link #setUpForFirstUse}.
 *
 * <p><b>Scope.</b> Databases that may be merged later must share one ledger ({@link #shared}), or use ledgers with different datacenter ids
 * ({@link #forDatacenter}). The ledger stores its scope (shared or one datacenter id), and rejects a process with a different scope.
 *
 * <p>An acquisition reads the rows of all used workers. A renewal reads and writes the row of one worker. The ledger is thread-safe.
 */
public final class RedisWorkerLedger extends StoreWorkerLedger {

    private RedisWorkerLedger(LedgerSettings settings, RedisScripts redis) {
        super(settings, new RedisLedgerStore(redis, settings.namespace()), TimeSource.system());
    }

    /** Returns a builder for one ledger that all databases share, so that the databases can be merged later. */
    public static Builder shared(SnowflakeLayout layout, RedisScripts redis) {
        return new Builder(layout, OptionalLong.empty(), redis);
    }

    /**
     * Returns a builder for a ledger that grants the workers of one datacenter id, such as the number of a region or a game server. The ledgers of
     * databases that may be merged later must have different datacenter ids.
     *
     * @throws IllegalArgumentException if the datacenter id does not fit into the layout's datacenter bits
     */
    public static Builder forDatacenter(SnowflakeLayout layout, long datacenter, RedisScripts redis) {
        return new Builder(layout, OptionalLong.of(datacenter), redis);
    }

    /**
     * Creates a new namespace whose first process gets a worker immediately. Call this method once per namespace, before the first process of the
     * namespace starts. An application must not call this method at its start, because ids can repeat after Redis has lost the namespace.
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

        /** Returns 2 min. New processes wait only 2 min and 10 s after Redis has lost all data, so longer windows could overlap. */
        @Override
        protected Duration longestWindow() {
            return LedgerRules.LONGEST_IN_MEMORY;
        }

        /**
         * Creates the ledger but sends no request to Redis.
         *
         * @throws IllegalArgumentException if the settings contradict each other, or the window is longer than 2 min
         */
        public RedisWorkerLedger build() {
            return new RedisWorkerLedger(settings(), redis);
        }
    }
}
