package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.internal.JdbcAddress;
import io.snowflakeid.internal.jdbc.PhysicalSource;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** No secret of an address is shown. */
class JdbcAddressTest {

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://db0:3306/x?useSSL=false&user=me&password=hunter2,      jdbc:mysql://db0:3306/x",
        "jdbc:mysql://db0:3306/x?useSSL=false&user=me@db0&password=P@hunter, jdbc:mysql://...",
        "'jdbc:mysql://hugo:hun@db0:3306,hugo:hun@db1/x',                    jdbc:mysql://db1/x",
        "jdbc:mysql://hugo:hun?ter2@db0/x?password=hun,                      jdbc:mysql://...",
        "jdbc:mysql://hugo:hun(ter2@db0/x?user=hugo,                         jdbc:mysql://...",
        "jdbc:mysql://hugo:hun=ter2@db0/x,                                   jdbc:mysql://...",
        "jdbc:mysql://address=(host=db0)(user=hugo)(password=hun)ter2)/x,    jdbc:mysql://address",
        "jdbc:aws-wrapper:mysql://hugo:hun@db0/x,                            jdbc:aws-wrapper:db0/x",
        "jdbc:sqlserver://db0:1433;user=sa;password=hunter2;encrypt=true,    jdbc:sqlserver://db0:1433",
        "jdbc:oracle:thin:hugo/hun@//db0:1521/x,                             jdbc:oracle://db0:1521/x",
        "jdbc:oracle:thin:hugo:hun:ter2@db0:1521:x,                          jdbc:oracle:db0:1521:x",
        "jdbc:h2:file:./ids,                                                 jdbc:h2:file:./ids",
        "redis://hugo:hun/ter2@db0:6379,                                     redis://db0:6379"
    })
    void whereAnAddressLeadsIsShown(String url, String shown) {
        assertThat(JdbcAddress.shown(url)).isEqualTo(shown);
    }

    static Stream<String> withSecrets() {
        return Stream.of(
                "jdbc:mysql://hugo:hunter2@127.0.0.1:1/ids",
                "jdbc:mysql://hugo:hun/ter2@127.0.0.1:1/ids",
                "jdbc:mysql://hugo:hun@ter2@127.0.0.1:1/ids",
                "jdbc:mysql://hugo:hun?ter2@127.0.0.1:1/ids",
                "jdbc:mysql://hugo:hunter2@127.0.0.1:1,hugo:hunter2@127.0.0.1:2/ids?retriesAllDown=1",
                "jdbc:mysql:replication://hugo:hunter2@127.0.0.1:1,hugo:hunter2@127.0.0.1:2/ids?retriesAllDown=1",
                "jdbc:mysql://127.0.0.1:1/ids?user=hugo&p%61ssword=hunter2",
                "jdbc:mysql://127.0.0.1:q/ids?user=hugo&password=hunter2",
                "jdbc:mysql://(host=127.0.0.1,port=1,user=hugo,password=hunter2)/ids",
                "jdbc:mysql://(host=127.0.0.1,port=1,user=hugo,password=hunter2/ids",
                "jdbc:mysql://address=(host=127.0.0.1)(port=1)(user=hugo)(password=hunter2)/ids",
                "jdbc:mysql://127.0.0.1:1/ids?x=%zz&user=hugo&password=hunter2",
                "jdbc:mariadb://hugo:hunter2@127.0.0.1:q/ids",
                "jdbc:mariadb://127.0.0.1:1/ids?user=hugo&password=hunter2",
                "jdbc:postgresql://hugo:hunter2@127.0.0.1:1/ids",
                "jdbc:postgresql://127.0.0.1:1/ids?user=hugo&password=hunter%zz2",
                "jdbc:h2:file:./nowhere;IFEXISTS=TRUE;USER=hugo;PASSWORD=hunter2",
                "jdbc:h2:nowhere;USER=hugo;PASSWORD=hunter2;FOO=1");
    }

    @ParameterizedTest
    @MethodSource("withSecrets")
    void userAndPasswordOfAnAddressAreInNoMessageAndNoStackTrace(String url) {
        StringWriter said = new StringWriter();
        said.append(JdbcAddress.shown(url)).append('\n');
        try {
            PhysicalSource.at(url, null, null).connect().close();
            throw new AssertionError("no server answers at " + url);
        } catch (SQLException | IllegalArgumentException e) {
            e.printStackTrace(new PrintWriter(said));
        }
        assertThat(said.toString())
                .doesNotContain("hugo", "hunter", "hun@", "hun?", "hun/", "ter2", "hun'", "\"hun\"")
                .startsWith(url.substring(0, url.indexOf(':', 5)));
    }
}
