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
 * A process reads it, decides, and writes in one transaction, only if worker and namespace are still word for word as they were read. No
 * ephemeral nodes, no locks: neither a lost session nor a pause of a process makes two holders.
 *
 * <p><b>Guarantee.</b> No two windows of one worker overlap, whatever clocks, sessions and processes do, as long as the ensemble loses
 * no acknowledged write; it loses none while a majority keeps its disks. The leader's clock decides, as it stamps writes; a new
 * leader's clock may differ. Which server answers does not matter, so that nothing is asked about it.
 *
 * <p><b>Wiped or restored.</b> The namespace has a random id. Where all was deleted and set up anew, a process that has held a worker
 * rejects what it finds, never follows it, and makes no id any more. A new process cannot know: mark the ledger as recovered
 * ({@link #markRecovered}) before any starts. Where an older copy was restored, each holder that it does not know notices at its next
 * renewal, lets the ledger open later, and goes on; a process that acquires until then may be granted ticks again: {@link #markRecovered}.
 * A process that pauses between reading and writing while one of these happens writes nothing, unless what it finds is word for word
 * what it has read.
 *
 * <p><b>Which databases may ever be merged?</b> They share one ledger ({@link #shared}), or each has its own ledger that owns a
 * datacenter number ({@link #forDatacenter}). There is no default: the choice is stored with the layout, and a process that
 * disagrees is refused.
 *
 * <p><b>Access.</b> Nodes take the ACLs that the client gives them, by default {@code world:anyone} with all rights: whoever reaches
 * the ensemble can then change them, and so make ids twice. Give the client an authorization, and an {@code ACLProvider} that answers
 * {@code CREATOR_ALL_ACL}. Nothing warns of nodes that are open to everybody: look at them by {@code getAcl -R}.
 *
 * <p>The client is the application's: started before, closed after the generator. Its connection timeout and its retries together
 * should be well below the window. A renewal is four requests: the leader's time, two nodes, one transaction. An acquisition is nine, and
 * one for each worker that was ever used; the first one of a process some twenty more. Thread-safe.
 */
public final class ZooKeeperWorkerLedger extends StoreWorkerLedger {

    private ZooKeeperWorkerLedger(LedgerSettings settings, CuratorFramework curator) {
        super(settings, new ZooKeeperLedgerStore(settings, curator), TimeSource.system());
    }

    /**
     * A ledger that all databases share which may ever be merged.
     *
     * @param curator is started
     */
    public static Builder shared(SnowflakeLayout layout, CuratorFramework curator) {
        return new Builder(layout, OptionalLong.empty(), curator);
    }

    /**
     * A ledger that owns a datacenter number: a region's or a game server's own. Every other ledger of databases that may ever be
     * merged with this one has another number.
     *
     * @param curator is started
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

        @Override
        protected Builder self() {
            return this;
        }

        /**
         * The ledger; nothing is asked of ZooKeeper yet.
         *
         * @throws IllegalArgumentException if the settings contradict each other
         */
        public ZooKeeperWorkerLedger build() {
            return new ZooKeeperWorkerLedger(settings(), curator);
        }
    }
}
