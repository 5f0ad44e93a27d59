package io.snowflakeid.verification.peers;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.verification.chaos.ChaosOptions;
import io.snowflakeid.verification.chaos.ChaosRun;
import io.snowflakeid.verification.makers.MakerSettings;
import io.snowflakeid.verification.peers.PeerCell.State;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Puts makers of ids to the same test, one fault after the other.
 *
 * @param options what all runs have in common
 * @param databases for the makers that need one; none for one in memory
 * @param folder where the ids go meanwhile
 * @param progress told a line after each run
 */
record PeerRuns(ChaosOptions options, List<Database> databases, Path folder, Consumer<String> progress) {

    PeerReport.Row row(Peer peer, List<SingleFault> faults) throws IOException, InterruptedException {
        String described = peer.maker().describe(MakerSettings.of(List.of(), options.windowMillis(), false));
        progress.accept(peer.title() + ", version " + peer.version() + ": " + described);
        List<PeerCell> cells = new ArrayList<>();
        for (SingleFault fault : faults) {
            PeerCell cell = cell(peer, fault);
            progress.accept("  " + cell.summary());
            cells.add(cell);
        }
        return new PeerReport.Row(peer, peer.title(), peer.version(), described, List.copyOf(cells));
    }

    private PeerCell cell(Peer peer, SingleFault fault) throws InterruptedException {
        if (fault == SingleFault.OUTAGES && !peer.maker().needsDatabase()) {
            return PeerCell.without(fault, State.NOT_APPLICABLE, "it has no ledger that it could lose");
        }
        Optional<String> impossible = fault.whyImpossible(options.faketime());
        if (impossible.isPresent()) {
            return PeerCell.without(fault, State.NOT_RUN, impossible.get());
        }
        ChaosOptions ofThisRun = options.with(peer.makerName(), fault.families());
        try {
            return PeerCell.of(fault, ChaosRun.run(ofThisRun, fault, databases, folder, (step, done, total) -> {}));
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return PeerCell.without(fault, State.FAILED, String.valueOf(e.getMessage()));
        }
    }
}
