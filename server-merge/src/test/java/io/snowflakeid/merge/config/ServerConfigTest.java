package io.snowflakeid.merge.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.result.PlanException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerConfigTest {

    private static final Map<String, String> ENVIRONMENT = Map.of("MERGE_PASSWORD", "tiger ", "EMPTY", "");

    @TempDir
    private Path folder;

    private static ServerConfig of(String url) {
        return new ServerConfig(url, null, null, null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://db?",
                "jdbc:mysql://merge@db1:3306,db2:3306/?sslMode=REQUIRED",
                "jdbc:mysql://[::1]:3306/game_s1?sslMode=DISABLED&allowPublicKeyRetrieval=true&",
                "jdbc:mysql://db/?characterEncoding=UTF-8&connectionTimeZone=UTC&socketTimeout=9000",
                "jdbc:mysql://db/?sessionVariables=sql_require_primary_key=0",
                "jdbc:mariadb://db/",
                "jdbc:h2:mem:game;MODE=MySQL;DB_CLOSE_DELAY=-1;DATABASE_TO_LOWER=TRUE;"
            })
    void anAddressSaysWhereAServerIsAndHowItIsReached(String url) {
        assertThat(of(url).url()).isEqualTo(url);
    }

    /** What no address may say is tested where it is rejected. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            jdbc:mysql://db/?autoDeserialize=true                     | the option 'autoDeserialize', which is not accepted
            jdbc:mariadb://db/?sessionVariables=sql_mode=''           | the option 'sessionVariables', which is not accepted, or not with its value
            jdbc:mysql:loadbalance://db1,db2/                         | a form that is not accepted
            jdbc:h2:mem:game;QUERY_TIMEOUT=FILE_WRITE(X'41', 'x.txt') | the option 'QUERY_TIMEOUT'
            jdbc:mysql://db/?serverTimezone=Asia/Shanghai             | another time zone than UTC
            jdbc:mysql://db/?connectionTimeZone=%2B08:00              | another time zone than UTC
            JDBC:MYSQL://db/                                          | must begin with jdbc:mysql:, jdbc:mariadb:, jdbc:h2:
            """)
    void whatElseAnAddressCouldSayIsRejected(String url, String said) {
        assertThatThrownBy(() -> of(url)).hasMessageContaining(said);
    }

    private static String ofVariable(String name) {
        return new ServerConfig("jdbc:h2:mem:x", "merge", name, null).password(ENVIRONMENT::get);
    }

    private static String ofFile(Path file) {
        return new ServerConfig("jdbc:h2:mem:x", "merge", null, file).password();
    }

    @Test
    void aPasswordComesFromTheEnvironmentOrAFileWithoutTheLineBreakAtItsEnd() throws IOException {
        Path file = folder.resolve("secret");
        assertThat(of("jdbc:h2:mem:x").password()).isNull();
        assertThat(ofVariable("MERGE_PASSWORD")).isEqualTo("tiger ");
        assertThat(ofVariable("EMPTY")).isEmpty();
        assertThat(ofFile(Files.writeString(file, " tiger\n"))).isEqualTo(" tiger");
        assertThat(ofFile(Files.writeString(file, "tiger\r\n"))).isEqualTo("tiger");
        assertThat(ofFile(Files.writeString(file, "tiger\n\n"))).isEqualTo("tiger\n");
    }

    @Test
    void aPasswordThatIsNotThereIsReportedByWhereItShouldBe() {
        assertThatThrownBy(() -> ofVariable("MERGE_PASWORD"))
                .isInstanceOf(PlanException.class)
                .hasMessage("server.password-env names the environment variable MERGE_PASWORD, which is not set:"
                        + " export MERGE_PASWORD before the command");
        Path file = folder.resolve("none");
        assertThatThrownBy(() -> ofFile(file))
                .isInstanceOf(PlanException.class)
                .hasMessage("server.password-file " + file
                        + " cannot be read (NoSuchFileException): create it in UTF-8, or let this user read it");
    }
}
