package io.snowflakeid.zookeeper;

import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.ledger.spi.LedgerStore;
import java.util.function.Function;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;

/** A ledger's nodes in ZooKeeper. */
final class ZooKeeperLedgerStore implements LedgerStore {

    private final LedgerSettings settings;
    private final Nodes nodes;
    private final LedgerPaths paths;

    ZooKeeperLedgerStore(LedgerSettings settings, CuratorFramework curator) {
        this.settings = settings;
        nodes = new Nodes(curator);
        paths = LedgerPaths.of(settings.namespace());
    }

    @Override
    public String name() {
        return "ZooKeeper";
    }

    @Override
    public Reason reason(Throwable failure) {
        if (failure instanceof KeeperException.AuthFailedException) {
            return Reason.LOGIN_REJECTED;
        }
        return failure instanceof KeeperException.NoAuthException ? Reason.RIGHT_MISSING : Reason.UNREACHABLE;
    }

    @Override
    public <T> T converse(Function<LedgerSession, T> talk) {
        return talk.apply(new ZooKeeperLedgerSession(this, nodes, paths));
    }

    /** The namespace's node, which says nothing before the namespace is set up, and that of the datacenter. */
    void prepare() {
        ensureHome();
        nodes.ensure(paths.datacenter(settings.datacenter()));
    }

    void ensureHome() {
        nodes.ensure(LedgerPaths.ROOT);
        nodes.ensure(paths.home());
    }
}
