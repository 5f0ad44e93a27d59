package io.snowflakeid.verification.peers;

import java.util.List;
import java.util.Optional;

/**
 * What one maker did, by fault.
 *
 * @param settings what it ran with, as it says itself
 */
record PeerRow(Peer peer, String title, String version, String settings, List<PeerCell> cells) {

    Optional<PeerCell> cell(SingleFault fault) {
        return cells.stream().filter(cell -> cell.fault() == fault).findFirst();
    }
}
