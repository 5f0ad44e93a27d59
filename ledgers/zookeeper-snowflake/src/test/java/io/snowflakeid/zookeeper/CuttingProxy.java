package io.snowflakeid.zookeeper;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands between a client and ZooKeeper, and cuts the connection instead of passing on the reply to the n-th write. */
final class CuttingProxy implements AutoCloseable {

    private static final int CREATE = 1;
    private static final int SET_DATA = 5;
    private static final int MULTI = 14;
    private static final int CREATE2 = 15;
    private static final int PING = 11;

    private final ServerSocket door;
    private final int port;
    private final AtomicInteger writesUntilCut = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicBoolean cut = new AtomicBoolean();
    private final AtomicInteger requests = new AtomicInteger();

    CuttingProxy(int port) {
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

    /** Counted from now, beginning with 1. */
    void cutReplyOfWrite(int number) {
        writesUntilCut.set(number);
    }

    boolean hasCut() {
        return cut.get();
    }

    /** All that were sent, but for the pings of an idle client. */
    int requests() {
        return requests.get();
    }

    private void serve() {
        while (!door.isClosed()) {
            try {
                Socket client = door.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
                Set<Integer> doomed = ConcurrentHashMap.newKeySet();
                start(() -> passRequests(client, server, doomed));
                start(() -> passReplies(server, client, doomed));
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

    /** Each message has its length before it; a request begins with its number and its type, but for the first one. */
    private void passRequests(Socket from, Socket to, Set<Integer> doomed) {
        try (from;
                to) {
            DataInputStream in = new DataInputStream(from.getInputStream());
            DataOutputStream out = new DataOutputStream(to.getOutputStream());
            pass(in, out);
            while (true) {
                ByteBuffer request = ByteBuffer.wrap(read(in));
                int number = request.getInt(0);
                int type = request.getInt(4);
                requests.addAndGet(type == PING ? 0 : 1);
                if (isWrite(type) && writesUntilCut.decrementAndGet() == 0) {
                    doomed.add(number);
                }
                write(out, request.array());
            }
        } catch (IOException closed) {
            closeQuietly(to);
        }
    }

    private static boolean isWrite(int type) {
        return type == CREATE || type == CREATE2 || type == SET_DATA || type == MULTI;
    }

    private void passReplies(Socket from, Socket to, Set<Integer> doomed) {
        try (from;
                to) {
            DataInputStream in = new DataInputStream(from.getInputStream());
            DataOutputStream out = new DataOutputStream(to.getOutputStream());
            pass(in, out);
            while (true) {
                byte[] reply = read(in);
                if (doomed.contains(ByteBuffer.wrap(reply).getInt(0))) {
                    cut.set(true);
                    return;
                }
                write(out, reply);
            }
        } catch (IOException closed) {
            closeQuietly(to);
        }
    }

    private static void pass(DataInputStream in, DataOutputStream out) throws IOException {
        write(out, read(in));
    }

    private static byte[] read(DataInputStream in) throws IOException {
        byte[] message = new byte[in.readInt()];
        in.readFully(message);
        return message;
    }

    private static void write(DataOutputStream out, byte[] message) throws IOException {
        out.writeInt(message.length);
        out.write(message);
        out.flush();
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
