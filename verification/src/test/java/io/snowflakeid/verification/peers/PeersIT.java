package io.snowflakeid.verification.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.testing.servers.Required;
import io.snowflakeid.verification.chaos.ChaosOptions;
import io.snowflakeid.verification.peers.PeerCell.State;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, for a short time; clocks are set where there is libfaketime (in the usual places, or {@code -Dfaketime=FILE}). */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no signals")
@Timeout(240)
@Tag("long")
class PeersIT {

    private static final @Nullable Path FAKETIME =
            System.getProperty("faketime") == null ? null : Path.of(System.getProperty("faketime"));

    @TempDir
    private Path folder;

    /** Skips aloud what this machine cannot do; with {@code -Drequired=faketime} clocks must be stepped. */
    private static void requireOrSkip(SingleFault fault) {
        fault.whyImpossible(FAKETIME).ifPresent(why -> {
            throw Required.missing(
                    fault == SingleFault.RESTART_IN_THE_PAST ? "faketime" : "unshare", fault + ": " + why);
        });
    }

    @Test
    void aRestartInThePastMakesTheTextbookRepeatItselfAndNotUs() throws Exception {
        requireOrSkip(SingleFault.RESTART_IN_THE_PAST);

        PeerCell textbook = run(Peer.TEXTBOOK, SingleFault.RESTART_IN_THE_PAST);
        assertThat(textbook.state()).isEqualTo(State.MEASURED);
        assertThat(textbook.duplicates()).describedAs("%s", textbook).isPositive();

        PeerCell ours = run(Peer.SNOWFLAKEID, SingleFault.RESTART_IN_THE_PAST);
        assertThat(ours.state()).describedAs("%s", ours).isEqualTo(State.MEASURED);
        assertThat(ours.duplicates()).describedAs("%s", ours).isZero();
    }

    @Test
    void processesThatLookAlikeGetTheSameNumbersFromHutool() throws Exception {
        requireOrSkip(SingleFault.LOOK_ALIKES);

        PeerCell hutool = run(Peer.HUTOOL, SingleFault.LOOK_ALIKES);
        assertThat(hutool.duplicates()).describedAs("%s", hutool).isPositive();
    }

    @Test
    void aMakerWithoutALedgerCannotLoseIt() throws Exception {
        PeerCell tsid = run(Peer.TSID, SingleFault.OUTAGES);

        assertThat(tsid.state()).isEqualTo(State.NOT_APPLICABLE);
        assertThat(tsid.reason()).isEqualTo("it has no ledger that it could lose");
    }

    private PeerCell run(Peer peer, SingleFault fault) throws Exception {
        ChaosOptions options = new ChaosOptions("", 2, 8, 1_000, 50_000, Set.of(), 1, FAKETIME, null, false);
        PeerRuns runs = new PeerRuns(options, List.of(), folder, line -> {});
        return runs.row(peer, List.of(fault)).cells().get(0);
    }
}
