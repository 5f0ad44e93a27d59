package io.snowflakeid.demo.databases;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.testing.relay.Relay;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Passes TCP connections on to a database, and can be cut as a network can: open connections break, and so do new ones. The database
 * itself stays as it is, for others; a user's server is not stopped for a demo. Thread-safe.
 */
public final class Cable implements AutoCloseable {

    private static final Pattern HOST = Pattern.compile("//\\[?([^\\]/,]+?)]?(?::(\\d+))?/");
    private static final int MYSQL_PORT = 3306;

    private final Database database;
    private final Relay relay;
    private volatile boolean cut;

    /** To that database, from a free port of this machine. */
    public Cable(Database database) throws IOException {
        Matcher host = HOST.matcher(database.url());
        if (!host.find()) {
            throw CommandFailure.ofUsage(database + " has no single host in its address: name one server, since"
                    + " the demo cuts connections to it off");
        }
        this.database = database;
        int port = host.group(2) == null ? MYSQL_PORT : Integer.parseInt(host.group(2));
        relay = new Relay(host.group(1), port, () -> {
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
        String url = HOST.matcher(database.url()).replaceFirst("//127.0.0.1:" + relay.port() + "/");
        return new Database(database.name(), url, database.user(), database.password(), database.typed());
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
