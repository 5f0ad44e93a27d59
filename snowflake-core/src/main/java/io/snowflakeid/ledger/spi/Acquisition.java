package io.snowflakeid.ledger.spi;

import io.snowflakeid.WorkerGrant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/** One attempt to get hold of a worker, of the candidates in their order. */
final class Acquisition {

    /** Enough for a fleet that starts at once: no process finds all of them taken. */
    private static final int CANDIDATES = 256;

    private static final int MOST_LOCK_WAITS = 3;

    private final Map<Long, WorkerRow> known;
    private final List<List<Long>> candidates;
    private int lockWaits;

    Acquisition(LedgerSettings settings, LedgerRules rules, List<PlacedRow> rows, long nowTick) {
        known = rows.stream()
                .filter(row -> row.datacenter() == settings.datacenter())
                .collect(Collectors.toMap(PlacedRow::worker, PlacedRow::row));
        candidates = rules.candidates(known, settings.firstWorker(), settings.lastWorker(), nowTick, CANDIDATES);
    }

    /** Whether there was a row; if it cannot be read now, another transaction has it. */
    boolean isKnown(long worker) {
        return known.containsKey(worker);
    }

    /** The first grant; after the first miss others are at it: not all must try the same one next. */
    Optional<WorkerGrant> grant(LongFunction<Optional<WorkerGrant>> grantOf) {
        for (List<Long> group : candidates) {
            List<Long> workers = new ArrayList<>(group);
            for (int i = 0; i < workers.size(); i++) {
                Optional<WorkerGrant> granted = tried(workers.get(i), grantOf);
                if (granted.isPresent()) {
                    return granted;
                }
                if (i == 0) {
                    Collections.shuffle(workers.subList(1, workers.size()));
                }
            }
        }
        return Optional.empty();
    }

    /** A row that another process inserts at the moment cannot be seen, but is waited for. */
    private Optional<WorkerGrant> tried(long worker, LongFunction<Optional<WorkerGrant>> grantOf) {
        try {
            return grantOf.apply(worker);
        } catch (StoreFailure e) {
            lockWaits++;
            if (e.isOfLockedRow() && lockWaits < MOST_LOCK_WAITS) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
