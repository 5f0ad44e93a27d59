package io.snowflakeid.ledger;

import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.StoreWorkerLedger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which ledgers make a group: each of them stores the ids and workers of all, written once while all can be reached. A process whose group has
 * another ledger in the place of one that is away would otherwise grant workers that the other one has granted. Thread-safe.
 */
final class GroupMembers {

    private final List<StoreWorkerLedger> ledgers; // by workers
    private final Set<StoreWorkerLedger> admitted = new HashSet<>();
    private @Nullable String known; // as it is stored

    GroupMembers(List<StoreWorkerLedger> ledgers) {
        this.ledgers = ledgers;
    }

    /**
     * Lets a ledger be asked for a worker.
     *
     * @throws WorkerLedgerException if it belongs to another group, if it cannot be reached, or if no group is stored yet and one of the others
     *     cannot be reached
     */
    synchronized void admit(StoreWorkerLedger ledger) {
        if (admitted.contains(ledger)) {
            return;
        }
        String members = ledger.state().group();
        if (members.isEmpty()) {
            members = all();
            joinAll(members);
        }
        requireSame(ledger, members);
        known = members;
        admitted.add(ledger);
    }

    private String all() {
        return ledgers.stream().map(GroupMembers::member).collect(Collectors.joining(", "));
    }

    private static String member(StoreWorkerLedger ledger) {
        try {
            return ledger.state().ledgerId() + " " + range(ledger);
        } catch (WorkerLedgerException e) {
            throw new WorkerLedgerException(
                    e.reason(),
                    "all ledgers of a group have to be reached before it grants its first worker, since each stores the ids of all: "
                            + e.getMessage(),
                    e);
        }
    }

    private static String range(StoreWorkerLedger ledger) {
        return ledger.firstWorker() + ".." + ledger.lastWorker();
    }

    /** A ledger that belongs to another group already is found before anything is written. */
    private void joinAll(String members) {
        for (StoreWorkerLedger ledger : ledgers) {
            String present = ledger.state().group();
            if (!present.isEmpty() && !present.equals(members)) {
                throw other(ledger, present, members);
            }
        }
        for (StoreWorkerLedger ledger : ledgers) {
            requireSame(ledger, ledger.joinGroup("", members));
        }
    }

    private void requireSame(StoreWorkerLedger ledger, String members) {
        String ranges = ledgers.stream().map(GroupMembers::range).collect(Collectors.joining(", "));
        String own = member(ledger);
        boolean sameRanges = ranges(members).equals(ranges);
        boolean isMember = List.of(members.split(", ", -1)).contains(own);
        if (!sameRanges || !isMember || (known != null && !known.equals(members))) {
            throw other(ledger, members, known == null ? own + " of " + ranges : known);
        }
    }

    private static String ranges(String members) {
        return members.replaceAll("\\S+ (\\d+\\.\\.\\d+)", "$1");
    }

    private static WorkerLedgerException other(StoreWorkerLedger ledger, String stored, String wanted) {
        return new WorkerLedgerException(
                Reason.STORED_DIFFERENTLY,
                ledger.describe() + " belongs to a group of the ledgers " + VisibleText.of(stored)
                        + ", and is to be used in one of " + VisibleText.of(wanted)
                        + ": use the same ledgers in every process, or another namespace if their ids never meet; docs/worker-ids.md says how"
                        + " to replace one that is lost for good");
    }
}
