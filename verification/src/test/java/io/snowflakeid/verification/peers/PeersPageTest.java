package io.snowflakeid.verification.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.commandline.Page;
import io.snowflakeid.verification.chaos.ChaosOptions;
import io.snowflakeid.verification.chaos.ChaosResult;
import io.snowflakeid.verification.chaos.ChaosResult.Effects;
import io.snowflakeid.verification.chaos.WriterLog;
import io.snowflakeid.verification.peers.PeerCell.State;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PeersPageTest {

    @Test
    void hasARowForEachMakerAndLeavesOutNothingThatWasNotRun() throws IOException {
        PeerReport.Row ours = row(Peer.SNOWFLAKEID, cell(SingleFault.NONE, 0, 0), cell(SingleFault.OUTAGES, 0, 12));
        PeerReport.Row theirs = row(
                Peer.HUTOOL,
                cell(SingleFault.NONE, 1_234_567, 0),
                new PeerCell(SingleFault.OUTAGES, State.NOT_APPLICABLE, "it has no ledger", null));
        PeerReport report = new PeerReport(
                "2026-11-21",
                "2 processors",
                "java -jar x.jar",
                8,
                20,
                2_000,
                400_000,
                7,
                "MySQL",
                List.of(ours, theirs));

        assertThat(Page.text(report, PeerReport.class, "peers.md.ftl").lines())
                .containsSubsequence(
                        "Duplicates: ids that had been made before, by 8 processes of 2 threads in 20 s under each fault.",
                        "| maker | none | outages |",
                        "|---|--:|--:|",
                        "| snowflakeid (ours) | 0 | 0 |",
                        "| hutool default | 1,234,567 | not applicable |",
                        "| snowflakeid (ours) | 0 + 0 | 12 + 3 |",
                        "| hutool default | 0 + 0 | not applicable |",
                        "| snowflakeid (ours) | 50,000 | 50,000 |",
                        "- hutool default, version 1: as usual",
                        "  - outages: not applicable, it has no ledger",
                        "Measured 2026-11-21 on 2 processors; MySQL; window 2000 ms; at most 400,000 ids/s; seed 7:",
                        "    java -jar x.jar");
    }

    private static PeerReport.Row row(Peer peer, PeerCell... cells) {
        return new PeerReport.Row(peer, peer.title(), "1", "as usual", List.of(cells));
    }

    private static PeerCell cell(SingleFault fault, long duplicates, long refusedCalls) {
        WriterLog log = new WriterLog(refusedCalls, refusedCalls / 4, 0, 0, 0, Map.of(), List.of());
        ChaosOptions options = new ChaosOptions("any", 8, 20, 2_000, 400_000, Set.of(), 7, null, null, false);
        Effects none = new Effects(0, 0, Map.of(), 0, 0, 0);
        ChaosResult result = new ChaosResult(
                9, duplicates, List.of(), none, log, 50_000, 20, 1, "as usual", null, 8, "absent", 0, options, null);
        return new PeerCell(fault, State.MEASURED, null, result);
    }
}
