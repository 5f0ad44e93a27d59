package io.snowflakeid.verification.peers;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.snowflakeid.verification.chaos.ChaosOptions;
import java.util.List;

/**
 * The result of a comparison. The file {@code peers.json} uses the names of the components.
 *
 * @param date the day of the run, in UTC
 * @param machine the processors, the operating system and the Java version
 * @param command the command line without passwords
 * @param options the options that all runs share
 * @param seconds the duration of each run in seconds
 * @param ledger the database of the makers that need a database
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
     * The results of one maker, one for each fault.
     *
     * @param settings the maker's description of its settings
     */
    record Row(Peer peer, String title, String version, String settings, List<PeerCell> cells) {}
}
