package io.snowflakeid.zookeeper;

import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.LedgerStore;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerReading;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerSession;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerState;
import io.snowflakeid.ledger.spi.LedgerStore.PlacedRow;
import io.snowflakeid.ledger.spi.LedgerStore.WorkerRow;
import io.snowflakeid.ledger.spi.StoreFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;

/**
 * Stores a ledger in nodes of ZooKeeper. Each write is one transaction. A transaction compares texts instead of the versions of nodes, because a node
 * can reach one version twice, with different texts.
 *
 * <p>The version of a node is 0 at its creation, and each write increments the version. Versions repeat after a deletion of all nodes, and after the
 * restore of an older copy. A process can pause between reading and writing until its session has expired, and then send the write in a new session.
 * A comparison of versions would let two processes use one worker in three orders of events.
 *
 * <pre>
 * A holds worker 0 and reads version 0; all nodes are deleted and created again; B gets worker 0 (version 0); A renews over B
 * A reads the free worker 0 (version 3); an older copy is restored (version 1); B gets worker 0 (2) and renews (3); A takes worker 0, too
 * A reads that the ledger opens at 0; the ledger is marked as recovered and opens at 900; A gets a window that begins at 500
 * </pre>
 *
 * <p>Each stored text has a guard, which is a node with a digest of the text as its name. A write of a row requires the guard of the namespace's text
 * that was read. The namespace's text contains the ledger's random id. A write of a row also deletes the guard of the row's old text, and creates the
 * guard of the row's new text. A row's text contains its holder's random token. A write of the namespace replaces the guard of the namespace's text.
 * If the guards of both texts exist, row and namespace are unchanged since the reading.
 *
 * <p>If the client sends a transaction again after a lost connection, the guard of the old text may already be missing. If the new text is already
 * stored, the write has succeeded, because no other write has the same token and end.
 */
final class ZooKeeperLedgerStore implements LedgerStore, LedgerSession {

    // the store names no server, because an ensemble loses no acknowledged write
    private static final String NO_SERVER = "";

    private final Nodes nodes;
    private final LedgerPaths paths;

    ZooKeeperLedgerStore(CuratorFramework curator, String namespace) {
        nodes = new Nodes(curator);
        paths = LedgerPaths.of(namespace);
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
        return talk.apply(this);
    }

    @Override
    public long ledgerNanos() {
        return nodes.clockNanos(paths.clock()).orElseGet(this::firstNanos);
    }

    private long firstNanos() {
        nodes.ensure(LedgerPaths.ROOT);
        nodes.ensure(paths.home()); // the node is empty until the namespace is created
        nodes.ensure(paths.clock());
        return nodes.clockNanos(paths.clock())
                .orElseThrow(() -> new StoreFailure(new IllegalStateException(paths.clock() + " was deleted")));
    }

    // ---- read

    /** Reads the clock first, because the write that reads the clock makes the connected server catch up with the leader. */
    @Override
    public Optional<LedgerReading> read(Access access, long datacenter, long worker) {
        long nanos = ledgerNanos();
        Optional<String> namespace = nodes.read(paths.home()).filter(text -> !text.isEmpty());
        WorkerRow row = namespace
                .flatMap(present -> nodes.read(paths.worker(datacenter, worker)))
                .map(WorkerRow::parse)
                .orElse(null);
        return namespace.map(
                text -> new LedgerReading(datacenter, worker, row, LedgerState.parse(text), NO_SERVER, nanos));
    }

    @Override
    public List<PlacedRow> rows() {
        List<PlacedRow> rows = new ArrayList<>();
        for (String datacenter : nodes.numbersBelow(paths.home())) {
            String path = paths.datacenter(Long.parseLong(datacenter));
            nodes.readAll(path, nodes.numbersBelow(path))
                    .forEach((worker, text) -> rows.add(
                            new PlacedRow(Long.parseLong(datacenter), Long.parseLong(worker), WorkerRow.parse(text))));
        }
        return rows;
    }

    // ---- write

    @Override
    public boolean create(LedgerState state) {
        return nodes.change()
                .create(paths.guards(), "")
                .create(paths.guardOf(state), "")
                .replace(paths.home(), state.text())
                .commit();
    }

    @Override
    public boolean write(LedgerReading seen, LedgerState wanted) {
        String text = wanted.text();
        boolean written = nodes.change()
                .delete(paths.guardOf(seen.state()))
                .create(paths.guardOf(wanted), "")
                .replace(paths.home(), text)
                .commit();
        return written || exists(paths.home(), text);
    }

    @Override
    public boolean write(LedgerReading seen, WorkerRow wanted) {
        long datacenter = seen.datacenter();
        long worker = seen.worker();
        String path = paths.worker(datacenter, worker);
        String text = wanted.text();
        Nodes.Change change = nodes.change().ifExists(paths.guardOf(seen.state()));
        WorkerRow present = seen.row();
        if (present == null) {
            nodes.ensure(paths.datacenter(datacenter));
            change.create(path, text);
        } else {
            change.delete(paths.guardOf(datacenter, worker, present)).replace(path, text);
        }
        return change.create(paths.guardOf(datacenter, worker, wanted), "").commit() || exists(path, text);
    }

    private boolean exists(String path, String text) {
        nodes.catchUp(path);
        return nodes.read(path).filter(text::equals).isPresent();
    }
}
