package io.snowflakeid.redis;

import io.snowflakeid.testing.relay.Relay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Stands between a client and Redis, and cuts a connection instead of passing a reply on, when told to. */
final class CuttingProxy implements AutoCloseable {

    private final Relay relay;
    private final AtomicReference<String> awaited = new AtomicReference<>(""); // nothing
    private final AtomicBoolean cutNextReply = new AtomicBoolean();

    CuttingProxy(String host, int port) {
        try {
            relay = new Relay(host, port, () -> this::passes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return relay.port();
    }

    /** The next request that has this script is passed on, and then the connection is cut in the place of its reply. */
    void cutNextReplyTo(LedgerScript script) {
        awaited.set(script.text());
    }

    private boolean passes(byte[] bytes, int length, boolean request) throws SocketException {
        String script = awaited.get();
        if (request && !script.isEmpty() && new String(bytes, 0, length, StandardCharsets.UTF_8).contains(script)) {
            awaited.set("");
            cutNextReply.set(true);
        }
        if (!request && cutNextReply.compareAndSet(true, false)) {
            throw new SocketException("cut");
        }
        return true;
    }

    @Override
    public void close() {
        try {
            relay.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
