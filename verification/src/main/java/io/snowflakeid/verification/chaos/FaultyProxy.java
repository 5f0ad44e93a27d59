package io.snowflakeid.verification.chaos;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.testing.relay.Relay;
import io.snowflakeid.verification.chaos.Fault.Kind;
import java.io.IOException;
import java.net.SocketException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A relay that forwards to one server, and simulates one network fault at a time. */
final class FaultyProxy implements AutoCloseable {

    /** Each reply is lost with a probability of 1 in 20, so that most transactions commit. */
    private static final int REPLIES_FOR_ONE_LOST = 20;

    private static final long DELAY_MILLIS = 700;

    private final Database database;
    private final Relay relay;
    private final AtomicLong hits = new AtomicLong();
    private volatile @Nullable Kind fault;

    FaultyProxy(Database database) throws IOException {
        this.database = database;
        relay = new Relay(database.server().getHostString(), database.server().getPort(), this::open);
    }

    Database database() {
        return database.through(relay.port());
    }

    boolean hasFault() {
        return fault != null;
    }

    void begin(Kind newFault) {
        hits.set(0);
        fault = newFault;
        if (newFault == Kind.CUT) {
            hits.addAndGet(relay.resetAll());
        }
    }

    /** Returns true if the ended fault affected a connection or a packet. */
    boolean end() {
        Kind ended = fault;
        fault = null;
        if (ended == Kind.HALF_OPEN) {
            relay.resetAll(); // the streams of these connections lack bytes
        }
        return hits.get() > 0;
    }

    private Relay.Line open() throws IOException {
        if (fault == Kind.CUT) {
            hits.incrementAndGet();
            throw new SocketException("cut");
        }
        return (packet, length, isRequest) -> forwards(isRequest);
    }

    /** Returns false if the current fault drops the packet. */
    private boolean forwards(boolean isRequest) throws IOException, InterruptedException {
        Kind now = fault;
        if (now == Kind.HALF_OPEN) {
            hits.incrementAndGet();
            return false;
        }
        if (now == Kind.DELAY) {
            hits.incrementAndGet();
            TimeUnit.MILLISECONDS.sleep(DELAY_MILLIS);
        }
        if (now == Kind.REPLY_LOST && !isRequest && ThreadLocalRandom.current().nextInt(REPLIES_FOR_ONE_LOST) == 0) {
            hits.incrementAndGet();
            throw new SocketException("the reply is lost");
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        relay.close();
    }
}
