package io.snowflakeid.zookeeper;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.ledger.spi.LedgerStore;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;

/** A ledger's nodes in ZooKeeper. */
final class ZooKeeperLedgerStore implements LedgerStore {

    private static final System.Logger LOG = ApplicationLog.of(ZooKeeperWorkerLedger.class);

    private final LedgerSettings settings;
    private final Nodes nodes;
    private final LedgerPaths paths;
    private final AtomicBoolean accessWasLookedAt = new AtomicBoolean();

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
        if (!accessWasLookedAt.getAndSet(true)) {
            warnOfOpenNodes();
        }
    }

    void ensureHome() {
        nodes.ensure(LedgerPaths.ROOT);
        nodes.ensure(paths.home());
    }

    private void warnOfOpenNodes() {
        Stream.of(paths.home(), paths.datacenter(settings.datacenter()))
                .filter(nodes::openToEverybody)
                .findFirst()
                .ifPresent(path -> LOG.log(
                        Level.WARNING,
                        "everybody who reaches ZooKeeper may change {0}, and could so make ids twice: give the client an"
                                + " authorization and an ACLProvider that answers CREATOR_ALL_ACL before the ledger is used first;"
                                + " for nodes that are there: setAcl -R {0} auth::cdrwa",
                        path));
    }
}
