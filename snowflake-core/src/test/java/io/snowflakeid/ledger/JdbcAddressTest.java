package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.conf.ConnectionUrl;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mariadb.jdbc.Configuration;

/** Addresses with options that run something, each of which the parser of the real driver takes. */
class JdbcAddressTest {

    private static void assertRejected(String url, String option) {
        assertThatThrownBy(() -> JdbcAddress.require(url))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("the option " + option, "leave it out", "data source");
        assertThatThrownBy(() -> DriverConnections.to(url, null, null)).hasMessageContaining("the option " + option);
    }

    @ParameterizedTest
    @CsvSource({
        "allowLoadLocalInfile, true",
        "allowUrlInLocalInfile, yes",
        "allowLoadLocalInfileInPath, /etc",
        "autoDeserialize, true",
        "socketFactory, evil.Factory",
        "queryInterceptors, com.mysql.cj.jdbc.interceptors.ServerStatusDiffInterceptor",
        "exceptionInterceptors, evil.Interceptor",
        "connectionLifecycleInterceptors, evil.Interceptor",
        "authenticationPlugins, evil.Plugin",
        "defaultAuthenticationPlugin, evil.Plugin",
        "authenticationOpenidConnectCallbackHandler, evil.Handler",
        "authenticationWebAuthnCallbackHandler, evil.Handler",
        "ha.loadBalanceStrategy, evil.Strategy",
        "haLoadBalanceStrategy, evil.Strategy",
        "loadBalanceExceptionChecker, evil.Checker",
        "serverConfigCacheFactory, evil.Factory",
        "queryInfoCacheFactory, evil.Factory",
        "parseInfoCacheFactory, evil.Factory",
        "clientInfoProvider, evil.Provider",
        "profilerEventHandler, evil.Handler",
        "logger, evil.Logger",
        "trustCertificateKeyStoreUrl, https://evil/store"
    })
    void ofMySqlInEverySpelling(String option, String value) {
        String encoded = "%" + Integer.toHexString(option.charAt(0)) + option.substring(1);
        for (String url : new String[] {
            "jdbc:mysql://db/ids?" + option + "=" + value,
            "jdbc:mysql://db/ids?useSSL=true&" + encoded + "=" + value,
            "jdbc:mysql:replication://db,other/ids?" + encoded + "=" + value,
            "jdbc:mysql:loadbalance://db,other/ids?" + option + "=" + value,
            "jdbc:mysql+srv://db/ids?" + encoded + "=" + value
        }) {
            assertThat(ofMySqlsDriver(url)).describedAs(url).containsKey(option);
            assertRejected(url, option);
        }
        if (!value.contains("/")) {
            for (String url : new String[] {
                "jdbc:mysql://(host=db," + option + "=" + value + ")/ids",
                "jdbc:mysql://address=(host=db)(" + encoded + "=" + value + ")/ids",
                "jdbc:mysql://[(host=db, " + encoded + " = " + value + "),(host=other)]/ids"
            }) {
                assertThat(ofMySqlsDriver(url)).describedAs(url).containsKey(option);
                assertRejected(url, option);
            }
        }
    }

    private static Map<String, String> ofMySqlsDriver(String url) {
        return ConnectionUrl.getConnectionUrlInstance(url, new Properties())
                .getMainHost()
                .getHostProperties();
    }

    /** The driver loads this class while it reads the address, so its parser cannot be asked. */
    @Test
    void aTransformOfPropertiesIsRejectedBeforeTheDriverReadsTheAddress() {
        assertRejected("jdbc:mysql://db/ids?properties%54ransform=evil.Transform", "propertiesTransform");
        assertRejected("jdbc:mysql://db/ids?useConfigs=../../evil", "useConfigs");
    }

    @ParameterizedTest
    @CsvSource({
        "socketFactory, evil.Factory",
        "sslfactory, evil.Factory",
        "sslhostnameverifier, evil.Verifier",
        "sslpasswordcallback, evil.Callback",
        "authenticationPluginClassName, evil.Plugin",
        "connectExecutor, evil.Executor",
        "xmlFactoryFactory, evil.Factory",
        "loggerFile, /etc/passwd"
    })
    void ofPostgreSql(String option, String value) throws SQLException {
        String url = "jdbc:postgresql://db,other:5433/ids?sslmode=require&" + option + "=" + value;
        assertThat(DriverManager.getDriver(url).getPropertyInfo(url, new Properties()))
                .anyMatch(read -> read.name.equals(option) && value.equals(read.value));
        assertRejected(url, option);
    }

