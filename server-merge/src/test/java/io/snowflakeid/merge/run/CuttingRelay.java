package io.snowflakeid.merge.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stands between a run and its server; loses all connections, or keeps them waiting, when it is told to. */
final class CuttingRelay implements AutoCloseable {

    private static final Pattern SERVER = Pattern.compile("(?<=^jdbc:mysql://)([^:/]+):([0-9]+)(?=/)");
    private static final int PACKET_HEADER = 4; // length and sequence
    private static final byte GREETING = 10;

    private final ServerSocket door;
    private final String serverUrl;
    private final String serverHost;
    private final int serverPort;
    private final Map<Socket, Socket> open = new ConcurrentHashMap<>();
    private final Map<Socket, Long> sessions = new ConcurrentHashMap<>();
    private volatile boolean stopped;
    private volatile boolean lettingIn = true;
    private volatile boolean closed;

    /** To the server of a JDBC address. */
    CuttingRelay(String serverUrl) throws IOException {
        Matcher server = SERVER.matcher(serverUrl);
        if (!server.find()) {
            throw new IllegalArgumentException(serverUrl + " names no host and port");
        }
        this.serverUrl = serverUrl;
        serverHost = server.group(1);
        serverPort = Integer.parseInt(server.group(2));
        door = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    /** The server's address, through here. */
    String url() {
        return SERVER.matcher(serverUrl).replaceFirst("127.0.0.1:" + door.getLocalPort());
    }

    /** The server's numbers of the sessions that go through here, also where a proxy hides the client's address from it. */
    List<Long> sessions() {
        return List.copyOf(sessions.values());
    }

    /** Both sides of every connection see it end, whatever was on its way; new ones are let through. */
    void cut() throws IOException {
        for (Map.Entry<Socket, Socket> connection : new ArrayList<>(open.entrySet())) {
            end(connection.getKey(), connection.getValue());
        }
    }

    /** Nothing passes, in neither direction, until it is let pass again. */
    void stop(boolean stop) {
        stopped = stop;
    }

    /** Whether new connections are; else they end at once. */
    void letIn(boolean letIn) {
        lettingIn = letIn;
    }

    private void accept() {
        while (!closed) {
            try {
                Socket client = door.accept();
                if (!lettingIn) {
                    client.close();
                    continue;
                }
                Socket server = new Socket(serverHost, serverPort);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                open.put(client, server);
                start(() -> pump(client, client, server));
                start(() -> pump(client, server, client));
            } catch (IOException e) {
                if (!closed) {
                    throw new IllegalStateException("the relay cannot connect", e);
                }
            }
        }
    }

    private void pump(Socket client, Socket from, Socket to) {
        byte[] buffer = new byte[1 << 16];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (to == client && !sessions.containsKey(client)) {
                    noteSession(client, buffer);
                }
                while (stopped) {
                    Thread.sleep(10);
                }
                out.write(buffer, 0, read);
                out.flush();
            }
        } catch (IOException | InterruptedException e) {
            // one side is gone, so the other one goes too
        } finally {
            end(client, from == client ? to : from);
        }
    }

    /** A greeting has a byte of its own, the server's version, which ends with 0, and the session's number. */
    private void noteSession(Socket client, byte[] first) {
        if (first[PACKET_HEADER] != GREETING) {
            return; // the server rejects the connection
        }
        int end = PACKET_HEADER + 1;
        while (first[end] != 0) {
            end++;
        }
        int number = ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN).getInt(end + 1);
        sessions.put(client, Integer.toUnsignedLong(number));
    }

    private void end(Socket client, Socket server) {
        open.remove(client);
        sessions.remove(client);
        try {
            client.close();
            server.close();
        } catch (IOException e) {
            throw new IllegalStateException("a socket that cannot be closed", e);
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        door.close();
        cut();
    }
}
