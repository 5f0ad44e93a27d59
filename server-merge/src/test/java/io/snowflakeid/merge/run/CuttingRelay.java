package io.snowflakeid.merge.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Stands between a run and its server; loses all connections, or keeps them waiting, when it is told to. */
final class CuttingRelay implements AutoCloseable {

    private final ServerSocket door;
    private final int serverPort;
    private final Map<Socket, Socket> open = new ConcurrentHashMap<>();
    private volatile boolean stopped;
    private volatile boolean lettingIn = true;
    private volatile boolean closed;

    /** To a port of this machine. */
    CuttingRelay(int serverPort) throws IOException {
        this.serverPort = serverPort;
        door = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "relay");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return door.getLocalPort();
    }

    /** In the server's own words: which of its sessions go through here, as {@code host:port}. */
    List<String> sessions() {
        return open.values().stream()
                .map(socket -> "127.0.0.1:" + socket.getLocalPort())
                .toList();
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
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
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

    private void end(Socket client, Socket server) {
        open.remove(client);
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
