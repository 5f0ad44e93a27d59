package io.snowflakeid.verification.chaos;

import io.snowflakeid.testing.relay.Relay;
import io.snowflakeid.verification.chaos.Fault.Kind;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A relay in front of one server, with the faults of a network at hand: at most one at a time. Thread-safe. */
final class FaultyProxy implements AutoCloseable {

    private final Relay relay;
    private final AtomicLong hits = new AtomicLong();
    private volatile @Nullable Kind fault;
    private volatile long delayMillis;

    FaultyProxy(String host, int targetPort) throws IOException {
        relay = new Relay(host, targetPort, this::open);
    }

    int port() {
        return relay.port();
    }

    boolean hasFault() {
        return fault != null;
    }

    /**
     * From now on things go wrong.
     *
     * @param newFault one of the network
     * @param delayMillis for {@link Kind#DELAY}, how late each packet arrives
     */
    void begin(Kind newFault, long delayMillis) {
        if (hasFault()) {
            throw new IllegalStateException("a proxy has one fault at a time, and this one has " + fault + " still");
        }
        hits.set(0);
        this.delayMillis = delayMillis;
        fault = newFault;
        if (newFault == Kind.CUT) {
            hits.addAndGet(relay.resetAll());
        }
    }

    /** All is well again. Returns whether the fault has met anything at all: a connection, a packet. */
    boolean end() {
        Kind ended = fault;
        fault = null;
        if (ended == Kind.HALF_OPEN) {
            relay.resetAll(); // bytes have vanished: neither side could make sense of what comes next
        }
        return hits.get() > 0;
    }

    private Relay.Line open() throws IOException {
        if (fault == Kind.CUT) {
            hits.incrementAndGet();
            throw new SocketException("cut");
        }
        ReplyToLose reply = new ReplyToLose();
        return (packet, length, isRequest) -> arrives(packet, length, isRequest, reply);
    }

    /** Lets the present fault have its way with a packet; false if it vanishes. */
    private boolean arrives(byte[] packet, int length, boolean isRequest, ReplyToLose reply)
            throws IOException, InterruptedException {
        Kind now = fault;
        if (now == Kind.HALF_OPEN) {
            hits.incrementAndGet();
            return false;
        }
        if (now == Kind.DELAY) {
            hits.incrementAndGet();
            TimeUnit.MILLISECONDS.sleep(delayMillis);
        }
        if (isRequest) {
            reply.requested(packet, length, now == Kind.REPLY_LOST);
        } else if (reply.isThisOne()) {
            hits.incrementAndGet();
            throw new SocketException("the reply is lost");
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        relay.close();
    }

    /**
     * Finds the reply to a statement that writes. MySQL's, MariaDB's and PostgreSQL's drivers send the text with the parameters; H2's
     * sends it in UTF-16 to have it prepared, and carries it out with the request after that. To Redis goes the text of a script. Where
     * no text can be seen (encryption), the reply to any request is the one; where a driver has a statement known to the server by a
     * number, that to one of the next requests, which a write is soon among.
     */
    private static final class ReplyToLose {

        private static final int NONE = -1;

        private static final int REQUESTS_WITHOUT_TEXT = 12;

        private boolean textSeen;
        private int requestsWhileArmed;
        private int repliesBefore = NONE;

        synchronized void requested(byte[] packet, int length, boolean armed) {
            String narrow = new String(packet, 0, length, StandardCharsets.ISO_8859_1);
            String wide = narrow.replace("\0", "");
            // a command of Redis is an array of texts, each behind its length
            textSeen |= wide.contains("SELECT ") || (narrow.startsWith("*") && narrow.contains("\r\n$"));
            requestsWhileArmed = armed ? requestsWhileArmed + 1 : 0;
            if (!armed || repliesBefore != NONE) {
                return;
            }
            if (writes(narrow) || !textSeen || requestsWhileArmed > REQUESTS_WITHOUT_TEXT) {
                repliesBefore = 0;
            } else if (writes(wide)) {
                repliesBefore = 1;
            }
        }

        private static boolean writes(String text) {
            return text.contains("UPDATE snowflake_worker SET")
                    || text.contains("INSERT INTO snowflake_worker")
                    || text.contains("\r\nEVAL\r\n");
        }

        synchronized boolean isThisOne() {
            return repliesBefore != NONE && repliesBefore-- == 0;
        }
    }
}
