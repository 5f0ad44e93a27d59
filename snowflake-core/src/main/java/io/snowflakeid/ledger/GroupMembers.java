package io.snowflakeid.ledger;

import io.snowflakeid.RangedLedger;
import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.spi.StoreWorkerLedger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which ledgers make a group: each of them stores the ids and workers of all, written down once while all can be reached. A process whose
 * group has another ledger in the place of one that could not be reached would otherwise grant workers that the other one has granted. Thread-safe.
 */
final class GroupMembers {

    private final List<RangedLedger> ledgers;
    private final Set<RangedLedger> admitted = new HashSet<>();
    private @Nullable String known; // as it is stored

    GroupMembers(List<RangedLedger> ledgers) {
        this.ledgers = ledgers;
    }

    /**
     * Lets a ledger be asked for a worker.
     *
     * @throws WorkerLedgerException if it belongs to another group, if it cannot be reached, or if no group is stored yet and one of the others
     *     cannot be reached
     */
    synchronized void admit(RangedLedger ledger) {
        if (admitted.contains(ledger) || !(ledger instanceof StoreWorkerLedger stored)) {
            return;
        }
        String members = stored.group();
        if (members.isEmpty()) {
            members = all();
            joinAll(members);
        }
        requireSame(stored, members);
        known = members;
        admitted.add(ledger);
    }

    /** One that belongs to another group already is found before anything is written. */
    private void joinAll(String members) {
        List<StoreWorkerLedger> stored = ledgers.stream()
                .filter(StoreWorkerLedger.class::isInstance)
                .map(StoreWorkerLedger.class::cast)
                .toList();
        for (StoreWorkerLedger ledger : stored) {
            String present = ledger.group();
            if (!present.isEmpty() && !present.equals(members)) {
                throw other(ledger, present, members);
            }
        }
        for (StoreWorkerLedger ledger : stored) {
            requireSame(ledger, ledger.joinGroup(members));
        }
    }

    private String all() {
        List<String> members = new ArrayList<>();
        for (RangedLedger ledger : ascending()) {
            members.add(id(ledger) + " " + range(ledger));
        }
        return String.join(", ", members);
    }

    private static String id(RangedLedger ledger) {
        try {
            return ledger instanceof StoreWorkerLedger stored ? stored.ledgerId() : "unknown";
        } catch (WorkerLedgerException e) {
            throw new WorkerLedgerException(
                    e.reason(),
                    "a group is put to use for the first time only while all of its ledgers can be reached, since each stores the ids of"
                            + " all: " + e.getMessage(),
                    e);
        }
    }

    private List<RangedLedger> ascending() {
        return ledgers.stream()
                .sorted(Comparator.comparingLong(RangedLedger::firstWorker))
                .toList();
    }

    private static String range(RangedLedger ledger) {
        return ledger.firstWorker() + ".." + ledger.lastWorker();
    }

    private void requireSame(StoreWorkerLedger ledger, String members) {
        String ranges = ascending().stream().map(GroupMembers::range).collect(Collectors.joining(", "));
        String own = ledger.ledgerId() + " " + range(ledger);
        boolean sameRanges = members.replaceAll("\\S+ (\\d+\\.\\.\\d+)", "$1").equals(ranges);
        boolean isMember = List.of(members.split(", ", -1)).contains(own);
        if (!sameRanges || !isMember || (known != null && !known.equals(members))) {
            throw other(ledger, members, known == null ? own + " of " + ranges : known);
        }
    }

    private static WorkerLedgerException other(StoreWorkerLedger ledger, String stored, String wanted) {
        return new WorkerLedgerException(
                Reason.STORED_DIFFERENTLY,
                ledger.describe() + " was put to use in a group of the ledgers " + VisibleText.of(stored)
                        + ", and is to be used in one of " + VisibleText.of(wanted)
                        + ": use the same ledgers in every process, or another namespace if their ids never meet");
    }
}
