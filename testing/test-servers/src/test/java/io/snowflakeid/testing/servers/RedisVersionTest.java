package io.snowflakeid.testing.servers;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

class RedisVersionTest {

    /** Closes connections like the proxy of a container's port before the server listens. */
    @Test
    void aConnectionThatIsResetIsAFailureThatMayPass() throws Exception {
        try (ServerSocket proxy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            FutureTask<?> reset = new FutureTask<>(() -> {
                try (Socket client = proxy.accept()) {
                    client.getInputStream().read();
                    client.setSoLinger(true, 0);
                }
                return null;
            });
            new Thread(reset).start();

            assertThatThrownBy(() -> RedisVersion.ask("redis://127.0.0.1:" + proxy.getLocalPort()))
                    .isInstanceOf(IOException.class);
            reset.get();
        }
    }
}
