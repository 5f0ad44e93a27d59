package io.snowflakeid.ledger;

import io.snowflakeid.testing.relay.Relay;
import java.io.IOException;

/** Forwards bytes between its callers and a server, unless it hangs: then they stay where they are, and no connection ends. */
final class HangingRelay implements AutoCloseable {

    private final Relay relay;
    private boolean hangs; // guarded by this

    HangingRelay(String host, int serverPort) throws IOException {
        relay = new Relay(host, serverPort, () -> (bytes, length, request) -> passes());
    }

    int port() {
        return relay.port();
    }

    synchronized void hang() {
        hangs = true;
    }

    synchronized void goOn() {
        hangs = false;
        notifyAll();
    }

    private synchronized boolean passes() throws InterruptedException {
        while (hangs) {
            wait();
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        relay.close();
        goOn();
    }
}
