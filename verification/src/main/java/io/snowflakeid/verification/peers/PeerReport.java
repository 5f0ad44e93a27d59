package io.snowflakeid.verification.peers;

import java.util.List;
import java.util.function.Predicate;

/**
 * A whole comparison. The component names are those of {@code peers.json}.
 *
 * @param date the day, in UTC
 * @param machine processors, operating system, Java
 * @param command as it was typed, without a password
 * @param writers how many processes make ids at the same time
 * @param seconds for how long, under each fault
 * @param windowMillis how long leases last, for makers that have some
 * @param idsPerSecondAllowed of all processes together
 * @param ledger the database of the makers that need one
 */
record PeerReport(
        String date,
        String machine,
        String command,
        int writers,
        int seconds,
        long windowMillis,
        long idsPerSecondAllowed,
        long seed,
        String ledger,
        List<Row> rows) {

    /**
     * What one maker did, by fault.
     *
     * @param settings what it ran with, as it says itself
     */
    record Row(Peer peer, String title, String version, String settings, List<PeerCell> cells) {

        boolean has(Predicate<PeerCell> what) {
            return cells.stream().anyMatch(what);
        }
    }
}
