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
 * A ledger in Redis 5 or newer, or Valkey: one hash per namespace, {@code snowflake:{namespace}}. Scripts read it, and write what still is
 * as it was read; by the server's own clock, the same rules decide as for every ledger.
 *
 * <p><b>Guarantee.</b> No two windows of one worker overlap, whatever clocks and processes do, and whether or not their windows have the
 * same length, as long as Redis loses nothing that it has acknowledged, and also in these cases:
 *
 * <ul>
 *   <li><i>It loses some writes</i> when it restarts, or when a replica that lagged is promoted. The {@code run_id} or the
 *       {@code master_replid} of the server then differs from the stored one, and the ledger opens later: no new process gets a worker
 *       before the longest known window, its own, and at least 2 min, and then 10 s, are over.
 *   <li><i>It loses everything,</i> as by {@code FLUSHALL}, an eviction, or a restart without a disk. The same wait applies. Windows are
 *       at most 2 min, so the wait covers each of them.
 * </ul>
 *
 * <p>Holders whose rows are still there renew as usual in this time. A holder whose row is gone uses its window up, and gets another worker
 * once the ledger is open. One that could not reach Redis until others were granted workers of a ledger that was set up anew
 * rejects it, and makes no id any more.
 *
 * <p><b>Not noticed</b> is what a server loses that stays the same, for example when the key is restored by hand, when a former primary
 * comes back with its old data and without a restart, or when the client may not use {@code INFO}. The next renewal of a holder whose row is
 * missing, at most 20 s later, opens the ledger later; call {@link #markRecovered} before new processes start to close this gap.
 *
 * <p><b>Assumed.</b> The clock of a server that takes over is not more than 10 s behind the one that granted. After a loss, a holder whose
 * clock is more than 10 s ahead of the server's renews within the wait. A primary that was cut off takes no writes while another one does:
 * with Sentinel or Cluster set {@code min-replicas-to-write 1} and {@code min-replicas-max-lag 10}.
 *
 * <p><b>New processes wait without need</b> where nothing was lost: after a restart with {@code appendfsync always}, after a planned
 * failover, and when Redis takes a new replication id, as when its first replica is attached.
 *
 * <p><b>Recommended.</b> {@code appendonly yes} and {@code maxmemory-policy noeviction}, so that nothing is forgotten in the first
 * place; {@code WAIT} guarantees nothing and is not used. The keys never expire: an entry says which ticks are spent, and that stays
 * true.
 *
 * <p><b>A new ledger</b> cannot be told from a forgotten one, so its very first acquisition waits as long, unless
 * {@link #setUpForFirstUse} is called before.
 *
 * <p><b>Which databases may ever be merged?</b> They share one ledger ({@link #shared}), or each has its own ledger that owns a
 * datacenter number ({@link #forDatacenter}). There is no default: the choice is stored with the layout, and a process that
 * disagrees is refused.
 *
 * <p>An acquisition reads all workers that were ever used; a renewal reads one, and writes it. Thread-safe.
 */
public final class RedisWorkerLedger extends StoreWorkerLedger {

    private RedisWorkerLedger(LedgerSettings settings, RedisScripts redis) {
        super(settings, new RedisLedgerStore(redis, settings.namespace()), TimeSource.system());
    }

    /** A ledger that all databases share which may ever be merged. */
    public static Builder shared(SnowflakeLayout layout, RedisScripts redis) {
        return new Builder(layout, OptionalLong.empty(), redis);
    }

    /**
     * A ledger that owns a datacenter number: a region's or a game server's own. Every other ledger of databases that may ever be
     * merged with this one has another number.
     *
     * @throws IllegalArgumentException if the number does not fit into the layout's datacenter bits
     */
    public static Builder forDatacenter(SnowflakeLayout layout, long datacenter, RedisScripts redis) {
        return new Builder(layout, OptionalLong.of(datacenter), redis);
    }

    /**
     * To be called once in the life of a namespace, before its first process starts: the first window can then begin at once. Never
     * call it from the application's start: where Redis has forgotten a namespace that is in use, ids would repeat.
     *
     * @throws WorkerLedgerException if the namespace is there already, or Redis cannot be asked
     */
    public void setUpForFirstUse() {
        if (!createUnused()) {
            throw new WorkerLedgerException("namespace '" + settings().namespace()
                    + "' is there already, so this is not its first use: leave the call out");
        }
    }

    /** Settings of a ledger in Redis; not thread-safe. */
    public static final class Builder extends LedgerBuilder<Builder> {

        private final RedisScripts redis;

        private Builder(SnowflakeLayout layout, OptionalLong owned, RedisScripts redis) {
            super(layout, owned);
            this.redis = redis;
        }

        @Override
        protected Builder self() {
            return this;
        }

        /** After a loss of all, new processes wait for as long. */
        @Override
        protected Duration longestWindow() {
            return LedgerRules.LONGEST_IN_MEMORY;
        }

        /**
         * The ledger; nothing is asked of Redis yet.
         *
         * @throws IllegalArgumentException if the settings contradict each other, or the window is longer than 2 min
         */
        public RedisWorkerLedger build() {
            return new RedisWorkerLedger(settings(), redis);
        }
    }
}
