package io.snowflakeid.spring.boot.actuate;

import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerEntry.State;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.internal.ApplicationLog;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Counts the workers in use in a generator's ledgers. The methods of this class do not wait for a ledger, but use the last result, or NaN. If the
 * last query started more than 30 s ago, the next count starts a background thread that reads the ledgers. This class is thread-safe.
 */
final class WorkersInUse {

    private static final System.Logger LOG = ApplicationLog.of(WorkersInUse.class);
    private static final long ASK_AFTER_NANOS = Duration.ofSeconds(30).toNanos();

    private final List<WorkerLedger.Ranged> ledgers;
    private final TimeSource time;
    private final AtomicLong nextAsked;
    private volatile @Nullable List<State> known;

    WorkersInUse(List<WorkerLedger.Ranged> ledgers, TimeSource time) {
        this.ledgers = ledgers;
        this.time = time;
        nextAsked = new AtomicLong(time.nanos());
    }

    double all() {
        return ledgers.stream()
                .mapToDouble(ledger -> ledger.lastWorker() - ledger.firstWorker() + 1)
                .sum();
    }

    double count(State state) {
        long now = time.nanos();
        long due = nextAsked.get();
        if (now - due >= 0 && nextAsked.compareAndSet(due, now + ASK_AFTER_NANOS)) {
            Thread asking = new Thread(this::ask, "snowflake-workers-in-use");
            asking.setDaemon(true);
            asking.start();
        }
        List<State> states = known;
        return states == null ? Double.NaN : Collections.frequency(states, state);
    }

    private void ask() {
        try {
            known = ledgers.stream()
                    .flatMap(ledger -> ledger.workers().stream().filter(worker -> isOf(ledger, worker)))
                    .map(WorkerEntry::state)
                    .toList();
        } catch (RuntimeException e) {
            // A ledger that the application implements may throw any exception.
            LOG.log(Level.DEBUG, "the ledger was not read; the number of workers in use is unchanged", e);
        }
    }

    private static boolean isOf(WorkerLedger.Ranged ledger, WorkerEntry worker) {
        return worker.datacenter() == ledger.datacenter()
                && worker.worker() >= ledger.firstWorker()
                && worker.worker() <= ledger.lastWorker();
    }
}
