package io.snowflakeid.verification.peers;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.verification.chaos.ChaosOptions;
import io.snowflakeid.verification.chaos.ChaosResult;
import io.snowflakeid.verification.chaos.ChaosRun;
import io.snowflakeid.verification.makers.MakerSettings;
import io.snowflakeid.verification.peers.PeerCell.State;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Puts makers of ids to the same test, one fault after the other, with the same options for all of them. */
final class PeerRuns {

    private final Options options;
    private final @Nullable Database database;
    private final Path folder;
    private final Consumer<String> progress;

    /** What all runs have in common; see {@link ChaosOptions}. */
    record Options(
            int writers,
            int seconds,
            long windowMillis,
            long idsPerSecond,
            long seed,
            @Nullable Path faketime) {

        ChaosOptions of(Peer peer, SingleFault fault) {
            return new ChaosOptions(
                    peer.makerName(),
                    writers,
                    seconds,
                    windowMillis,
                    idsPerSecond,
                    fault.families(),
                    seed,
                    faketime,
                    null,
                    false);
        }
    }

    /**
     * Some runs to come.
     *
     * @param database for the makers that need one; null for one in memory
     * @param folder where the ids go meanwhile
     * @param progress told a line after each run
     */
    PeerRuns(Options options, @Nullable Database database, Path folder, Consumer<String> progress) {
        this.options = options;
        this.database = database;
        this.folder = folder;
        this.progress = progress;
    }

    PeerRow row(Peer peer, List<SingleFault> faults) {
        MakerSettings settings = new MakerSettings(List.of(), "", options.windowMillis(), 0, 0, false);
        String described = peer.maker().describe(settings);
        progress.accept(peer.title() + ", version " + peer.version() + ": " + described);
        List<PeerCell> cells = new ArrayList<>();
        for (SingleFault fault : faults) {
            PeerCell cell = cell(peer, fault);
            progress.accept("  " + PeerTable.heading(fault) + ": " + line(cell));
            cells.add(cell);
        }
        return new PeerRow(peer, peer.title(), peer.version(), described, List.copyOf(cells));
    }

    private PeerCell cell(Peer peer, SingleFault fault) {
        if (fault == SingleFault.OUTAGES && !peer.maker().needsDatabase()) {
            return PeerCell.without(fault, State.NOT_APPLICABLE, "it has no ledger that it could lose");
        }
        Optional<String> impossible = fault.whyImpossible(options.faketime());
        if (impossible.isPresent()) {
            return PeerCell.without(fault, State.NOT_RUN, impossible.get());
        }
        try {
            ChaosResult result = ChaosRun.run(
                    options.of(peer, fault),
                    fault,
                    database == null ? List.of() : List.of(database),
                    folder,
                    (step, done, total) -> {});
            return PeerCell.of(fault, result);
        } catch (CommandFailure e) {
            return PeerCell.without(fault, State.FAILED, String.valueOf(e.getMessage()));
        }
    }

    private static String line(PeerCell cell) {
        if (!cell.isMeasured()) {
            return cell.state() + ", " + cell.reason();
        }
        return PeerTable.number(cell.duplicates()) + " duplicates of " + PeerTable.number(cell.ids()) + " ids, "
                + PeerTable.number(cell.refusedCalls()) + " calls refused, " + PeerTable.number(cell.refusedStarts())
                + " starts refused, " + cell.processes() + " processes, " + cell.kills() + " kills, " + cell.pauses()
                + " pauses, " + cell.clockSteps() + " clock steps, " + cell.outages() + " outages"
                + (cell.reasons().isEmpty() ? "" : "; such as " + cell.reasons().get(0));
    }
}