    @ParameterizedTest
    @CsvSource({"allowLocalInfile, true", "socketFactory, evil.Factory", "initSql, DROP TABLE t"})
    void ofMariaDb(String option, String value) throws Exception {
        for (String url : new String[] {
            "jdbc:mariadb://db/ids?" + option + "=" + value,
            "jdbc:mariadb:replication://db,other/ids?sslMode=trust&" + option.toUpperCase(Locale.ROOT) + "=" + value
        }) {
            assertThat(ofMariaDbsDriver(option, url)).describedAs(url).isEqualTo(value);
            assertThatThrownBy(() -> DriverConnections.to(url, null, null))
                    .hasMessageContaining("the option ")
                    .hasMessageContaining("leave it out");
        }
    }

    private static String ofMariaDbsDriver(String option, String url) throws Exception {
        Configuration read = Configuration.parse(url);
        return switch (option) {
            case "allowLocalInfile" -> String.valueOf(read.allowLocalInfile());
            case "socketFactory" -> read.socketFactory();
            default -> read.initSql();
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INIT=CREATE TABLE planted (id INT)",
                "init=CREATE TABLE planted (id INT)",
                "LOCK_TIMEOUT=1000\\;CREATE TABLE planted (id INT)"
            })
    void ofH2(String settings) throws Exception {
        String url = "jdbc:h2:mem:address_" + Integer.toHexString(settings.hashCode()) + ";" + settings;
        try (Connection connection = DriverManager.getConnection(url);
                ResultSet tables = connection.getMetaData().getTables(null, "PUBLIC", "PLANTED", null)) {
            assertThat(tables.next()).describedAs("the driver runs it").isTrue();
        }
        assertThatThrownBy(() -> DriverConnections.to(url, null, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("jdbc:h2:mem:address_", "leave it out");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"JAVA_OBJECT_SERIALIZER=evil.S", "DATABASE_EVENT_LISTENER=evil.L", "DEFAULT_TABLE_ENGINE=evil.E"
            })
    void classesThatH2Loads(String setting) {
        assertRejected("jdbc:h2:file:./ids;MODE=MySQL;" + setting, setting.substring(0, setting.indexOf('=')));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://db:3306/ids?sslMode=VERIFY_IDENTITY&trustCertificateKeyStoreUrl=file:/etc/trust.p12&socketTimeout=3000",
                "jdbc:mysql:replication://db0,db1:3307/ids?allowLoadLocalInfile=false&autoDeserialize=no",
                "jdbc:mysql://db/ids?useConfigs=maxPerformance,fullDebug&logger=Slf4JLogger",
                "jdbc:mysql://db/ids?defaultAuthenticationPlugin=com.mysql.cj.protocol.a.authentication.MysqlClearPasswordPlugin",
                "jdbc:mysql:///ids?socketFactory=com.google.cloud.sql.mysql.SocketFactory&cloudSqlInstance=a:b:c",
                "jdbc:mysql://address=(host=db)(port=3306)(user=me)/ids?sessionVariables=time_zone='%2B00:00'",
                "jdbc:mariadb:sequential://db0,db1/ids?sslMode=verify-full&serverSslCert=/etc/ca.pem&allowLocalInfile=false",
                "jdbc:postgresql://db0,db1/ids?targetServerType=primary&sslmode=verify-full&sslrootcert=/etc/ca.pem&currentSchema=ids",
                "jdbc:postgresql://db/ids?sslfactory=org.postgresql.ssl.DefaultJavaSSLFactory&options=-c%20search_path=ids",
                "jdbc:h2:tcp://db/~/ids;MODE=MySQL;DATABASE_TO_LOWER=TRUE;USER=me;PASSWORD=init",
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
            connections.getConnection().close();
            throw new AssertionError("nobody answers at " + url);
        } catch (SQLException e) {
            e.printStackTrace(new PrintWriter(said));
        }
        assertThatThrownBy(() -> JdbcAddress.require(url + "?&;autoDeserialize=true;"))
                .satisfies(e -> said.append(String.valueOf(e.getMessage())));
        assertThat(said.toString())
                .doesNotContain("hugo", "hunter", "hun@", "hun?", "hun/", "ter2", "hun'", "\"hun\"")
                .startsWith(url.substring(0, url.indexOf(':', 5)));
    }
}
