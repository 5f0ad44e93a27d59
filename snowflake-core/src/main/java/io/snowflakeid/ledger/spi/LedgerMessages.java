package io.snowflakeid.ledger.spi;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerEntry.State;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** What a ledger in a store says when it refuses, waits or fails. Immutable. */
final class LedgerMessages {

    private static final int HOLDERS_SHOWN = 5;

    private final LedgerSettings settings;
    private final SnowflakeLayout layout;
    private final LedgerStore store;
    private final String name;

    LedgerMessages(LedgerSettings settings, LedgerStore store) {
        this.settings = settings;
        this.store = store;
        layout = settings.layout();
        name = "ledger '" + settings.namespace() + "' (" + settings.storedScope() + ")";
    }

    /** The ledger, as messages call it. */
    String name() {
        return name;
    }

    /** The store's clock. */
    String clock() {
        return store.name() + "'s clock";
    }

    // ---- no worker yet

    /** All may be forgotten, and is waited for. */
    static final class NotOpenException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        final long waitNanos;

        private NotOpenException(String message, long waitNanos) {
            super(message);
            this.waitNanos = waitNanos;
        }

        /** For who does not wait. */
        WorkerLedgerException refusal() {
            return new WorkerLedgerException(String.valueOf(getMessage()), this);
        }
    }

    NotOpenException notOpen(LedgerReading seen) {
        Instant opensAt = layout.timestampOf(seen.state().opensAt());
        Instant now = Instant.ofEpochSecond(0, seen.ledgerNanos());
        return new NotOpenException(
                name + " grants no worker before " + opensAt
                        + ", when all windows have ended that it may have forgotten, and its clock shows " + now
                        + ": try again then, or correct its server's clock",
                Duration.between(now, opensAt).toNanos());
    }

    WorkerLedgerException allTaken(List<WorkerEntry> workers) {
        List<WorkerEntry> held = workers.stream()
                .filter(entry -> entry.datacenter() == settings.datacenter() && entry.state() != State.FREE)
                .toList();
        String holders = held.stream()
                .limit(HOLDERS_SHOWN)
                .map(entry -> entry.worker() + " by " + VisibleText.of(entry.holder()) + " until " + entry.until())
                .collect(Collectors.joining(", "));
        int more = Math.max(0, held.size() - HOLDERS_SHOWN);
        return new WorkerLedgerException(
                Reason.WORKERS_TAKEN,
                "all " + (settings.lastWorker() - settings.firstWorker() + 1) + " workers of " + name
                        + " are taken ("
                        + holders + (more == 0 ? "" : ", and " + more + " more") + "); waited "
                        + settings.window().toMillis()
                        + " ms: stop a process, or use a layout with more worker bits; a worker whose process has crashed is"
                        + " free one window after that time, the first one at "
                        + held.stream()
                                .map(WorkerEntry::freeAt)
                                .min(Instant::compareTo)
                                .map(Instant::toString)
                                .orElse("once"));
    }

    // ---- clocks and losses

    WorkerLedgerException clocksApart(long ledgerNanos, long wallNanos, Duration allowed) {
        return new WorkerLedgerException(
                Reason.CLOCK_WRONG,
                clock() + " shows " + Instant.ofEpochSecond(0, ledgerNanos) + ", this machine's "
                        + Instant.ofEpochSecond(0, wallNanos) + ", allowed are " + allowed.toMinutes()
                        + " minutes between them: correct the wrong one");
    }

    /** The store does not know the holder any more, and is not open again: its window may be used up. */
    WorkerLedgerException forgotten(WorkerGrant grant, Instant opensAt) {
        return new WorkerLedgerException(name + " has forgotten worker " + grant.worker()
                + ", and grants others from " + opensAt + " on: ids go on until the end of the window; "
                + store.adviceAfterLoss());
    }

    WorkerLedgerException failed(String what, StoreFailure e) {
        Throwable thrown = e.thrown();
        return new WorkerLedgerException(
                store.reason(thrown),
                name + " could not " + what + " (" + VisibleText.inOneLine(thrown) + "): " + store.advice(thrown),
                thrown);
    }
}
