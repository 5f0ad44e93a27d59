package io.snowflakeid.redis;

import java.util.List;

/** What a script answered: a status, the server's clock, and what the status is about. */
record Reply(String status, long ledgerNanos, List<String> values) {

    static Reply of(List<String> reply) {
        if (reply.size() < 3) {
            throw new IllegalStateException("a reply has a status and the server's clock, but this one is " + reply
                    + ": RedisScripts must return the whole array");
        }
        long seconds = Long.parseLong(reply.get(1));
        long micros = Long.parseLong(reply.get(2));
        return new Reply(reply.get(0), (seconds * 1_000_000 + micros) * 1000, reply.subList(3, reply.size()));
    }

    boolean is(String expected) {
        return status.equals(expected);
    }

    long number(int index) {
        return Long.parseLong(values.get(index));
    }
}
