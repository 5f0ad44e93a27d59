package io.snowflakeid.verification.peers;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.snowflakeid.verification.chaos.ChaosOptions;
import java.util.List;

/**
 * The result of a comparison. The component names are those of {@code peers.json}.
 *
 * @param date the day, in UTC
 * @param machine processors, operating system, Java
 * @param command the command line without passwords
 * @param options the options that all runs have in common
 * @param seconds the duration per fault
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
     * The results of one maker, by fault.
     *
     * @param settings the maker's description of its settings
     */
    record Row(Peer peer, String title, String version, String settings, List<PeerCell> cells) {}
}
