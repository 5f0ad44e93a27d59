package io.snowflakeid.zookeeper;

import io.snowflakeid.ledger.spi.LedgerStore.LedgerState;
import io.snowflakeid.ledger.spi.LedgerStore.WorkerRow;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The paths of the nodes of one namespace.
 *
 * @param home the namespace's node
 */
record LedgerPaths(String home) {

    static final String ROOT = "/snowflake";

    private static final int DIGEST_BYTES = 16;

    static LedgerPaths of(String namespace) {
        return new LedgerPaths(ROOT + "/" + namespace);
    }

    /** Returns the path of the node that the ledger writes to read the clock of ZooKeeper's leader. */
    String clock() {
        return home + "/clock";
    }

    String guards() {
        return home + "/state";
    }

    String guardOf(LedgerState state) {
        return guards() + "/" + digest(state.text());
    }

    String datacenter(long datacenter) {
        return home + "/" + datacenter;
    }

    String worker(long datacenter, long worker) {
        return datacenter(datacenter) + "/" + worker;
    }

    String guardOf(long datacenter, long worker, WorkerRow row) {
        return worker(datacenter, worker) + "/" + digest(row.text());
    }

    private static String digest(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(digest, DIGEST_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
