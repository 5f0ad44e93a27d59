package io.snowflakeid.zookeeper;

import io.snowflakeid.testing.relay.Relay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** A proxy in front of ZooKeeper that closes the connection instead of forwarding the reply to the n-th write. */
final class CuttingProxy implements AutoCloseable {

    /** Create, set data, a transaction, create with its status. */
    private static final Set<Integer> WRITES = Set.of(1, 5, 14, 15);

    private static final int PING = 11;

    private final Relay relay;
    private final AtomicInteger writesUntilCut = new AtomicInteger(Integer.MAX_VALUE);
    private final AtomicBoolean cut = new AtomicBoolean();
    final AtomicInteger requests = new AtomicInteger(); // except for the pings of an idle client

    CuttingProxy(int port) {
        try {
            relay = new Relay("127.0.0.1", port, Connection::new);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return relay.port();
    }

    /** Counted from now, beginning with 1. */
    void cutReplyOfWrite(int number) {
        writesUntilCut.set(number);
    }

    boolean hasCut() {
        return cut.get();
    }

    /** A request begins with its number and its type, its reply with the same number, except for the first ones. */
    private final class Connection implements Relay.Line {

        private final Messages sent = new Messages();
        private final Messages received = new Messages();
        private final Set<Integer> doomed = ConcurrentHashMap.newKeySet();

        @Override
        public boolean passes(byte[] bytes, int length, boolean request) throws SocketException {
            for (ByteBuffer message : (request ? sent : received).with(bytes, length)) {
                if (request) {
                    look(message.getInt(0), message.getInt(4));
                } else if (doomed.contains(message.getInt(0))) {
                    cut.set(true);
                    throw new SocketException("cut");
                }
            }
            return true;
        }

        private void look(int number, int type) {
            requests.addAndGet(type == PING ? 0 : 1);
            if (WRITES.contains(type) && writesUntilCut.decrementAndGet() == 0) {
                doomed.add(number);
            }
        }
    }

    /** The messages of one direction. Each is preceded by its length, and may arrive in parts. Not thread-safe. */
    private static final class Messages {

        private byte[] pending = {};
        private boolean greeted;

        /** The complete messages except the first one. */
        List<ByteBuffer> with(byte[] bytes, int length) {
            byte[] all = Arrays.copyOf(pending, pending.length + length);
            System.arraycopy(bytes, 0, all, pending.length, length);
            ByteBuffer rest = ByteBuffer.wrap(all);
            List<ByteBuffer> whole = new ArrayList<>();
            while (rest.remaining() >= Integer.BYTES
                    && rest.remaining() - Integer.BYTES >= rest.getInt(rest.position())) {
                byte[] message = new byte[rest.getInt()];
                rest.get(message);
                if (greeted) {
                    whole.add(ByteBuffer.wrap(message));
                }
                greeted = true;
            }
            pending = Arrays.copyOfRange(all, rest.position(), all.length);
            return whole;
        }
    }

    @Override
    public void close() {
        try {
            relay.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
