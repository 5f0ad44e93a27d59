package io.snowflakeid.ledger.spi;

import io.snowflakeid.WorkerGrant;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerSession;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/** One attempt to get hold of a worker, of the candidates in their order. */
final class Acquisition {

    /** Enough for a fleet that starts at once: no process finds all of them taken. */
    private static final int CANDIDATES = 256;

    private final LedgerSettings settings;
    private final LedgerRules rules;
    private final LedgerSession session;

    Acquisition(LedgerSettings settings, LedgerRules rules, LedgerSession session) {
        this.settings = settings;
        this.rules = rules;
        this.session = session;
    }

    /** The first grant; after the first miss others are at it: not all must try the same one next. */
    Optional<WorkerGrant> grant(List<PlacedRow> placed, long nowTick, LongFunction<Optional<WorkerGrant>> grantOf) {
        for (List<Long> group : candidates(placed, nowTick)) {
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

    private List<List<Long>> candidates(List<PlacedRow> placed, long nowTick) {
        Map<Long, WorkerRow> known = new HashMap<>();
        placed.stream()
                .filter(row -> row.datacenter() == settings.datacenter())
                .forEach(row -> known.put(row.worker(), row.row()));
        return rules.candidates(known, settings.firstWorker(), settings.lastWorker(), nowTick, CANDIDATES);
    }

    private Optional<WorkerGrant> tried(long worker, LongFunction<Optional<WorkerGrant>> grantOf) {
        try {
            return session.isBusy(worker) ? Optional.empty() : grantOf.apply(worker);
        } catch (StoreFailure e) {
            if (session.isOfThisWorkerAlone(worker, e)) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
