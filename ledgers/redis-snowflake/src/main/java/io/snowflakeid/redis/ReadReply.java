package io.snowflakeid.redis;

import java.util.List;

/**
 * What {@code read.lua} answered.
 *
 * @param role of the server; empty if it does not say
 * @param server its {@code run_id} and replication id; empty if it does not say
 * @param row empty if there is none
 * @param namespace as {@link NamespaceText}
 */
record ReadReply(long ledgerNanos, String role, String server, String row, List<String> namespace) {

    private static final int NAMESPACE = 6;

    static ReadReply of(List<String> reply) {
        long seconds = Long.parseLong(reply.get(1));
        long micros = Long.parseLong(reply.get(2));
        return new ReadReply(
                (seconds * 1_000_000 + micros) * 1000,
                reply.get(3),
                reply.get(4),
                reply.get(5),
                List.copyOf(reply.subList(NAMESPACE, reply.size())));
    }

    boolean isOfReplica() {
        return !role.isEmpty() && !role.equals("master");
    }

    boolean hasNamespace() {
        return !namespace.equals(NamespaceText.ABSENT);
    }
}
