package io.snowflakeid.verification.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.verification.peers.PeerCell.State;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerTableTest {

    private static final PeerRow OURS = new PeerRow(
            Peer.SNOWFLAKEID,
            "ours",
            "0.1.0",
            "window 2 s",
            List.of(cell(SingleFault.NONE, 0, 0, 0), cell(SingleFault.OUTAGES, 0, 12, 3)));

    private static final PeerRow THEIRS = new PeerRow(
            Peer.HUTOOL,
            "theirs",
            "5.8",
            "default",
            List.of(
                    cell(SingleFault.NONE, 1_234_567, 0, 0),
                    PeerCell.without(SingleFault.OUTAGES, State.NOT_APPLICABLE, "it has no ledger")));

    @Test
    void hasARowForEachMakerAndAColumnForEachFaultThatWasAskedFor() {
        assertThat(lines(OURS, THEIRS))
                .containsSubsequence(
                        "| maker  |      none | ledger lost | ids/s, as limited |",
                        "|--------|----------:|------------:|------------------:|",
                        "| ours   |         0 |           0 |            50,000 |",
                        "| theirs | 1,234,567 |       - [1] |            50,000 |",
                        "1. it has no ledger");
    }

    @Test
    void showsCallsThatWereRefusedAndStartsThatWere() {
        assertThat(lines(OURS, THEIRS))
                .containsSubsequence(
                        "| maker  | none | ledger lost |",
                        "| ours   |    0 |      12 + 3 |",
                        "| theirs |    0 |       - [1] |");
    }

    @Test
    void neverLeavesOutWhatWasNotRun() {
        PeerRow row = new PeerRow(
                Peer.TSID,
                "x",
                "1",
                "default",
                List.of(
                        PeerCell.without(SingleFault.LOOK_ALIKES, State.NOT_RUN, "no unshare"),
                        PeerCell.without(SingleFault.KILLS, State.FAILED, "no id after 120 s"),
                        PeerCell.without(SingleFault.PAUSES, State.NOT_RUN, "no unshare")));

        assertThat(lines(row))
                .contains("| x     | not run [1] | failed [2] | not run [1] |                   |")
                .containsSubsequence("1. no unshare", "2. no id after 120 s");
    }

    @Test
    void saysHowLikelyAChanceIs() {
        assertThat(lines(OURS, THEIRS))
                .anySatisfy(line -> assertThat(line)
                        .startsWith("- hutool default: each process of one host gets one of 32 numbers")
                        .containsSubsequence("two of 8", "61.4 %", "of 16 with 99.0 %", "of 64 with 100.0 %"));
    }

    @Test
    void endsWithHowToRunItAgain() {
        assertThat(lines(OURS))
                .endsWith(
                        "- ours, version 0.1.0: window 2 s",
                        "",
                        "Measured 2026-11-21 on 2 processors; MySQL 9.7.0; window 2000 ms; at most 400,000 ids/s; seed 7:",
                        "",
                        "    java -jar x.jar");
    }

    private static PeerCell cell(SingleFault fault, long duplicates, long refusedCalls, long refusedStarts) {
        return new PeerCell(
                fault,
                State.MEASURED,
                null,
                2_000_000,
                duplicates,
                refusedCalls,
                refusedStarts,
                50_000,
                8,
                0,
                0,
                0,
                0,
                List.of(),
                List.of());
    }

    private static List<String> lines(PeerRow... rows) {
        return new PeerTable(new PeerReport(
                        "2026-11-21",
                        "2 processors",
                        "java -jar x.jar",
                        8,
                        20,
                        2_000,
                        400_000,
                        7,
                        "MySQL 9.7.0",
                        List.of(rows)))
                .lines();
    }
}
