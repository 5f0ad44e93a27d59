package io.snowflakeid.verification.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.verification.chaos.Fault.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** In front of a server that answers every packet by the same packet, and remembers what it got. */
@Timeout(30)
class FaultyProxyTest {

    private static final String UPDATE = "UPDATE snowflake_worker SET token = 'x'";

    private final List<String> received = new CopyOnWriteArrayList<>();
    private ServerSocket server;
    private FaultyProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::serve);
        proxy = new FaultyProxy("127.0.0.1", server.getLocalPort());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
    }

    private void serve() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                daemon(() -> echo(socket));
            } catch (IOException e) {
                return; // the test is over
            }
        }
    }

    private void echo(Socket socket) {
        byte[] packet = new byte[1024];
        try (socket) {
            for (int length = socket.getInputStream().read(packet);
                    length >= 0;
                    length = socket.getInputStream().read(packet)) {
                received.add(new String(packet, 0, length, StandardCharsets.ISO_8859_1));
                socket.getOutputStream().write(packet, 0, length);
            }
        } catch (IOException e) {
            // the proxy has reset it
        }
    }

    @Test
    void passesEverythingOnInBothDirections() throws IOException {
        try (Socket client = connect()) {
            assertThat(ask(client, "SELECT 1")).isEqualTo("SELECT 1");
            assertThat(ask(client, UPDATE)).isEqualTo(UPDATE);
        }
    }

    @Test
    void aCutResetsOpenConnectionsAndNewOnesUntilItEnds() throws IOException {
        try (Socket client = connect()) {
            ask(client, "SELECT 1");
            proxy.begin(Kind.CUT, 0);
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
            proxy.begin(Kind.DELAY, 100);
            long start = System.nanoTime();
            assertThat(ask(client, "SELECT 2")).isEqualTo("SELECT 2");
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(200));
            assertThat(proxy.end()).isTrue();
        }
    }

    @Test
    void halfOpenSwallowsWhatIsSentAndResetsTheConnectionWhenItEnds() throws IOException {
        try (Socket old = connect()) {
            ask(old, "SELECT 1");
            proxy.begin(Kind.HALF_OPEN, 0);
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
    void aLostReplyIsThatToAWriteWhichTheServerHasGot() throws IOException {
        try (Socket client = connect()) {
            ask(client, "SELECT 1");
            proxy.begin(Kind.REPLY_LOST, 0);
            assertThat(ask(client, "SELECT 2")).isEqualTo("SELECT 2");
            assertThatThrownBy(() -> ask(client, UPDATE))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(SocketTimeoutException.class);
            assertThat(proxy.end()).isTrue();
        }
        assertThat(received).containsExactly("SELECT 1", "SELECT 2", UPDATE);
    }

    @Test
    void ofAStatementThatIsPreparedFirstTheReplyToItsExecutionIsLost() throws IOException {
        try (Socket client = connect()) {
            ask(client, StandardCharsets.UTF_16BE, "SELECT 1");
            proxy.begin(Kind.REPLY_LOST, 0);
            ask(client, StandardCharsets.UTF_16BE, UPDATE);
            assertThatThrownBy(() -> ask(client, "go"))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(SocketTimeoutException.class);
            assertThat(proxy.end()).isTrue();
        }
        assertThat(received).hasSize(3).last().isEqualTo("go");
    }

    @Test
    void ofRedisTheReplyToAScriptIsLost() throws IOException {
        try (Socket client = connect()) {
            ask(client, "*2\r\n$5\r\nHELLO\r\n$1\r\n3\r\n");
            proxy.begin(Kind.REPLY_LOST, 0);
            ask(client, "*1\r\n$4\r\nPING\r\n");
            assertThatThrownBy(() -> ask(client, "*3\r\n$4\r\nEVAL\r\n$8\r\nreturn 1\r\n$1\r\n0\r\n"))
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(SocketTimeoutException.class);
            assertThat(proxy.end()).isTrue();
        }
        assertThat(received).hasSize(3).last().asString().contains("EVAL");
    }

    @Test
    void whereNoTextCanBeSeenTheNextReplyIsLost() throws IOException {
        try (Socket client = connect()) {
            ask(client, "\1\2\3");
            proxy.begin(Kind.REPLY_LOST, 0);
            assertThatThrownBy(() -> ask(client, "\4\5\6")).isInstanceOf(IOException.class);
            assertThat(proxy.end()).isTrue();
        }
    }

    @Test
    void whereNoWriteCanBeToldFromARequestOneOfTheNextRepliesIsLost() throws IOException {
        try (Socket client = connect()) {
            ask(client, "SELECT 1");
            proxy.begin(Kind.REPLY_LOST, 0);
            for (int request = 0; request < 12; request++) {
                ask(client, "execute 7");
            }
            assertThatThrownBy(() -> ask(client, "execute 7")).isInstanceOf(IOException.class);
            assertThat(proxy.end()).isTrue();
        }
    }

    @Test
    void aFaultThatMetNothingSaysSo() {
        proxy.begin(Kind.REPLY_LOST, 0);
        assertThat(proxy.end()).isFalse();
    }

    @Test
    void refusesASecondFaultAtTheSameTime() {
        proxy.begin(Kind.DELAY, 1);
        assertThatThrownBy(() -> proxy.begin(Kind.CUT, 0))
                .hasMessage("a proxy has one fault at a time, and this one has DELAY still");
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    }

    private static String ask(Socket socket, String text) throws IOException {
        return ask(socket, StandardCharsets.ISO_8859_1, text);
    }

    private static String ask(Socket socket, Charset charset, String text) throws IOException {
        return ask(socket, charset, text, 10_000);
    }

    private static String askFor(int millis, Socket socket, String text) throws IOException {
        return ask(socket, StandardCharsets.ISO_8859_1, text, millis);
    }

    private static String ask(Socket socket, Charset charset, String text, int millis) throws IOException {
        socket.setSoTimeout(millis);
        socket.getOutputStream().write(text.getBytes(charset));
        byte[] reply = new byte[1024];
        int length = socket.getInputStream().read(reply);
        if (length < 0) {
            throw new IOException("the connection has ended");
        }
        return new String(reply, 0, length, charset);
    }
}
