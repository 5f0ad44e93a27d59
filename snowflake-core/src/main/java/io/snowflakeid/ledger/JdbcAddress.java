package io.snowflakeid.ledger;

import io.snowflakeid.VisibleText;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an address of a database may say when it comes from configuration or a command line: where the database is, and how it is
 * reached. Drivers take more: options that load classes, deserialize what a server sends, send local files, write files, or run
 * statements; each version adds some. So each driver has a list of options and values that are accepted, in the spelling that needs no
 * decoding. Passwords may be percent-encoded.
 *
 * <p>An application that needs more, or another driver, builds a {@link javax.sql.DataSource} in code, which is not restricted.
 */
public final class JdbcAddress {

    private static final Pattern SECRET =
            Pattern.compile("(?i)[?&;,(]\\s*[^=&;,()?@]*(?:user|pwd|pass|%)[^=&;,()?@]*=");
    private static final Pattern BEGINNING = Pattern.compile("(?:jdbc:)?[\\w.+-]+:(?:(?:[\\w.+-]+:)*//)?");

    private static final String HOST = "(?:[\\w.-]+|\\[[\\da-fA-F:.]+])?(?::\\d+)?";
    private static final String USER_AND_HOST = "(?:[^\\s/?#&;=,:@()\\[\\]]+(?::[^\\s/?#&;=,:@()\\[\\]]*)?@)?" + HOST;
    private static final String DATABASE_AND_OPTIONS = "(?:/[^\\s/?#&;]*)?(?:\\?(.*))?";

    private static final String SECRET_VALUE = " [^\\s?#]*\n";
    /** A path, or the URL of a file without a host, from which it would be fetched. */
    private static final String FILE = " (?:file:(?:///)?)?(?:[a-z]:)?[/\\\\]?[\\w.~-][^\\s%:?#]*\n";

    private static final String WORDS = " [\\w.,-]+\n";
    private static final String SESSION_VARIABLES =
            "sessionVariables (?:(?:^|,)(?:sql_require_primary_key|auto_increment_(?:increment|offset))=\\d+)+\n";

    private JdbcAddress() {}

    /** Each with the form of its addresses, and lines of options with a pattern of their values. */
    private enum Driver {
        MYSQL(
                "jdbc:mysql:",
                "(?:replication:)?//" + USER_AND_HOST + "(?:," + USER_AND_HOST + ")*" + DATABASE_AND_OPTIONS,
                "user,password,trustCertificateKeyStorePassword,clientCertificateKeyStorePassword" + SECRET_VALUE
                        + "trustCertificateKeyStoreUrl,clientCertificateKeyStoreUrl" + FILE
                        + "sslMode,tlsVersions,tlsCiphersuites,trustCertificateKeyStoreType,clientCertificateKeyStoreType"
                        + ",useSSL,requireSSL,verifyServerCertificate,fallbackToSystemTrustStore,fallbackToSystemKeyStore,"
                        + "allowPublicKeyRetrieval,failOverReadOnly,tcpKeepAlive,tcpNoDelay,useCompression,useUnicode,"
                        + "rewriteBatchedStatements,connectTimeout,socketTimeout,initialTimeout,maxReconnects,retriesAllDown,queriesBeforeRetrySource,"
                        + "secondsBeforeRetrySource,tcpRcvBuf,tcpSndBuf" + WORDS
                        + "characterEncoding utf-?8\n"
                        + "connectionTimeZone,serverTimezone [\\w/:-]+|%2B[\\d:]+\n"
                        + SESSION_VARIABLES),
        MARIADB(
                "jdbc:mariadb:",
                "(?:(?:sequential|replication):)?//" + HOST + "(?:," + HOST + ")*" + DATABASE_AND_OPTIONS,
                "user,password,keyStorePassword,trustStorePassword,keyPassword" + SECRET_VALUE
                        + "serverSslCert,keyStore,trustStore" + FILE
                        + "sslMode,enabledSslProtocolSuites,enabledSslCipherSuites,keyStoreType,trustStoreType,"
                        + "allowPublicKeyRetrieval,tcpKeepAlive,useCompression,connectTimeout,socketTimeout,retriesAllDown"
                        + WORDS
                        + SESSION_VARIABLES),
        POSTGRESQL(
                "jdbc:postgresql:",
                "//" + HOST + "(?:," + HOST + ")*" + DATABASE_AND_OPTIONS,
                "user,password,sslpassword" + SECRET_VALUE
                        + "sslrootcert,sslcert,sslkey" + FILE
                        + "sslfactory org\\.postgresql\\.ssl\\.DefaultJavaSSLFactory\n"
                        + "sslmode,channelBinding,targetServerType,ApplicationName,ssl,tcpKeepAlive,reWriteBatchedInserts,"
                        + "connectTimeout,socketTimeout,loginTimeout,hostRecheckSeconds,prepareThreshold" + WORDS
                        + "currentSchema [\\w$,-]+\n"),
        /** It runs every value in a SET, and a backslash makes the next semicolon a part of the value. */
        H2(
                "jdbc:h2:",
                "(?:(?:tcp|ssl)://" + HOST + "/)?(?:mem:|file:)?(?:[A-Za-z]:)?[^:;]*(?:;(.*))?",
                "USER,PASSWORD [^\\s\\\\]*\n"
                        + "MODE [a-z]+\n"
                        + "DB_CLOSE_ON_EXIT,DATABASE_TO_LOWER,DATABASE_TO_UPPER,CASE_INSENSITIVE_IDENTIFIERS,IFEXISTS,AUTO_SERVER,"
                        + "DB_CLOSE_DELAY,LOCK_TIMEOUT,CACHE_SIZE true|false|-?\\d+\n");

