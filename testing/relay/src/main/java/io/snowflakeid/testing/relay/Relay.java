package io.snowflakeid.testing.relay;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Forwards TCP connections from a local port to a server. This class is thread-safe and uses only daemon threads. */
public final class Relay implements AutoCloseable {

    private static final int CONNECT_MILLIS = 5_000;
    private static final int BUFFER_BYTES = 16 * 1024;

    private final String host;
    private final int serverPort;
    private final Lines lines;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    /** Filters the bytes of one connection. */
    public interface Line {

        /**
         * Decides whether the relay forwards received bytes. Each direction of a connection has its own thread. The method may block to delay bytes.
         *
         * @param bytes a buffer that begins with the received bytes
         * @param request true for bytes from the client, false for bytes from the server
         * @return true to forward the bytes, false to drop the bytes and keep the connection open
         * @throws IOException if the relay must reset the connection
         */
        boolean passes(byte[] bytes, int length, boolean request) throws IOException, InterruptedException;
    }

    /** Creates a {@link Line} for each accepted connection. */
    public interface Lines {

        /**
         * Creates the {@link Line} of a new connection before the relay connects to the server.
         *
         * @throws IOException if the relay must reset the accepted connection
         */
        Line open() throws IOException;
    }

    /**
     * Creates a relay that listens on a free local port.
     *
     * @throws IOException if no port is free
     */
    public Relay(String host, int serverPort, Lines lines) throws IOException {
        this.host = host;
        this.serverPort = serverPort;
        this.lines = lines;
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("accept", this::acceptAll);
    }

    /** Returns the local port to which clients connect. */
    public int port() {
        return listener.getLocalPort();
    }

    private static void start(String what, Runnable work) {
        Thread thread = new Thread(work, "relay " + what);
        thread.setDaemon(true);
        thread.start();
    }

    private void acceptAll() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                sockets.add(client);
                start("connect", () -> connect(client));
            } catch (IOException e) {
                if (!listener.isClosed()) {
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
            // the client or the server has closed the connection
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            reset(from);
            reset(to);
        }
    }

    /** Sends a TCP reset, so that the peer gets an error instead of the end of the stream. */
    private void reset(Socket socket) {
        sockets.remove(socket);
        try (socket) {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // the socket is already closed
        }
    }

    /**
     * Resets all open connections.
     *
     * @return the number of reset sockets, which is two for each connection
     */
    public int resetAll() {
        Set<Socket> open = Set.copyOf(sockets);
        open.forEach(this::reset);
        return open.size();
    }

    @Override
    public void close() throws IOException {
        listener.close();
        resetAll();
    }
}
