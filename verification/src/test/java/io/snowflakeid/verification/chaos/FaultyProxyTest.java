package io.snowflakeid.verification.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.verification.chaos.Fault.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A proxy in front of a server that echoes and records every packet. */
@Timeout(30)
class FaultyProxyTest {

    private final List<String> received = new CopyOnWriteArrayList<>();
    private ServerSocket server;
    private FaultyProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::serve);
        proxy = new FaultyProxy(new Database("echo", "redis://127.0.0.1:" + server.getLocalPort() + "/0", "", ""));
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    private static void daemon(Callable<?> work) {
        Thread thread = new Thread(new FutureTask<>(work)); // a socket that is closed or reset ends the work
        thread.setDaemon(true);
        thread.start();
    }

    private Void serve() throws IOException {
        while (true) {
            Socket socket = server.accept();
            daemon(() -> echo(socket));
        }
    }

    private Void echo(Socket socket) throws IOException {
        byte[] packet = new byte[1024];
        try (socket) {
            while (true) {
                int length = socket.getInputStream().read(packet);
                received.add(new String(packet, 0, length, StandardCharsets.ISO_8859_1));
                socket.getOutputStream().write(packet, 0, length);
            }
        }
    }

    @Test
    void aCutResetsOpenConnectionsAndNewOnesUntilItEnds() throws IOException {
        try (Socket client = connect()) {
            ask(client, "SELECT 1");
            proxy.begin(Kind.CUT);
            assertThatThrownBy(() -> ask(client, "SELECT 2")).isInstanceOf(IOException.class);
        }
        assertThatThrownBy(() -> {
                    try (Socket refused = connect()) {
                        ask(refused, "SELECT 3");
                    }
                })
                .isInstanceOf(IOException.class);
        assertThat(proxy.end()).isTrue();
        try (Socket client = connect()) {
            assertThat(ask(client, "SELECT 4")).isEqualTo("SELECT 4");
        }
        assertThat(received).containsExactly("SELECT 1", "SELECT 4");
    }

    @Test
    void aDelayHoldsEveryPacketUpOnItsWayThereAndBack() throws IOException {
        try (Socket client = connect()) {
            ask(client, "SELECT 1");
            proxy.begin(Kind.DELAY);
            long start = System.nanoTime();
            assertThat(ask(client, "SELECT 2")).isEqualTo("SELECT 2");
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(1_400));
            assertThat(proxy.end()).isTrue();
        }
    }

    @Test
    void halfOpenSwallowsWhatIsSentAndResetsTheConnectionWhenItEnds() throws IOException {
        try (Socket old = connect()) {
            ask(old, "SELECT 1");
            proxy.begin(Kind.HALF_OPEN);
            try (Socket recent = connect()) {
                assertThatThrownBy(() -> askFor(200, old, "SELECT 2")).isInstanceOf(SocketTimeoutException.class);
                assertThatThrownBy(() -> askFor(200, recent, "SELECT 3")).isInstanceOf(SocketTimeoutException.class);
                assertThat(proxy.end()).isTrue();
                assertThatThrownBy(() -> ask(recent, "SELECT 4")).isInstanceOf(IOException.class);
            }
            assertThatThrownBy(() -> ask(old, "SELECT 5"))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(SocketTimeoutException.class);
        }
        assertThat(received).containsExactly("SELECT 1");
    }

    @Test
    void aLostReplyIsThatToARequestWhichTheServerHasGot() throws IOException {
        int replies = 0;
        try (Socket client = connect()) {
            proxy.begin(Kind.REPLY_LOST);
            while (true) {
                ask(client, "SELECT 1");
                replies++;
            }
        } catch (SocketException lost) {
            assertThat(proxy.end()).isTrue();
        }
        assertThat(received).hasSize(replies + 1);
        try (Socket client = connect()) {
            assertThat(ask(client, "SELECT 2")).isEqualTo("SELECT 2");
        }
    }

    @Test
    void aFaultWithoutEffectIsReported() {
        proxy.begin(Kind.REPLY_LOST);
        assertThat(proxy.end()).isFalse();
    }

    private Socket connect() throws IOException {
        return new Socket(
                InetAddress.getLoopbackAddress(), proxy.database().server().getPort());
    }

    private static String ask(Socket socket, String text) throws IOException {
        return askFor(10_000, socket, text);
    }

    private static String askFor(int millis, Socket socket, String text) throws IOException {
        socket.setSoTimeout(millis);
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        byte[] reply = new byte[1024];
        int length = socket.getInputStream().read(reply);
        if (length < 0) {
            throw new SocketException("the connection has ended");
        }
        return new String(reply, 0, length, StandardCharsets.ISO_8859_1);
    }
}
