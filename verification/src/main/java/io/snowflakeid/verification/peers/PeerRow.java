package io.snowflakeid.verification.peers;

import java.util.List;

/**
 * What one maker did, by fault.
 *
 * @param settings what it ran with, as it says itself
 */
record PeerRow(Peer peer, String title, String version, String settings, List<PeerCell> cells) {}
