package io.snowflakeid.testing.relay;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Carries bytes between clients and one server, on a port of the loopback interface. Thread-safe; its threads are daemons. */
public final class Relay implements AutoCloseable {

    private static final int CONNECT_MILLIS = 5_000;
    private static final int BUFFER_BYTES = 16 * 1024;

    private final String host;
    private final int serverPort;
    private final Lines lines;
    private final ServerSocket door;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    /** What happens to the bytes of one connection. */
    public interface Line {

        /**
         * Called by the thread that carries the bytes, one for each direction; it may wait.
         *
         * @param bytes what was read, from 0 to {@code length}
         * @param request true if the client sent them, false for the server
         * @return whether they arrive; else they vanish, and the connection stays open
         * @throws IOException if the connection is to be reset on both sides
         */
        boolean passes(byte[] bytes, int length, boolean request) throws IOException, InterruptedException;
    }

    /** Opens a {@link Line} for each connection that is accepted. */
    public interface Lines {

        /**
         * Called for each connection before the server is connected to.
         *
         * @throws IOException if the connection is to be reset at once
         */
        Line open() throws IOException;
    }

    /**
     * Listens on a port of its own choice.
     *
     * @throws IOException if there is none
     */
    public Relay(String host, int serverPort, Lines lines) throws IOException {
        this.host = host;
        this.serverPort = serverPort;
        this.lines = lines;
        door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("accept", this::acceptAll);
    }

    /** Where clients connect to. */
    public int port() {
        return door.getLocalPort();
    }

    private static void start(String what, Runnable work) {
        Thread thread = new Thread(work, "relay " + what);
        thread.setDaemon(true);
        thread.start();
    }

    private void acceptAll() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                sockets.add(client);
                start("connect", () -> connect(client));
            } catch (IOException e) {
                if (!door.isClosed()) {
                    System.err.println("relay on port " + port() + " could not accept a connection: " + e);
                }
            }
        }
    }

    private void connect(Socket client) {
        Socket server = new Socket();
        sockets.add(server);
        try {
            Line line = lines.open();
            server.connect(new InetSocketAddress(host, serverPort), CONNECT_MILLIS);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            start("replies", () -> carry(server, client, line, false));
            carry(client, server, line, true);
        } catch (IOException e) {
            reset(client);
            reset(server);
        }
    }

    private void carry(Socket from, Socket to, Line line, boolean request) {
        byte[] bytes = new byte[BUFFER_BYTES];
        try {
            InputStream in = from.getInputStream();
            for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
                if (line.passes(bytes, length, request)) {
                    to.getOutputStream().write(bytes, 0, length);
                }
            }
        } catch (IOException e) {
            // one side is gone, so the other one is told
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            reset(from);
            reset(to);
        }
    }

    /** The other side sees a broken connection at once, and not an orderly end. */
    private void reset(Socket socket) {
        sockets.remove(socket);
        try (socket) {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // it was closed already, which is what is wanted
        }
    }

    /**
     * Resets every open connection.
     *
     * @return how many ends of connections there were
     */
    public int resetAll() {
        Set<Socket> open = Set.copyOf(sockets);
        open.forEach(this::reset);
        return open.size();
    }

    @Override
    public void close() throws IOException {
        door.close();
        resetAll();
    }
}
