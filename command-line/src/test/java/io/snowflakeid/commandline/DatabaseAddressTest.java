package io.snowflakeid.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parsing of addresses. */
class DatabaseAddressTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "redis://db0                  | redis://db0:6379/0  | redis://db0:6379 | me | mine",
                "redis://db0:6380/3           | redis://db0:6380/3  | redis://db0:6380 | me | mine",
                "redis://you:p%40ss@db0:6380/ | redis://db0:6380/0  | redis://db0:6380 | you | p@ss",
                "redis://:yours@db0           | redis://db0:6379/0  | redis://db0:6379 | '' | yours"
            })
    void ofRedis(String text, String url, String typed, String user, String password) {
        assertThat(DatabaseAddress.of(DatabaseKind.REDIS, "the ledger", text, "me", "mine"))
                .isEqualTo(new Database("the ledger", url, user, password, typed));
    }

    @Test
    void ofRedisKeepsThePasswordToItselfWhenItIsWrong() {
        assertThatThrownBy(
                        () -> DatabaseAddress.of(DatabaseKind.REDIS, "the ledger", "redis://me:hunter2@db0:x", "", ""))
                .isInstanceOf(CommandFailure.class)
                .hasMessage(
                        "'redis://db0:x' is not of the form redis://host:port or redis://host:port/number: correct it");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:postgresql://db0/shop | jdbc:postgresql://db0/shop?connectTimeout=5 | jdbc:postgresql://db0/shop | me | mine",
                "jdbc:postgresql://db0:5433/shop?user=you&password=p%40ss&ssl=true | jdbc:postgresql://db0:5433/shop?connectTimeout=5&ssl=true | jdbc:postgresql://db0:5433/shop | you | p@ss",
                "jdbc:postgresql://db0/shop?connectTimeout=9 | jdbc:postgresql://db0/shop?connectTimeout=9 | jdbc:postgresql://db0/shop | me | mine"
            })
    void ofPostgres(String text, String url, String typed, String user, String password) {
        assertThat(DatabaseAddress.of(DatabaseKind.POSTGRESQL, "the ledger", text, "me", "mine"))
                .isEqualTo(new Database("the ledger", url, user, password, typed));
    }

    @Test
    void ofPostgresKeepsThePasswordToItselfWhenItIsWrong() {
        assertThatThrownBy(() -> DatabaseAddress.of(
                        DatabaseKind.POSTGRESQL,
                        "the ledger",
                        "jdbc:postgresql://me:hunter2@db0/shop?password=hunter3",
                        "",
                        ""))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContainingAll(
                        "the address jdbc:postgresql://db0/shop has a form that is not accepted",
                        "jdbc:postgresql://host:port/database")
                .hasMessageNotContainingAny("hunter", "me:h");
    }

    @Test
    void takesUserAndPasswordOutOfTheAddress() {
        Database database =
                DatabaseAddress.ofMySql("ds_0", "jdbc:mysql://me:s%40cret@db0:3307/shop?useSSL=false", "root", "");
        assertThat(database.url())
                .isEqualTo("jdbc:mysql://db0:3307/shop?connectTimeout=5000&rewriteBatchedStatements=true&useSSL=false");
        assertThat(database).hasToString("ds_0 (jdbc:mysql://db0:3307/shop)");
        assertThat(database.user()).isEqualTo("me");
        assertThat(database.password()).isEqualTo("s@cret");
        assertThat(database.toString()).doesNotContain("s@cret", "s%40cret");
    }

    @Test
    void takesThemOutOfTheSettingsAsWell() {
        Database database = DatabaseAddress.ofMySql(
                "ds_0", "jdbc:mysql://db0/shop?password=a%26b&connectTimeout=9&user=me", "root", "other");
        assertThat(database.url()).isEqualTo("jdbc:mysql://db0/shop?connectTimeout=9&rewriteBatchedStatements=true");
        assertThat(database).hasToString("ds_0 (jdbc:mysql://db0/shop)");
        assertThat(database.user()).isEqualTo("me");
        assertThat(database.password()).isEqualTo("a&b");
    }

    @Test
    void ofMariaDbIsForMySqlsDriverAndShownAsTyped() {
        assertThat(DatabaseAddress.of(
                        DatabaseKind.MARIADB, "the ledger", "jdbc:mariadb://you@db0/shop?useSSL=false", "me", "mine"))
                .isEqualTo(new Database(
                        "the ledger",
                        "jdbc:mysql://db0/shop?connectTimeout=5000&rewriteBatchedStatements=true&useSSL=false",
                        "you",
                        "mine",
                        "jdbc:mariadb://db0/shop"));
    }

    @Test
    void usesTheGivenUserIfTheAddressHasNone() {
        Database database = DatabaseAddress.ofMySql("ds_0", "jdbc:mysql://[::1]:3306/shop", "root", "secret");
        assertThat(database.user()).isEqualTo("root");
        assertThat(database.password()).isEqualTo("secret");
        assertThat(database.url()).startsWith("jdbc:mysql://[::1]:3306/shop?");
        assertThat(database).hasToString("ds_0 (jdbc:mysql://[::1]:3306/shop)");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://db0:13306/shop?sslMode=DISABLED, db0, 13306, jdbc:mysql://127.0.0.1:99/shop?sslMode=DISABLED",
        "jdbc:mysql://db0/shop, db0, 3306, jdbc:mysql://127.0.0.1:99/shop",
        "jdbc:mysql://[::1]:3307/shop, [::1], 3307, jdbc:mysql://127.0.0.1:99/shop",
        "jdbc:h2:tcp://10.0.0.1:9093/mem:x;MODE=MySQL, 10.0.0.1, 9093, jdbc:h2:tcp://127.0.0.1:99/mem:x;MODE=MySQL",
        "jdbc:postgresql://db0/shop, db0, 5432, jdbc:postgresql://127.0.0.1:99/shop",
        "redis://db0:6380/2, db0, 6380, redis://127.0.0.1:99/2"
    })
    void isTheSameDatabaseThroughAProxy(String url, String host, int port, String through) {
        Database database = new Database("the ledger", url, "me", "secret");
        assertThat(database.server()).isEqualTo(InetSocketAddress.createUnresolved(host, port));
        assertThat(database.through(99)).isEqualTo(new Database("the ledger", through, "me", "secret", url));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"jdbc:h2:file:/tmp/x", "jdbc:mysql://db0:1,db1:2/shop", "jdbc:mysql:///shop", "jdbc:h2:mem:x"})
    void noProxyCanStandBeforeSeveralHostsOrNone(String url) {
        assertThatThrownBy(() -> new Database("the ledger", url, "me", "secret").server())
                .isInstanceOf(CommandFailure.class)
                .hasMessageContainingAll(
                        url + " does not name one host and port",
                        "such as jdbc:mysql://host:port/database, jdbc:h2:tcp://host:port/name or redis://host:port");
    }
}
