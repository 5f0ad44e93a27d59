package io.snowflakeid.demo.databases;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.testing.relay.Relay;
import java.io.IOException;

/** Forwards TCP connections to a database, and can simulate a network failure. This class is thread-safe. */
public final class NetworkLink implements AutoCloseable {

    private final Database database;
    private final Relay relay;
    private volatile boolean cut;

    /** Listens on a free local port, and forwards each connection to the database. */
    public NetworkLink(Database database) throws IOException {
        this.database = database;
        relay = new Relay(database.server().getHostString(), database.server().getPort(), () -> {
            requireUp();
            return (bytes, length, request) -> {
                requireUp();
                return true;
            };
        });
    }

    private void requireUp() throws IOException {
        if (cut) {
            throw new IOException("the link is down");
        }
    }

    /** Returns a copy of the {@link Database} object with the address of this link. */
    public Database database() {
        return database.through(relay.port());
    }

    /** Resets all open connections, and rejects new connections until {@link #restore} is called. */
    public void cut() {
        cut = true;
        relay.resetAll();
    }

    /** Accepts new connections again after a call of {@link #cut}. */
    public void restore() {
        cut = false;
    }

    @Override
    public void close() throws IOException {
        relay.close();
    }
}
