package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a ledger's own connections wait for a server. */
class DriverConnectionsTest {

    private static Map<Object, Object> propertiesOf(String url) {
        return new DriverConnections(url, null, null).properties();
    }

    @Test
    void aServerThatDoesNotAnswerIsGivenUpAfterTenSecondsInTheUnitsOfEachDriver() {
        assertThat(propertiesOf("jdbc:mysql://db/ids"))
                .isEqualTo(Map.of("connectTimeout", "10000", "socketTimeout", "10000"));
        assertThat(propertiesOf("jdbc:mariadb://db/ids"))
                .isEqualTo(Map.of("connectTimeout", "10000", "socketTimeout", "10000"));
        assertThat(propertiesOf("jdbc:postgresql://db/ids"))
                .isEqualTo(Map.of("connectTimeout", "10", "socketTimeout", "10"));
        assertThat(propertiesOf("jdbc:h2:mem:ids")).isEmpty();
    }

    @Test
    void whatTheAddressSaysIsKept() {
        assertThat(propertiesOf("jdbc:mysql://db/ids?connectTimeout=5000")).isEqualTo(Map.of("socketTimeout", "10000"));
        assertThat(new DriverConnections("jdbc:postgresql://db/ids?socketTimeout=3&connectTimeout=2", "me", "secret")
                        .properties())
                .isEqualTo(Map.of("user", "me", "password", "secret"));
    }

    /** As one that was stopped, or whose machine is gone: the kernel takes the connection, and nobody says a word. */
    @Test
    @Timeout(60)
    void aServerThatTakesTheConnectionAndIsSilentHoldsTheKeeperForNoLonger() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            DriverConnections connections =
                    DriverConnections.to("jdbc:mysql://127.0.0.1:" + silent.getLocalPort() + "/test", "test", "test");
            long start = System.nanoTime();
            assertThatThrownBy(connections::getConnection).isInstanceOf(SQLException.class);
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(25));
        }
    }
}
