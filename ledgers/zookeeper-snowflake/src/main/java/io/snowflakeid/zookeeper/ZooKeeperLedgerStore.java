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
 * Stores a ledger in nodes of ZooKeeper. Each write is one transaction. A transaction compares the data of nodes instead of their
 * versions, because a node can have the same version number with different data at different times.
 *
 * <p>ZooKeeper numbers the versions of a node from 0. A node's version numbers repeat if all nodes are deleted, or if an older copy of the data is
 * restored. A paused process can send a write in a new session after its old session has expired. If transactions compared only version numbers, two
 * processes could use the same worker.
 *
 * <pre>
 * A holds worker 0 and reads version 0; all nodes are deleted and created again; B gets worker 0 (version 0); A renews over B
 * A reads the free worker 0 (version 3); an older copy is restored (version 1); B gets worker 0 (2) and renews (3); A takes worker 0, too
 * A reads that the ledger opens at 0; the ledger is marked as recovered and opens at 900; A gets a window that begins at 500
 * </pre>
 *
 * <p>A guard node is an empty node whose name is a digest of a stored text. A transaction that writes a row also checks that the guard node of the
 * namespace still exists. The text of a namespace contains a random id. Each transaction that writes a row also replaces the row's guard node, whose
 * name is the digest of the row's text. The text of a row contains the random token of its holder. A transaction that changes a namespace also
 * replaces the guard node of the namespace. A transaction succeeds only if the row and the namespace have not changed since the ledger read them.
 *
 * <p>If the ZooKeeper client repeats a successful transaction after a lost connection, the repeated transaction fails. No other transaction writes
 * the same text, so a node with the new text proves that an earlier attempt succeeded.
 */
final class ZooKeeperLedgerStore implements LedgerStore, LedgerSession {

    // The store returns no server name, because a change of the ZooKeeper server loses no acknowledged writes.
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

    /** Reads the clock before the row, because a write to the clock node makes the connected server catch up with the leader. */
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
