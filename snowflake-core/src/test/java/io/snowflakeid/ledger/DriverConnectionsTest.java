package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

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
}
