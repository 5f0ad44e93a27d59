package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DriverConnectionsTest {

    /** It accepts, and never says a word: without a limit, the keeper would listen to it for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"mysql", "postgresql"})
    @Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aServerThatAcceptsAndIsSilentIsGivenUp(String database) throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            DriverConnections connections = DriverConnections.to(
                    "jdbc:" + database + "://127.0.0.1:" + silent.getLocalPort() + "/test", "test", "test");
            assertThatThrownBy(connections::getConnection).isInstanceOf(SQLException.class);
        }
    }
}
