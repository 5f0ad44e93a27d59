package io.snowflakeid.ledger.spi;

import io.snowflakeid.ledger.spi.LedgerStore.LedgerSession;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A store as one process reaches it: before it is read or written, others may take any number of steps.
 *
 * @param joined how to undo what was written within a transaction that other code has left open; of no use where each step is a
 *     transaction of its own
 */
record SteppedStore(MemoryStore store, Runnable meanwhile, boolean ownTransactions, Deque<Runnable> joined)
        implements LedgerStore, LedgerSession {

    /** Other code rolls its transaction back, and leaves the next one open. */
    void rollBack() {
        while (!joined.isEmpty()) {
            joined.pop().run();
        }
    }

    @Override
    public String name() {
        return store.name();
    }

    @Override
    public boolean mayForgetAll() {
        return store.mayForgetAll();
    }

    @Override
    public <T> T converse(Function<LedgerSession, T> talk) {
        return talk.apply(this);
    }

    @Override
    public boolean guardsNamespace() {
        return store.guardsNamespace();
    }

    @Override
    public long ledgerNanos() {
        meanwhile.run();
        return store.ledgerNanos();
    }

    @Override
    public String server() {
        meanwhile.run();
        return store.server();
    }

    @Override
    public boolean create(LedgerState state) {
        meanwhile.run();
        return store.create(state);
    }

    @Override
    public Optional<LedgerReading> read(Access access, long datacenter, long worker) {
        meanwhile.run();
        return store.read(access, datacenter, worker);
    }

    @Override
    public List<PlacedRow> rows() {
        meanwhile.run();
        return store.rows();
    }

    @Override
    public boolean write(LedgerReading seen, WorkerRow wanted) {
        meanwhile.run();
        Runnable undo = store.undo(seen, wanted);
        boolean written = store.write(seen, wanted);
        if (written && !ownTransactions) {
            joined.push(undo);
        }
        return written;
    }

    @Override
    public boolean write(LedgerReading seen, LedgerState wanted) {
        meanwhile.run();
        return store.write(seen, wanted);
    }
}
