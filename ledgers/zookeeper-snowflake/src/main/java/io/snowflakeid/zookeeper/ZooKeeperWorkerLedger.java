package io.snowflakeid.zookeeper;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.ledger.spi.LedgerBuilder;
import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.ledger.spi.StoreWorkerLedger;
import java.util.OptionalLong;
import org.apache.curator.framework.CuratorFramework;

/**
 * A ledger in ZooKeeper. Each worker has one persistent node, {@code /snowflake/NAMESPACE/DATACENTER/WORKER}, with one line of text. A transaction
 * writes a worker only if the worker and its namespace have not changed since the ledger read them. Expired sessions and paused processes cannot
 * cause two holders, because the ledger uses neither ephemeral nodes nor locks.
 *
 * <p><b>Guarantee.</b> If the ensemble loses no acknowledged write, the windows of one worker never overlap. Wrong clocks, expired sessions and
 * paused processes do not make windows overlap. An ensemble loses no acknowledged write while a majority of its servers keep the data on their disks.
 * The ledger reads the leader's clock from the timestamps of writes. A new leader's clock may differ from the old leader's clock.
 *
 * <p><b>Deleted nodes.</b> The namespace has a random id. If the ledger's nodes are created again, each holder of a worker reads the new namespace id
 * and stops issuing ids. A new process cannot detect deleted nodes. After a deletion of nodes, call {@link #markRecovered} before any process starts.
 *
 * <p><b>Restored copies.</b> If a restored copy lacks the lease of a running process, the process detects the restore at its next renewal. A process
 * that detects a restore of older data still issues ids, and delays new windows until all lost windows have ended. After a restore of older data, new
 * processes may get windows with used ticks until a process detects the restore. After a restore of ZooKeeper's data, call {@link #markRecovered}
 * before new processes start.
 *
 * <p><b>Scope.</b> Databases that may be merged later must share one ledger ({@link #shared}), or use ledgers with different datacenter ids
 * ({@link #forDatacenter}). The ledger stores its scope (shared or one datacenter id), and rejects a process with a different scope.
 *
 * <p><b>Access.</b> The client's {@code ACLProvider} determines the ACLs of the ledger's nodes. With the default ACL {@code world:anyone}, every
 * client of the ensemble can change the nodes, and so cause duplicate ids. Configure the client with an authorization, and with an
 * {@code ACLProvider} that returns {@code CREATOR_ALL_ACL}. The ledger does not warn about unprotected nodes, so check the ACLs with
 * {@code getAcl -R}.
 *
 * <p>Start the client before the generator, and close the client after the generator. The client's connection timeout and all retries together should
 * be much shorter than the ledger's window.
 *
 * <p>A renewal sends four requests. To acquire a worker, the ledger sends nine requests, and one request for each worker that was used before. The
 * first acquisition of a process sends about ten requests more than later acquisitions. The ledger is thread-safe.
 */
public final class ZooKeeperWorkerLedger extends StoreWorkerLedger {

    private ZooKeeperWorkerLedger(LedgerSettings settings, CuratorFramework curator) {
        super(settings, new ZooKeeperLedgerStore(curator, settings.namespace()), TimeSource.system());
    }

    /**
     * Returns a builder for one ledger that all databases share, so that the databases can be merged later.
     *
     * @param curator a started client
     */
    public static Builder shared(SnowflakeLayout layout, CuratorFramework curator) {
        return new Builder(layout, OptionalLong.empty(), curator);
    }

    /**
     * Returns a builder for a ledger that grants the workers of one datacenter id, such as the number of a region or a game server. The ledgers of
     * databases that may be merged later must have different datacenter ids.
     *
     * @param curator a started client
     * @throws IllegalArgumentException if the datacenter id does not fit into the layout's datacenter bits
     */
    public static Builder forDatacenter(SnowflakeLayout layout, long datacenter, CuratorFramework curator) {
        return new Builder(layout, OptionalLong.of(datacenter), curator);
    }

    /** Collects the settings of a ledger in ZooKeeper. A builder is not thread-safe. */
    public static final class Builder extends LedgerBuilder<Builder> {

        private final CuratorFramework curator;

        private Builder(SnowflakeLayout layout, OptionalLong owned, CuratorFramework curator) {
            super(layout, owned);
            this.curator = curator;
        }

        /**
         * Creates the ledger but sends no request to ZooKeeper.
         *
         * @throws IllegalArgumentException if the settings contradict each other
         */
        public ZooKeeperWorkerLedger build() {
            return new ZooKeeperWorkerLedger(settings(), curator);
        }
    }
}
