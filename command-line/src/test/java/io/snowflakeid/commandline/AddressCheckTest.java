package io.snowflakeid.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.conf.ConnectionUrl;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.Random;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.h2.engine.ConnectionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.Driver;

/** What an address may say; the parsers of the real drivers read the same. */
class AddressCheckTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "jdbc:mysql://db/ids?autoDeserialize=true                         | the option 'autoDeserialize', which is not accepted",
                "jdbc:mysql://db/ids?auto%44eserialize=true                       | the option 'auto%44eserialize'",
                "jdbc:mysql://db/ids?SslMode=DISABLED                             | the option 'SslMode'",
                "jdbc:mysql://db/ids?idTokenFile=/etc/passwd                      | the option 'idTokenFile'",
                "jdbc:mysql://db/ids?sessionVariables=sql_mode=''                 | the option 'sessionVariables'",
                "jdbc:mysql://db/ids?sessionVariables=@@global.general_log=1      | the option 'sessionVariables'",
                "jdbc:mysql://db/ids?trustCertificateKeyStoreUrl=https://evil/s   | the option 'trustCertificateKeyStoreUrl'",
                "jdbc:mysql://db/ids?trustCertificateKeyStoreUrl=file://evil/s    | the option 'trustCertificateKeyStoreUrl'",
                "jdbc:mysql://db/ids?trustCertificateKeyStoreUrl=file:/%2Fevil/s  | the option 'trustCertificateKeyStoreUrl'",
                "jdbc:mysql://db/ids?characterEncoding=GBK                        | the option 'characterEncoding'",
                "jdbc:mysql://db/ids?password=a&/etc/passwd                       | the option ''",
                "jdbc:mysql://address=(host=db)(autoDeserialize=true)/ids         | a form that is not accepted",
                "jdbc:mysql://[(host=db, autoDeserialize = true),(host=other)]/x  | a form that is not accepted",
                "jdbc:mysql://(host=db)/ids                                       | a form that is not accepted",
                "jdbc:mysql:loadbalance://db,other/ids                            | a form that is not accepted",
                "jdbc:mysql://db/ids#fragment                                     | a form that is not accepted",
                "jdbc:mysql:// db/ids                                             | a form that is not accepted",
                "jdbc:mariadb://db/ids                                            | a form that is not accepted",
                "jdbc:postgresql://db/ids?SSLMODE=verify-full                     | the option 'SSLMODE'",
                "jdbc:postgresql://db/ids?sslfactory=evil.Factory                 | the option 'sslfactory'",
                "jdbc:postgresql://db/ids?loggerFile=/etc/passwd                  | the option 'loggerFile'",
                "jdbc:postgresql:ids?user=me                                      | a form that is not accepted",
                "jdbc:h2:mem:x;QUERY_TIMEOUT=FILE_WRITE(X'41', 'x.txt')           | the option 'QUERY_TIMEOUT'",
                "jdbc:h2:mem:x;LOCK_TIMEOUT=FILE_WRITE(X'41', 'x.txt')            | the option 'LOCK_TIMEOUT'",
                "jdbc:h2:mem:x;INIT=RUNSCRIPT FROM 'x.sql'                        | the option 'INIT'",
                "jdbc:h2:mem:x;MODE=MySQL\\;CREATE TABLE x(id INT)                | the option 'MODE'",
                "jdbc:h2:mem:x;PASSWORD=a\\;INIT=x                                | the option 'PASSWORD'",
                "jdbc:h2:zip:x.zip!/x                                             | a form that is not accepted",
                "jdbc:h2:tcp://db/nio:x                                           | a form that is not accepted"
            })
    void whatIsOnNoListIsRejected(String url, String said) {
        assertThatThrownBy(() -> AddressCheck.require(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(said)
                .hasMessageNotContaining("/etc/passwd");
    }

    /** Pieces of addresses, put together at random: of those that are accepted, the real drivers read no other options. */
    @Test
    void driversReadNoOtherOptionsFromWhatIsAccepted() throws Exception {
        Logger complaints = Logger.getLogger("org.postgresql");
        complaints.setLevel(Level.OFF);
        String[] beginnings = pieces("mysql:// mysql:replication:// postgresql:// h2: h2:tcp://");
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
            return Optional.of(AddressCheck.require(url));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Stream<String> read(String url) throws Exception {
        try {
            return switch (url.charAt("jdbc:".length())) {
                case 'm' -> ofMySql(url);
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

    private static Stream<String> ofH2(String url) throws Exception {
        Method keys = ConnectionInfo.class.getDeclaredMethod("getKeys");
        keys.setAccessible(true);
        return Stream.of((String[]) keys.invoke(new ConnectionInfo(url, new Properties(), null, null)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://db:3306/ids?sslMode=VERIFY_IDENTITY&trustCertificateKeyStoreUrl=file:/etc/trust.p12&socketTimeout=3000",
                "jdbc:mysql://me:s%40cret@db0,me:s%40cret@[::1]:3307/?sessionVariables=sql_require_primary_key=0",
                "jdbc:mysql:///ids?user=me&password=a%26b=c&characterEncoding=utf8&serverTimezone=Asia/Shanghai&connectionTimeZone=%2B08:00",
                "jdbc:mysql://db?sessionVariables=auto_increment_increment=2,auto_increment_offset=1",
                "jdbc:postgresql://db0,db1/ids?targetServerType=primary&sslmode=verify-full&sslrootcert=/etc/ca.pem&currentSchema=ids",
                "jdbc:postgresql://db/ids?sslfactory=org.postgresql.ssl.DefaultJavaSSLFactory&prepareThreshold=0&password=a%20b",
                "jdbc:h2:tcp://db/~/ids;MODE=MySQL;DATABASE_TO_LOWER=TRUE;USER=me;PASSWORD=init",
                "jdbc:h2:file:C:/my data/ids;AUTO_SERVER=true;",
                "jdbc:h2:mem:init"
            })
    void whatToolsNeedIsAccepted(String url) {
        assertThat(AddressCheck.require(url)).isEqualTo(url);
    }
}
