package io.snowflakeid.verification.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseAddressTest {

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://db0:13306/shop?sslMode=DISABLED, db0, 13306, jdbc:mysql://127.0.0.1:99/shop?sslMode=DISABLED",
        "jdbc:mysql://db0/shop, db0, 3306, jdbc:mysql://127.0.0.1:99/shop",
        "jdbc:h2:tcp://10.0.0.1:9093/mem:x;MODE=MySQL, 10.0.0.1, 9093, jdbc:h2:tcp://127.0.0.1:99/mem:x;MODE=MySQL",
        "jdbc:postgresql://db0/shop, db0, 5432, jdbc:postgresql://127.0.0.1:99/shop",
        "redis://db0:6380/2, db0, 6380, redis://127.0.0.1:99/2"
    })
    void isTheSameDatabaseThroughAProxy(String url, String host, int port, String through) {
        DatabaseAddress address = DatabaseAddress.of(database(url));

        assertThat(address.host()).isEqualTo(host);
        assertThat(address.port()).isEqualTo(port);
        assertThat(address.through(99).url()).isEqualTo(through);
        assertThat(address.through(99).user()).isEqualTo("me");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:file:/tmp/x", "jdbc:mysql://db0,db1/shop", "jdbc:h2:mem:x"})
    void refusesWhatHasNoOneHost(String url) {
        assertThatThrownBy(() -> DatabaseAddress.of(database(url)))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContainingAll(
                        url + " does not name one host and port",
                        "writers cannot be cut off from it by a proxy",
                        "such as jdbc:mysql://host:port/database, jdbc:h2:tcp://host:port/name or redis://host:port");
    }

    @Test
    void tellsWhoseAFileIs() {
        assertThat(WriterTask.whose(Path.of("/tmp/writer-3-process-12-thread-1.ids")))
                .isEqualTo("writer 3, process 12, thread 1");
    }

    private static Database database(String url) {
        return new Database("the ledger", url, "me", "secret");
    }
}
