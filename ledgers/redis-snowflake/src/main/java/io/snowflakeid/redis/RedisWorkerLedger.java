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
 * A ledger in Redis 5 or newer, or Valkey: one hash per namespace, {@code snowflake:{namespace}}. Scripts read the hash, and write a value only if it
 * has not changed since. The rules of all ledgers apply, with the server's clock.
 *
 * <p><b>Guarantee.</b> No two windows of one worker overlap, regardless of clocks, processes and window lengths, as long as Redis
 * loses no acknowledged write, and also in these cases:
 *
 * <ul>
 * <li><i>Redis loses some writes</i> when it restarts, or when a lagging replica is promoted. The {@code run_id} or the {@code master_replid} of the
 * server then differs from the stored one, and the ledger opens later: no new process gets a worker until the longest known window (at least 2 min)
 * and 10 s have passed.
 * <li><i>Redis loses everything</i>, for example by {@code FLUSHALL}, an eviction, or a restart without persistence. The wait after such a loss is
 * the same, and covers every window, since windows are at most 2 min.
 * </ul>
 *
 * <p>Holders whose rows still exist renew as usual in this time. A holder whose row is lost uses up its window, and gets another
 * worker when the ledger is open. A holder that could not reach Redis until a new ledger has granted workers to others rejects that
 * ledger and stops generating ids.
 *
 * <p><b>Not detected</b> is a loss on a server whose identity stays the same: the key is restored by hand, a former primary returns
 * with old data and without a restart, or the client may not use {@code INFO}. The next renewal of a holder whose row is missing,
 * at most 20 s later, detects the loss. Call {@link #markRecovered} before new processes start to close this gap.
 *
 * <p><b>Assumed.</b> After a failover, the new server's clock is at most 10 s behind the old one's. After a loss, a holder whose
 * clock is more than 10 s ahead of the server's renews within the wait. An isolated primary accepts no writes while another primary does: with
 * Sentinel or Cluster, set {@code min-replicas-to-write 1} and {@code min-replicas-max-lag 10}.
 *
 * <p><b>New processes wait unnecessarily</b> if nothing was lost: after a restart with {@code appendfsync always}, after a planned
 * failover, and when Redis gets a new replication id, for example with its first replica.
 *
 * <p><b>Recommended.</b> {@code appendonly yes} and {@code maxmemory-policy noeviction}, so that Redis loses nothing. {@code WAIT}
 * guarantees nothing and is not used. The keys never expire, since an entry records which ticks are used.
 *
 * <p><b>A new ledger</b> looks like a lost one, so its first acquisition waits too, unless {@link #setUpForFirstUse} was called
 * before.
 *
 * <p><b>Which databases may ever be merged?</b> Such databases share one ledger ({@link #shared}), or each has its own ledger that owns a datacenter
 * number ({@link #forDatacenter}). There is no default: the choice is stored with the layout, and a process with another choice is rejected.
 *
 * <p>An acquisition reads all workers that were ever used; a renewal reads and writes one worker. Thread-safe.
 */
public final class RedisWorkerLedger extends StoreWorkerLedger {

    private RedisWorkerLedger(LedgerSettings settings, RedisScripts redis) {
        super(settings, new RedisLedgerStore(redis, settings.namespace()), TimeSource.system());
    }

    /** A ledger shared by all databases that may ever be merged. */
    public static Builder shared(SnowflakeLayout layout, RedisScripts redis) {
        return new Builder(layout, OptionalLong.empty(), redis);
    }

    /**
     * A ledger that owns a datacenter number, such as the number of a region or a game server. Ledgers of databases that may ever be merged must have
     * different numbers.
     *
     * @throws IllegalArgumentException if the number does not fit into the layout's datacenter bits
     */
    public static Builder forDatacenter(SnowflakeLayout layout, long datacenter, RedisScripts redis) {
        return new Builder(layout, OptionalLong.of(datacenter), redis);
    }

    /**
     * Lets the first window of a new namespace begin at once. Call it once per namespace, before its first process starts, and
     * never in the application's start-up: if Redis had lost a namespace that is in use, ids would repeat.
     *
     * @throws WorkerLedgerException if the namespace already exists, or Redis is not available
     */
    public void setUpForFirstUse() {
        if (!createUnused()) {
            throw new WorkerLedgerException("namespace '" + settings().namespace()
                    + "' already exists, so this is not its first use: remove the call");
        }
    }

    /** Settings of a ledger in Redis; not thread-safe. */
    public static final class Builder extends LedgerBuilder<Builder> {

        private final RedisScripts redis;

        private Builder(SnowflakeLayout layout, OptionalLong owned, RedisScripts redis) {
            super(layout, owned);
            this.redis = redis;
        }

        /** The longest window, for which new processes wait after a loss. */
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
