package io.snowflakeid.demo.databases;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Passes TCP connections on to a database, and can be cut as a network can: open connections break, new ones are closed at once.
 * The database itself stays as it is, for others; a user's server is not stopped for a demo. Thread-safe.
 */
public final class Relay implements AutoCloseable {

    private static final Pattern HOST = Pattern.compile("//\\[?([^\\]/,]+?)]?(?::(\\d+))?/");
    private static final int MYSQL_PORT = 3306;
    private static final int MILLIS_TO_CONNECT = 5000;

    private final Database database;
    private final InetSocketAddress target;
    private final ServerSocket listening;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile boolean cut;

    private Relay(Database database, InetSocketAddress target, ServerSocket listening) {
        this.database = database;
        this.target = target;
        this.listening = listening;
    }

    /** Before that database, on a free port of this machine. */
    public static Relay before(Database database) throws IOException {
        Matcher host = HOST.matcher(database.url());
        if (!host.find()) {
            throw CommandFailure.ofUsage(database + " has no single host in its address: name one server, since"
                    + " the demo cuts connections to it off");
        }
        int port = host.group(2) == null ? MYSQL_PORT : Integer.parseInt(host.group(2));
        ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Relay relay = new Relay(database, new InetSocketAddress(host.group(1), port), listening);
        relay.inBackground(relay::accept);
        return relay;
    }

    /** The database behind the relay. */
    public Database database() {
        String url = HOST.matcher(database.url()).replaceFirst("//127.0.0.1:" + listening.getLocalPort() + "/");
        return new Database(database.name(), url, database.user(), database.password(), database.typed());
    }

    /** Cuts all connections, and refuses new ones. */
    public void cut() {
        cut = true;
        open.forEach(Relay::close);
        open.clear();
    }

    /** New connections are passed on again. */
    public void restore() {
        cut = false;
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                inBackground(() -> connect(client));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void connect(Socket client) {
        Socket server = new Socket();
        open.add(client);
        open.add(server);
        try (client;
                server) {
            if (cut) {
                return;
            }
            server.connect(target, MILLIS_TO_CONNECT);
            server.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
            if (!cut) {
                inBackground(() -> pass(server, client));
                pass(client, server);
            }
        } catch (IOException e) {
            // the client sees a closed connection, as it would without a relay
        } finally {
            open.remove(client);
            open.remove(server);
        }
    }

    private static void pass(Socket from, Socket to) {
        byte[] buffer = new byte[16 * 1024];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            // the other side has gone; both are closed
        }
    }

    private void inBackground(Runnable work) {
        Thread thread = new Thread(work, "relay of " + database.name());
        thread.setDaemon(true);
        thread.start();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // it is not open any more
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        cut();
    }
}
