package io.snowflakeid.commandline;

import io.snowflakeid.internal.JdbcAddress;
import io.snowflakeid.internal.VisibleText;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Checks the database addresses of a command line or a file. Driver options can load classes, deserialize data from the server, access files, or
 * execute statements. This class accepts only listed options, because a new driver version may add dangerous options. The spelling of an option must
 * match the driver's manual.
 */
public final class AddressCheck {

    private static final String HOST = "(?:[\\w.-]+|\\[[\\da-fA-F:.]+])?(?::\\d+)?";
    private static final String USER_AND_HOST = "(?:[^\\s/?#&;=,:@()\\[\\]]+(?::[^\\s/?#&;=,:@()\\[\\]]*)?@)?" + HOST;
    private static final String DATABASE_AND_OPTIONS = "(?:/[^\\s/?#&;]*)?(?:\\?(.*))?";

    private static final String SECRET = " [^\\s?#]*";
    private static final String WORDS = " [\\w.,-]+";

    /** Matches a path or a {@code file:} URL. A file URL with a host does not match, because the driver could load the file over the network. */
    private static final String FILE = " (?:file:(?:///)?)?(?:[A-Za-z]:)?[/\\\\]?[\\w.~-][^\\s%:?#]*";

    private static final String VARIABLE = "(?:sql_require_primary_key|auto_increment_(?:increment|offset))=\\d+";

    private AddressCheck() {}

    /** A supported JDBC driver. Each option string contains option names, a space, and a regular expression for the allowed values. */
    private enum Driver {
        MYSQL(
                "jdbc:mysql://" + USER_AND_HOST + "(?:," + USER_AND_HOST + ")*" + DATABASE_AND_OPTIONS,
                "&",
                "user,password,trustCertificateKeyStorePassword,clientCertificateKeyStorePassword" + SECRET,
                "trustCertificateKeyStoreUrl,clientCertificateKeyStoreUrl" + FILE,
                "sslMode,tlsVersions,tlsCiphersuites,trustCertificateKeyStoreType,clientCertificateKeyStoreType,useSSL,"
                        + "requireSSL,verifyServerCertificate,fallbackToSystemTrustStore,fallbackToSystemKeyStore,"
                        + "allowPublicKeyRetrieval,tcpKeepAlive,useCompression,rewriteBatchedStatements,connectTimeout,"
                        + "socketTimeout" + WORDS,
                "characterEncoding (?i:utf-?8)",
                "connectionTimeZone,serverTimezone [\\w/:-]+|%2B[\\d:]+",
                "sessionVariables " + VARIABLE + "(?:," + VARIABLE + ")*"),
        POSTGRESQL(
                "jdbc:postgresql://" + HOST + "(?:," + HOST + ")*" + DATABASE_AND_OPTIONS,
                "&",
                "user,password,sslpassword" + SECRET,
                "sslrootcert,sslcert,sslkey" + FILE,
                "sslfactory org\\.postgresql\\.ssl\\.DefaultJavaSSLFactory",
                "sslmode,channelBinding,targetServerType,ApplicationName,ssl,tcpKeepAlive,connectTimeout,socketTimeout,"
                        + "loginTimeout,prepareThreshold" + WORDS,
                "currentSchema [\\w$,-]+"),
        /** H2 executes a SET statement for each option. A backslash in an option's value escapes a semicolon. */
        H2(
                "jdbc:h2:(?:(?:tcp|ssl)://" + HOST + "/)?(?:mem:|file:)?(?:[A-Za-z]:)?[^:;]*(?:;(.*))?",
                ";",
                "USER,PASSWORD [^\\s\\\\]*",
                "MODE [A-Za-z]+",
                "DB_CLOSE_ON_EXIT,DATABASE_TO_LOWER,DATABASE_TO_UPPER,CASE_INSENSITIVE_IDENTIFIERS,IFEXISTS,AUTO_SERVER,"
                        + "DB_CLOSE_DELAY,LOCK_TIMEOUT,CACHE_SIZE (?i:true|false)|-?\\d+");

        private final Pattern form;
        private final String separator;
        private final String options;

        Driver(String form, String separator, String... options) {
            this.form = Pattern.compile(form);
            this.separator = separator;
            this.options = String.join("\n", options);
        }

        boolean accepts(String option) {
            return options.lines()
                    .map(line -> line.split(" ", 2))
                    .anyMatch(line -> option.matches("(?:" + line[0].replace(',', '|') + ")=(?:" + line[1] + ")"));
        }

        String names() {
            return options.lines()
                    .map(line -> line.split(" ", 2)[0].replace(",", ", "))
                    .collect(Collectors.joining(", "));
        }
    }

    /**
     * Returns the address if its form and options are allowed. This method does not call the driver.
     *
     * @throws IllegalArgumentException if the form, an option, or an option's value is not allowed
     */
    public static String require(String url) {
        for (Driver driver : Driver.values()) {
            Matcher form = driver.form.matcher(url);
            if (form.matches()) {
                String options = Objects.requireNonNullElse(form.group(1), "");
                for (String option : options.split(driver.separator, -1)) {
                    if (!option.isEmpty() && !driver.accepts(option)) {
                        String name =
                                option.substring(0, Math.max(0, option.indexOf('='))); // the value may be a password
                        throw rejected(
                                url,
                                "has the option '" + VisibleText.of(name)
                                        + "', which is not accepted, or not with its value",
                                "leave it out, or write one of " + driver.names());
                    }
                }
                return url;
            }
        }
        throw rejected(
                url,
                "has a form that is not accepted",
                "write jdbc:mysql://host:port/database?option=value, jdbc:postgresql://host:port/database?option=value"
                        + " or jdbc:h2:file:path;OPTION=VALUE");
    }

    private static IllegalArgumentException rejected(String url, String what, String advice) {
        return new IllegalArgumentException("the address " + JdbcAddress.shown(url) + " " + what
                + ", as drivers load classes, read files or run statements by some: " + advice);
    }
}