        private final String beginning;
        private final Pattern form;
        private final String options;

        Driver(String beginning, String form, String options) {
            this.beginning = beginning;
            this.form = Pattern.compile(beginning + form);
            this.options = options;
        }

        Optional<Pattern> valuesOf(String name) {
            return options.lines()
                    .map(line -> line.split(" ", 2))
                    .filter(line -> Stream.of(line[0].split(",", -1)).anyMatch(known -> isSame(known, name)))
                    .map(line -> Pattern.compile(line[1], Pattern.CASE_INSENSITIVE))
                    .findFirst();
        }

        /** PostgreSQL's driver ignores a name in other letters, which may have been to encrypt. */
        private boolean isSame(String known, String name) {
            return this == POSTGRESQL ? known.equals(name) : known.equalsIgnoreCase(name);
        }

        String names() {
            return options.lines()
                    .map(line -> line.substring(0, line.indexOf(' ')).replace(",", ", "))
                    .collect(Collectors.joining(", "));
        }
    }

    /**
     * Checks an address; nothing is asked of a driver.
     *
     * @return the address as it is
     * @throws IllegalArgumentException if its form, an option, or the value of one is not accepted, naming it, but no user and no password
     */
    public static String require(String url) {
        Driver driver = Stream.of(Driver.values())
                .filter(one -> url.startsWith(one.beginning))
                .findFirst()
                .orElseThrow(() -> rejected(
                        url, "is none of jdbc:mysql:, jdbc:mariadb:, jdbc:postgresql: and jdbc:h2:", "correct it"));
        Matcher form = driver.form.matcher(url);
        if (!form.matches()) {
            throw rejected(
                    url,
                    "has a form that is not accepted",
                    "write " + driver.beginning
                            + (driver == Driver.H2
                                    ? "file:path;OPTION=VALUE"
                                    : "//host:port/database?option=value, with commas between several hosts"));
        }
        String options = form.group(1);
        for (String option : options == null ? new String[0] : options.split(driver == Driver.H2 ? ";" : "&", -1)) {
            requireOption(url, driver, option);
        }
        return url;
    }

    private static void requireOption(String url, Driver driver, String option) {
        int equals = option.indexOf('=');
        if (option.isEmpty()) {
            return;
        }
        if (equals < 0) {
            throw rejected(url, "has an option without a value", "write option=value");
        }
        String name = option.substring(0, equals);
        Pattern values = driver.valuesOf(name)
                .orElseThrow(() -> rejected(
                        url,
                        "has the option " + VisibleText.of(name) + ", which is not accepted",
                        "leave it out (accepted are " + driver.names() + ")"));
        if (!values.matcher(option.substring(equals + 1)).matches()) {
            throw rejected(
                    url,
                    "has the option " + name + " with a value that is not accepted", // not shown: it may be a password
                    "leave it out, or write " + values);
        }
    }

    private static IllegalArgumentException rejected(String url, String what, String advice) {
        return new IllegalArgumentException("the address " + shown(url) + " " + what
                + ", as drivers load classes, read files or run statements by some: " + advice
                + "; an application that needs more builds a data source in its code");
    }

    /**
     * Where an address leads, for messages, logs and reports: without options, user and password, on one line. Where it cannot be
     * told what belongs to a password, no more than its beginning, such as {@code jdbc:mysql://}, is left.
     */
    public static String shown(String url) {
        int end = firstOf(url, "?;&(=");
        String place = url.substring(0, end);
        Matcher beginning = BEGINNING.matcher(place);
        String kind = beginning.lookingAt() ? beginning.group() : "";
        int at = place.lastIndexOf('@');
        String where =
                isMaybeInPassword(url, end) ? "..." : at < 0 ? place.substring(kind.length()) : place.substring(at + 1);
        return VisibleText.of(kind + where);
    }

    /** Whether what ends there may do so within a password, and not where options begin, of which one may have an @. */
    private static boolean isMaybeInPassword(String url, int end) {
        int at = url.indexOf('@', end);
        Matcher secret = SECRET.matcher(url);
        return at >= 0 && (url.charAt(end) == '=' || !secret.find() || secret.start() > at);
    }

    /**
     * What a driver says when it cannot connect, for an address that holds a user or a password: drivers repeat it, whole or in
     * pieces, so no words of theirs are left, but what identifies the failure.
     */
    static SQLException withoutSecrets(String url, Exception failure) {
        SQLException known = failure instanceof SQLException sql
                ? sql
                : new SQLException("the driver cannot read the address: " + failure.getMessage(), failure);
        if (!url.contains("@") && !SECRET.matcher(url).find()) {
            return known;
        }
        Throwable root = known;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new SQLException(
                shown(url) + " cannot be used (" + root.getClass().getSimpleName() + ", SQLSTATE "
                        + known.getSQLState() + ", error " + known.getErrorCode()
                        + "; the driver's message is left out, as it may repeat the user or the password of the address):"
                        + " check host, port, form, user and password, or give user and password beside the address to"
                        + " see the message",
                known.getSQLState(),
                known.getErrorCode());
    }

    private static int firstOf(String text, String characters) {
        int first = text.length();
        for (int i = 0; i < characters.length(); i++) {
            int found = text.indexOf(characters.charAt(i));
            first = found < 0 ? first : Math.min(first, found);
        }
        return first;
    }
}
