package io.snowflakeid.zookeeper;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.ledger.spi.LedgerBuilder;
import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.ledger.spi.StoreWorkerLedger;
import java.util.OptionalLong;
import org.apache.curator.framework.CuratorFramework;

/**
 * A ledger in ZooKeeper, with one persistent node per worker, {@code /snowflake/NAMESPACE/DATACENTER/WORKER}. A worker's node contains one line of
 * text. A process writes a worker in one transaction, only if the texts of worker and namespace are unchanged since the process read the texts. The
 * ledger uses no ephemeral nodes and no locks, so neither a lost session nor a paused process causes two holders.
 *
 * <p><b>Guarantee.</b> If the ensemble loses no acknowledged write, no two windows of one worker overlap. The guarantee holds for any behaviour of
 * clocks, sessions and processes. An ensemble loses no acknowledged write while a majority of its servers keep the data on their disks. The ledger
 * reads the leader's clock from the timestamps of writes. A new leader's clock may differ from the old leader's clock.
 *
 * <p><b>Deleted nodes.</b> The namespace has a random id. If all nodes were deleted and created again, a process that has held a worker rejects the
 * new namespace and stops generating ids. A new process cannot detect a deletion, so call {@link #markRecovered} before any process starts.
 *
 * <p><b>Restored copies.</b> If an older copy of the nodes was restored, each holder that is missing in the copy detects the restore at its next
 * renewal. A holder that detects a restore delays the opening of the ledger, and continues. After a restore, the ledger may grant used ticks to new
 * processes until a holder renews, so call {@link #markRecovered}. A process that was paused between reading and writing writes only if the texts are
 * unchanged.
 *
 * <p><b>Scope.</b> Databases that may ever be merged share one ledger ({@link #shared}), or have different ledgers with different datacenter numbers
 * ({@link #forDatacenter}). A ledger has no default scope. The ledger stores its scope with the layout, and rejects a process with another scope.
 *
 * <p><b>Access.</b> The ledger's nodes get the client's ACLs. The default ACL is {@code world:anyone} with all rights, so every client of the
 * ensemble can change the nodes and cause duplicate ids. Set an authorization and an {@code ACLProvider} that returns {@code CREATOR_ALL_ACL} in the
 * client. The ledger does not warn about unprotected nodes, so check the nodes with {@code getAcl -R}.
 *
 * <p>The application starts the client before the generator, and closes the client after the generator. The client's connection timeout and its
 * retries together should be well below the window.
 *
 * <p>A renewal sends four requests, which read the leader's time and two nodes, and commit one transaction. An acquisition sends nine requests, and
 * one more request for each worker that was ever used. The first acquisition of a process sends about ten more requests. The ledger is thread-safe.
 */
public final class ZooKeeperWorkerLedger extends StoreWorkerLedger {

    private ZooKeeperWorkerLedger(LedgerSettings settings, CuratorFramework curator) {
        super(settings, new ZooKeeperLedgerStore(curator, settings.namespace()), TimeSource.system());
    }

    /**
     * Returns a builder for a ledger that all databases share if they may ever be merged.
     *
     * @param curator a started client
     */
    public static Builder shared(SnowflakeLayout layout, CuratorFramework curator) {
        return new Builder(layout, OptionalLong.empty(), curator);
    }

    /**
     * Returns a builder for a ledger that owns a datacenter number, such as the number of a region or of a game server. If two databases may ever
     * be merged, their ledgers must own different numbers.
     *
     * @param curator a started client
     * @throws IllegalArgumentException if the number does not fit into the layout's datacenter bits
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
         * Creates the ledger, without a request to ZooKeeper.
         *
         * @throws IllegalArgumentException if the settings contradict each other
         */
        public ZooKeeperWorkerLedger build() {
            return new ZooKeeperWorkerLedger(settings(), curator);
        }
    }
}
