package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.conf.ConnectionUrl;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.stream.Stream;
import org.h2.engine.ConnectionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mariadb.jdbc.Configuration;
import org.postgresql.Driver;

/** What an address may say; the parsers of the real drivers read the same. */
class JdbcAddressTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:mysql://db/ids?autoDeserialize=true                         | the option autoDeserialize, which is not accepted",
                "jdbc:mysql://db/ids?auto%44eserialize=true                       | the option auto%44eserialize",
                "jdbc:mysql://db/ids?idTokenFile=/etc/passwd                      | the option idTokenFile",
                "jdbc:mysql://db/ids?sessionVariables=sql_mode=''                 | the option sessionVariables with a value",
                "jdbc:mysql://db/ids?sessionVariables=@@global.general_log=1      | the option sessionVariables with a value",
                "jdbc:mysql://db/ids?trustCertificateKeyStoreUrl=https://evil/s   | the option trustCertificateKeyStoreUrl with a value",
                "jdbc:mysql://db/ids?trustCertificateKeyStoreUrl=file://evil/s    | the option trustCertificateKeyStoreUrl with a value",
                "jdbc:mysql://db/ids?trustCertificateKeyStoreUrl=file:/%2Fevil/s  | the option trustCertificateKeyStoreUrl with a value",
                "jdbc:mysql://db/ids?characterEncoding=GBK                        | the option characterEncoding with a value",
                "jdbc:mysql://db/ids?autoDeserialize                              | an option without a value",
                "jdbc:mysql://address=(host=db)(autoDeserialize=true)/ids         | a form that is not accepted",
                "jdbc:mysql://[(host=db, autoDeserialize = true),(host=other)]/x  | a form that is not accepted",
                "jdbc:mysql://(host=db)/ids                                       | a form that is not accepted",
                "jdbc:mysql:loadbalance://db,other/ids                            | a form that is not accepted",
                "jdbc:mysql://db/ids#fragment                                     | a form that is not accepted",
                "jdbc:mysql:// db/ids                                             | a form that is not accepted",
                "jdbc:mysql+srv://db/ids                                          | is none of jdbc:mysql:",
                "JDBC:MYSQL://db/ids                                              | is none of jdbc:mysql:",
                "jdbc:tc:mysql:8:///ids?TC_INITSCRIPT=x.sql                       | is none of jdbc:mysql:",
                "jdbc:sqlite:ids.db                                               | is none of jdbc:mysql:",
                "jdbc:mariadb://db/ids?SOCKETFACTORY=evil.Factory                 | the option SOCKETFACTORY",
                "jdbc:mariadb:loadbalance://db,other/ids                          | a form that is not accepted",
                "jdbc:mariadb://address=(host=db)(initSql=x)/ids                  | a form that is not accepted",
                "jdbc:postgresql://db/ids?SSLMODE=verify-full                     | the option SSLMODE",
                "jdbc:postgresql://db/ids?sslfactory=evil.Factory                 | the option sslfactory with a value",
                "jdbc:postgresql://db/ids?loggerFile=/etc/passwd                  | the option loggerFile",
                "jdbc:postgresql:ids?user=me                                      | a form that is not accepted",
                "jdbc:h2:mem:x;QUERY_TIMEOUT=FILE_WRITE(X'41', 'x.txt')           | the option QUERY_TIMEOUT",
                "jdbc:h2:mem:x;LOCK_TIMEOUT=FILE_WRITE(X'41', 'x.txt')            | the option LOCK_TIMEOUT with a value",
                "jdbc:h2:mem:x;init=RUNSCRIPT FROM 'x.sql'                        | the option init",
                "jdbc:h2:mem:x;MODE=MySQL\\;CREATE TABLE x(id INT)                | the option MODE with a value",
                "jdbc:h2:mem:x;PASSWORD=a\\;INIT=x                                | the option PASSWORD with a value",
                "jdbc:h2:zip:x.zip!/x                                             | a form that is not accepted",
                "jdbc:h2:tcp://db/nio:x                                           | a form that is not accepted"
            })
    void whatIsOnNoListIsRejectedBeforeADriverReadsIt(String url, String said) {
        assertThatThrownBy(() -> DriverConnections.to(url, null, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(said, "builds a data source in its code")
                .hasMessageNotContaining("/etc/passwd");
    }

    /** Pieces of addresses, put together at random: of those that are accepted, the real drivers read no other options. */
    @Test
    void driversReadNoOtherOptionsFromWhatIsAccepted() throws Exception {
        String[] beginnings =
                pieces("mysql:// mysql:replication:// mariadb:// mariadb:sequential:// postgresql:// h2: h2:tcp://");
        String[] pieces = pieces(
                "db db:1 u:p@db , / ? & ; = \\ % # ( ) [ ] ' : @ + // \t \u000b mem:x file:x /ids /ids? %26 %3D %3B %23 %0a"
                        + " address=(host=db) (host=db, user=me password=x PASSWORD=x sslMode= sslmode= connectTimeout=5 MODE=MySQL LOCK_TIMEOUT=1"
                        + " evil evil=1 eVil=1 %65vil=1 &evil=1 ;EVIL=1 \\;evil=1 ?evil=1 serverTimezone=UTC"
                        + " sessionVariables=sql_require_primary_key=0");
        Random random = new Random(42);
        int accepted = 0;
        for (int i = 0; i < 40_000; i++) {
            StringBuilder url = new StringBuilder("jdbc:").append(beginnings[random.nextInt(beginnings.length)]);
            for (int many = random.nextInt(9); many >= 0; many--) {
                url.append(pieces[random.nextInt(pieces.length)]);
            }
            Optional<String> taken = accepted(url.toString());
            if (taken.isPresent()) {
                accepted++;
                assertThat(read(taken.get()).map(name -> name.toLowerCase(Locale.ROOT)))
                        .describedAs(taken.get())
                        .isSubsetOf(pieces("user password sslmode connecttimeout mode lock_timeout sessionvariables"
                                + " servertimezone connectiontimezone"));
            }
        }
        assertThat(accepted).isGreaterThan(200);
    }

    private static String[] pieces(String separatedByBlanks) {
        return separatedByBlanks.split(" ", -1);
    }

    private static Optional<String> accepted(String url) {
        try {
            return Optional.of(JdbcAddress.require(url));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Stream<String> read(String url) throws Exception {
        try {
            return switch (url.charAt("jdbc:".length())) {
                case 'm' -> url.startsWith("jdbc:mysql:") ? ofMySql(url) : ofMariaDb(url);
                case 'h' -> ofH2(url);
                default ->
                    Driver.parseURL(url, new Properties()).stringPropertyNames().stream()
                            .filter(name -> !name.startsWith("PG"));
            };
        } catch (RuntimeException | SQLException e) {
            return Stream.empty(); // the driver rejects it
        }
    }

    private static Stream<String> ofMySql(String url) {
        return ConnectionUrl.getConnectionUrlInstance(url, new Properties()).getHostsList().stream()
                .flatMap(host -> host.getHostProperties().keySet().stream())
                .filter(name -> !List.of("dbname", "protocol").contains(name.toLowerCase(Locale.ROOT)));
    }

    private static Stream<String> ofMariaDb(String url) throws SQLException {
        String all = Configuration.parse(url).toString(); // an address again, where no option has its default
        return Stream.of(all.split("[?&]"))
                .skip(1)
                .map(option -> option.split("=", 2)[0])
                .filter(name -> !name.isEmpty());
    }

    private static Stream<String> ofH2(String url) throws Exception {
        Method keys = ConnectionInfo.class.getDeclaredMethod("getKeys");
        keys.setAccessible(true);
        return Stream.of((String[]) keys.invoke(new ConnectionInfo(url, new Properties(), null, null)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://db:3306/ids?sslMode=VERIFY_IDENTITY&trustCertificateKeyStoreUrl=file:/etc/trust.p12&SOCKETTIMEOUT=3000",
                "jdbc:mysql://me:s%40cret@db0,me:s%40cret@[::1]:3307/?retriesAllDown=1&sessionVariables=sql_require_primary_key=0",
                "jdbc:mysql:replication://db0,db1:3307/ids?user=me&password=a%26b=c&",
                "jdbc:mysql:///ids?useUnicode=true&characterEncoding=utf8&serverTimezone=Asia/Shanghai&connectionTimeZone=%2B08:00",
                "jdbc:mysql://db?sessionVariables=auto_increment_increment=2,auto_increment_offset=1",
                "jdbc:mariadb:sequential://db0,db1/ids?sslMode=verify-full&serverSslCert=/etc/ca.pem&keyStore=file:///etc/k.p12",
                "jdbc:postgresql://db0,db1/ids?targetServerType=primary&sslmode=verify-full&sslrootcert=/etc/ca.pem&currentSchema=ids",
                "jdbc:postgresql://db/ids?sslfactory=org.postgresql.ssl.DefaultJavaSSLFactory&prepareThreshold=0&password=a%20b",
                "jdbc:h2:tcp://db/~/ids;MODE=MySQL;DATABASE_TO_LOWER=TRUE;USER=me;PASSWORD=init",
                "jdbc:h2:file:C:/my data/ids;AUTO_SERVER=TRUE;mode=MySQL;",
                "jdbc:h2:mem:init"
            })
    void whatApplicationsNeedStays(String url) {
        assertThat(JdbcAddress.require(url)).isEqualTo(url);
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://db0:3306/x?useSSL=false&user=me@db0&password=P@hunter, jdbc:mysql://db0:3306/x",
        "'jdbc:mysql://hugo:hun@db0:3306,hugo:hun@db1/x',                    jdbc:mysql://db1/x",
        "jdbc:mysql://hugo:hun?ter2@db0/x?password=hun,                      jdbc:mysql://...",
        "jdbc:mysql://hugo:hun(ter2@db0/x?user=hugo,                         jdbc:mysql://...",
        "jdbc:mysql://hugo:hun=ter2@db0/x,                                   jdbc:mysql://...",
        "jdbc:mysql://address=(host=db0)(user=hugo)(password=hun)ter2)/x,    jdbc:mysql://address",
        "jdbc:aws-wrapper:mysql://hugo:hun@db0/x,                            jdbc:aws-wrapper:mysql://db0/x",
        "jdbc:sqlserver://db0:1433;user=sa;password=P@hunter;encrypt=true,   jdbc:sqlserver://db0:1433",
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
        DriverConnections connections = new DriverConnections(url, null, null);
        said.append(connections.toString()).append('\n');
        try {
            connections.connect().close();
            throw new AssertionError("nobody answers at " + url);
        } catch (SQLException e) {
            e.printStackTrace(new PrintWriter(said));
        }
        assertThatThrownBy(() -> JdbcAddress.require(url + "?&;evil=true;"))
                .satisfies(e -> said.append(String.valueOf(e.getMessage())));
        assertThat(said.toString())
                .doesNotContain("hugo", "hunter", "hun@", "hun?", "hun/", "ter2", "hun'", "\"hun\"")
                .startsWith(url.substring(0, url.indexOf(':', 5)));
    }
}
