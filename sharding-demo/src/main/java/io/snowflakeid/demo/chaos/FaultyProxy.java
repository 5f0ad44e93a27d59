package io.snowflakeid.demo.chaos;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A TCP proxy on the loopback interface in front of one server, with the faults of a network at hand. At most one fault at a time.
 * Thread-safe; its threads are daemons.
 */
final class FaultyProxy implements AutoCloseable {

    /** What a network can do. */
    enum Fault {
        /** Open connections are reset, and so are new ones at once. */
        CUT,
        /** Everything arrives, late. */
        DELAY,
        /** Connections stay open and are accepted, but what is sent in either direction vanishes. They are reset when it is over. */
        HALF_OPEN,
        /** A statement that writes reaches the server and is carried out; its reply is dropped, and the connection is reset. */
        REPLY_LOST
    }

    private static final int CONNECT_MILLIS = 5_000;
    private static final int BUFFER_BYTES = 16 * 1024;

    private final String host;
    private final int targetPort;
    private final ServerSocket door;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicLong hits = new AtomicLong();
    private volatile @Nullable Fault fault;
    private volatile long delayMillis;
    private volatile boolean closed;

    /** Listens on a port of its own choice. */
    FaultyProxy(String host, int targetPort) throws IOException {
        this.host = host;
        this.targetPort = targetPort;
        door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start("accept", this::acceptAll);
    }

    int port() {
        return door.getLocalPort();
    }

    boolean hasFault() {
        return fault != null;
    }

    /**
     * From now on things go wrong.
     *
     * @param delayMillis for {@link Fault#DELAY}, how late each packet arrives
     */
    void begin(Fault newFault, long delayMillis) {
        if (hasFault()) {
            throw new IllegalStateException("a proxy has one fault at a time, and this one has " + fault + " still");
        }
        hits.set(0);
        this.delayMillis = delayMillis;
        fault = newFault;
        if (newFault == Fault.CUT) {
            for (Link link : links) {
                hits.incrementAndGet();
                link.reset();
            }
        }
    }

    /** All is well again. Returns whether the fault has met anything at all: a connection, a packet. */
    boolean end() {
        fault = null;
        links.stream().filter(Link::isSpoilt).forEach(Link::reset);
        return hits.get() > 0;
    }

    private void acceptAll() {
        while (!closed) {
            try {
                accept(door.accept());
            } catch (IOException e) {
                if (!closed) {
                    System.err.println("proxy on port " + port() + " could not accept a connection: " + e);
                }
            }
        }
    }

    private void accept(Socket client) throws IOException {
        if (fault == Fault.CUT) {
            hits.incrementAndGet();
            reset(client);
            return;
        }
        client.setTcpNoDelay(true);
        Link link = new Link(client);
        links.add(link);
        if (fault == Fault.HALF_OPEN) {
            hits.incrementAndGet();
            link.spoilt = true;
            return;
        }
        start("connect", link::connect);
    }

    private static void start(String what, Runnable work) {
        Thread thread = new Thread(work, "proxy " + what);
        thread.setDaemon(true);
        thread.start();
    }

    /** The other side sees a broken connection at once, and not an orderly end. */
    private static void reset(Socket socket) {
        try (socket) {
            socket.setSoLinger(true, 0);
        } catch (IOException e) {
            // it was closed already, which is what is wanted
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        door.close();
        links.forEach(Link::reset);
    }

    /** A client's connection and ours to the server. */
    private final class Link {

        private final Socket client;
        private final Socket server = new Socket();
        private final ReplyToLose reply = new ReplyToLose();
        private volatile boolean spoilt;

        Link(Socket client) {
            this.client = client;
        }

        /** True if bytes have vanished, so that neither side could make sense of what comes next. */
        boolean isSpoilt() {
            return spoilt;
        }

        void reset() {
            links.remove(this);
            FaultyProxy.reset(client);
            FaultyProxy.reset(server);
        }

        void connect() {
            try {
                server.connect(new InetSocketAddress(host, targetPort), CONNECT_MILLIS);
                server.setTcpNoDelay(true);
                start("replies", () -> pass(server, client, false));
                pass(client, server, true);
            } catch (IOException e) {
                reset();
            }
        }

        private void pass(Socket from, Socket to, boolean isRequest) {
            byte[] packet = new byte[BUFFER_BYTES];
            try {
                for (int length = read(from, packet); length >= 0; length = read(from, packet)) {
                    if (arrives(packet, length, isRequest)) {
                        to.getOutputStream().write(packet, 0, length);
                    }
                }
            } catch (IOException e) {
                // one side is gone, so the other one is told
            } finally {
                reset();
            }
        }

        private static int read(Socket from, byte[] packet) throws IOException {
            return from.getInputStream().read(packet);
        }

        /** Lets the present fault have its way with a packet; false if it vanishes. */
        private boolean arrives(byte[] packet, int length, boolean isRequest) throws IOException {
            Fault now = fault;
            if (now == Fault.HALF_OPEN) {
                hits.incrementAndGet();
                spoilt = true;
                return false;
            }
            if (now == Fault.DELAY) {
                hits.incrementAndGet();
                sleep(delayMillis);
            }
            if (isRequest) {
                reply.requested(packet, length, now == Fault.REPLY_LOST);
            } else if (reply.isThisOne()) {
                hits.incrementAndGet();
                throw new SocketException("the reply is lost");
            }
            return !spoilt;
        }

        private static void sleep(long millis) throws IOException {
            try {
                TimeUnit.MILLISECONDS.sleep(millis);
            } catch (InterruptedException e) {
                throw new IOException("interrupted", e);
            }
        }
    }

    /**
     * Finds the reply to a statement that writes. MySQL's, MariaDB's and PostgreSQL's drivers send the text with the parameters; H2's
     * sends it in UTF-16 to have it prepared, and carries it out with the request after that. To Redis goes the text of a script. Where no text can be seen (encryption),
     * the reply to any request is the one; where a driver has a statement known to the server by a number, that to
     * one of the next requests, which a write is soon among.
     */
    private static final class ReplyToLose {

        private static final int NONE = -1;

        private static final int REQUESTS_WITHOUT_TEXT = 12;

        private boolean textSeen;
        private int requestsWhileArmed;
        private int repliesBefore = NONE;

        synchronized void requested(byte[] packet, int length, boolean armed) {
            String narrow = new String(packet, 0, length, StandardCharsets.ISO_8859_1);
            String wide = narrow.replace("\0", "");
            textSeen |= wide.contains("SELECT ") || speaksRedis(narrow);
            requestsWhileArmed = armed ? requestsWhileArmed + 1 : 0;
            if (!armed || repliesBefore != NONE) {
                return;
            }
            if (writes(narrow) || !textSeen || requestsWhileArmed > REQUESTS_WITHOUT_TEXT) {
                repliesBefore = 0;
            } else if (writes(wide)) {
                repliesBefore = 1;
            }
        }

        private static boolean writes(String text) {
            return text.contains("UPDATE snowflake_worker SET")
                    || text.contains("INSERT INTO snowflake_worker")
                    || text.contains("\r\nEVAL\r\n");
        }

        /** A command of Redis is an array of texts, each behind its length. */
        private static boolean speaksRedis(String text) {
            return text.startsWith("*") && text.contains("\r\n$");
        }

        synchronized boolean isThisOne() {
            if (repliesBefore == NONE) {
                return false;
            }
            return repliesBefore-- == 0;
        }
    }
}
