package io.snowflakeid.redis;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Stands between a client and Redis, and cuts a connection instead of passing a reply on, when told to. */
final class CuttingProxy implements AutoCloseable {

    private final ServerSocket door;
    private final String host;
    private final int port;
    private final AtomicReference<String> awaited = new AtomicReference<>(""); // nothing
    private final AtomicBoolean cutNextReply = new AtomicBoolean();

    CuttingProxy(String host, int port) {
        this.host = host;
        this.port = port;
        try {
            door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::serve);
    }

    int port() {
        return door.getLocalPort();
    }

    /** The next request that has this script is passed on, and then the connection is cut in the place of its reply. */
    void cutNextReplyTo(LedgerScript script) {
        awaited.set(script.text());
    }

    private void look(byte[] request, int length) {
        String script = awaited.get();
        if (!script.isEmpty() && new String(request, 0, length, StandardCharsets.UTF_8).contains(script)) {
            awaited.set("");
            cutNextReply.set(true);
        }
    }

    private void serve() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                Socket server = new Socket(host, port);
                start(() -> pass(client, server, false));
                start(() -> pass(server, client, true));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "cutting-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void pass(Socket from, Socket to, boolean replies) {
        byte[] buffer = new byte[16_384];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (replies && cutNextReply.compareAndSet(true, false)) {
                    return;
                }
                if (!replies) {
                    look(buffer, n);
                }
                out.write(buffer, 0, n);
                out.flush();
            }
        } catch (IOException cut) {
            closeQuietly(to);
        }
    }

    private static void closeQuietly(Closeable socket) {
        try {
            socket.close();
        } catch (IOException alreadyClosed) {
            return;
        }
    }

    @Override
    public void close() {
        closeQuietly(door);
    }
}
