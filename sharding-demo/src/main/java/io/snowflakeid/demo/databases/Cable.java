package io.snowflakeid.demo.databases;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.testing.relay.Relay;
import java.io.IOException;

/**
 * Passes TCP connections on to a database, and can be cut as a network can: open connections break, and so do new ones. The database
 * itself stays as it is, for others; a user's server is not stopped for a demo. Thread-safe.
 */
public final class Cable implements AutoCloseable {

    private final Database database;
    private final Relay relay;
    private volatile boolean cut;

    /** To that database, from a free port of this machine. */
    public Cable(Database database) throws IOException {
        this.database = database;
        relay = new Relay(database.server().getHostString(), database.server().getPort(), () -> {
            requireWhole();
            return (bytes, length, request) -> {
                requireWhole();
                return true;
            };
        });
    }

    private void requireWhole() throws IOException {
        if (cut) {
            throw new IOException("the cable is cut");
        }
    }

    /** The database at the other end. */
    public Database database() {
        return database.through(relay.port());
    }

    /** Breaks all connections, and new ones. */
    public void cut() {
        cut = true;
        relay.resetAll();
    }

    /** New connections are passed on again. */
    public void restore() {
        cut = false;
    }

    @Override
    public void close() throws IOException {
        relay.close();
    }
}
