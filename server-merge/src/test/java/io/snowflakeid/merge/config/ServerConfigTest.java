package io.snowflakeid.merge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerConfigTest {

    private static ServerConfig of(String url) {
        return new ServerConfig(url, null, null, null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://127.0.0.1:3306/",
                "jdbc:mysql://db",
                "jdbc:mysql://db?",
                "jdbc:mysql://merge@db1:3306,db2:3306/?sslMode=REQUIRED",
                "jdbc:mysql://[::1]:3306/game_s1?sslMode=DISABLED&allowPublicKeyRetrieval=true&",
                "jdbc:mysql://db/?useUnicode=true&characterEncoding=utf8&serverTimezone=UTC",
                "jdbc:mysql://db/?characterEncoding=UTF-8&connectionTimeZone=UTC&SOCKETTIMEOUT=9000",
                "jdbc:mysql://db/?trustCertificateKeyStoreUrl=file:/etc/merge/ca.p12&trustCertificateKeyStoreType=PKCS12",
                "jdbc:mysql://db/?sessionVariables=sql_require_primary_key=0",
                "jdbc:mariadb://db/",
                "jdbc:h2:mem:game;MODE=MySQL;DB_CLOSE_DELAY=-1;DATABASE_TO_LOWER=TRUE;",
                "jdbc:h2:./game"
            })
    void whereAServerIsAndHowItIsReached(String url) {
        assertThat(of(url).url()).isEqualTo(url);
    }

    /** What no address may say is tested where it is rejected. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            jdbc:mysql://db/?autoDeserialize=true                     | the option autoDeserialize, which is not accepted
            jdbc:mariadb://db/?sessionVariables=sql_mode=''           | the option sessionVariables with a value that is not accepted
            jdbc:mysql:loadbalance://db1,db2/                         | a form that is not accepted
            jdbc:h2:mem:game;QUERY_TIMEOUT=FILE_WRITE(X'41', 'x.txt') | the option QUERY_TIMEOUT
            jdbc:mysql://db/?serverTimezone=Asia/Shanghai             | another time zone than UTC
            jdbc:mysql://db/?connectionTimeZone=%2B08:00              | another time zone than UTC
            """)
    void whatElseAnAddressCouldSayIsRejected(String url, String said) {
        assertThatThrownBy(() -> of(url)).hasMessageContaining(said);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "mysql://db/", "jdbc:postgresql://db/", "JDBC:MYSQL://db/", " jdbc:mysql://db/"})
    void otherBeginningsAreRefused(String url) {
        assertThatThrownBy(() -> of(url)).hasMessageContaining("must begin with jdbc:mysql:, jdbc:mariadb:, jdbc:h2:");
    }
}
