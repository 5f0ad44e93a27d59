package io.snowflakeid.verification.peers;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.snowflakeid.verification.chaos.ChaosOptions;
import java.util.List;

/**
 * A whole comparison. The component names are those of {@code peers.json}.
 *
 * @param date the day, in UTC
 * @param machine processors, operating system, Java
 * @param command as it was typed, without a password
 * @param options those of every run, but for what a run has of its own
 * @param seconds for how long, under each fault
 * @param ledger the database of the makers that need one
 */
record PeerReport(
        String date,
        String machine,
        String command,

        @JsonIgnoreProperties({"maker", "faults"}) @JsonUnwrapped
        ChaosOptions options,

        int seconds,
        String ledger,
        List<Row> rows) {

    /**
     * What one maker did, by fault.
     *
     * @param settings what it ran with, as it says itself
     */
    record Row(Peer peer, String title, String version, String settings, List<PeerCell> cells) {}
}
