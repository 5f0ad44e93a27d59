package io.snowflakeid.zookeeper;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.ledger.spi.LedgerBuilder;
import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.ledger.spi.StoreWorkerLedger;
import java.util.OptionalLong;
import org.apache.curator.framework.CuratorFramework;

/**
 * A ledger in ZooKeeper: a persistent node per worker, {@code /snowflake/<namespace>/<datacenter>/<worker>}, with one line of text.
 * A process reads the node, decides, and writes in one transaction, only if the texts of worker and namespace have not changed. There are neither
 * ephemeral nodes nor locks, so neither a lost session nor a paused process causes two holders.
 *
 * <p><b>Guarantee.</b> No two windows of one worker overlap, regardless of clocks, sessions and processes, as long as the ensemble
 * loses no acknowledged write; it loses none while a majority keeps its disks. The rules use the leader's clock, from the
 * timestamps of writes; a new leader's clock may differ. Any server may reply.
 *
 * <p><b>Wiped or restored.</b> The namespace has a random id. If all nodes were deleted and created again, a process that has held
 * a worker rejects the new namespace and stops generating ids. A new process cannot detect this, so call {@link #markRecovered}
 * before any process starts. If an older copy was restored, each holder that is missing in it detects this at its next renewal,
 * lets the ledger open later, and continues; until then a new process may be granted used ticks, so call {@link #markRecovered}
 * here too. A process that was paused between reading and writing writes only if the texts are unchanged.
 *
 * <p><b>Which databases may ever be merged?</b> Such databases share one ledger ({@link #shared}), or each has its own ledger that owns a datacenter
 * number ({@link #forDatacenter}). There is no default: the choice is stored with the layout, and a process with another choice is rejected.
 *
 * <p><b>Access.</b> Nodes get the client's ACLs, by default {@code world:anyone} with all rights: every client of the ensemble can
 * then change them and so cause duplicate ids. Set an authorization and an {@code ACLProvider} that returns {@code
 * CREATOR_ALL_ACL}. There is no warning about open nodes; check them by {@code getAcl -R}.
 *
 * <p>The application starts the client before the generator, and closes it after the generator. The client's connection timeout and its retries
 * together should be well below the window. A renewal has four requests: the leader's time, two nodes, one transaction. An acquisition has nine
 * requests, and one for each worker that was ever used; the first acquisition of a process has about ten more. Thread-safe.
 */
public final class ZooKeeperWorkerLedger extends StoreWorkerLedger {

    private ZooKeeperWorkerLedger(LedgerSettings settings, CuratorFramework curator) {
        super(settings, new ZooKeeperLedgerStore(curator, settings.namespace()), TimeSource.system());
    }

    /**
     * A ledger shared by all databases that may ever be merged.
     *
     * @param curator a started client
     */
    public static Builder shared(SnowflakeLayout layout, CuratorFramework curator) {
        return new Builder(layout, OptionalLong.empty(), curator);
    }

    /**
     * A ledger that owns a datacenter number, such as the number of a region or a game server. Ledgers of databases that may ever be merged must have
     * different numbers.
     *
     * @param curator a started client
     * @throws IllegalArgumentException if the number does not fit into the layout's datacenter bits
     */
    public static Builder forDatacenter(SnowflakeLayout layout, long datacenter, CuratorFramework curator) {
        return new Builder(layout, OptionalLong.of(datacenter), curator);
    }

    /** Settings of a ledger in ZooKeeper; not thread-safe. */
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
