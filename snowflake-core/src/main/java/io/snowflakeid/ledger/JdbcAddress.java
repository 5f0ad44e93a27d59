package io.snowflakeid.ledger;

import io.snowflakeid.VisibleText;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What an address of a database may say when it comes from configuration or a command line. Drivers take options that load classes,
 * deserialize what a server sends, send local files, write files, or run statements: who can change such an address could run code.
 * They are rejected, by name, in every spelling that a driver accepts: percent-encoded, in capitals or not, in brackets, for one
 * host of several.
 *
 * <p>All other options stay, since an address belongs to the application: encryption, key and trust stores, timeouts, several
 * hosts. Classes that the drivers themselves bring may be named, but for interceptors. Whoever needs more builds a
 * {@link javax.sql.DataSource} in code, which is not restricted.
 */
public final class JdbcAddress {

    /** Whatever a name or a value may stand between. */
    private static final Pattern SEPARATOR = Pattern.compile("[?&;,()\\[\\]]");

    /** In H2 a semicolon that belongs to a value; it runs every value in a SET, and what is behind the semicolon, too. */
    private static final String STATEMENT_IN_VALUE = "\\;";

    private static final Pattern SECRET =
            Pattern.compile("(?i)[?&;,(]\\s*[^=&;,()?@]*(?:user|pwd|pass|%)[^=&;,()?@]*=");
    private static final Pattern BEGINNING = Pattern.compile("(?:jdbc:)?[\\w.+-]+:(?:(?:[\\w.+-]+:)*//)?");

    private JdbcAddress() {}

    /** Options of all drivers that are rejected, by what they do, with the values that remain. */
    private enum Rejected {
        FILE_OR_OBJECT(
                "(?i)false|no|off|0",
                "allowLoadLocalInfile",
                "allowUrlInLocalInfile",
                "allowLocalInfile",
                "autoDeserialize"),
        ANY_FILE("", "allowLoadLocalInfileInPath", "loggerFile"),
        FILE_FROM_ELSEWHERE(
                "(?i)(?!(?:https?|ftp|jar):).*", "trustCertificateKeyStoreUrl", "clientCertificateKeyStoreUrl"),
        STATEMENT("", "INIT", "initSql"),
        CLASS(
                "",
                "propertiesTransform",
                "queryInterceptors",
                "statementInterceptors",
                "exceptionInterceptors",
                "connectionLifecycleInterceptors",
                "authenticationPluginClassName",
                "connectExecutor",
                "JAVA_OBJECT_SERIALIZER",
                "DATABASE_EVENT_LISTENER",
                "DEFAULT_TABLE_ENGINE"),
        CLASS_NOT_OF_MYSQL(
                "(?:(?:com\\.mysql\\.cj\\.[\\w.]+|\\w+),?)*",
                "authenticationPlugins",
                "defaultAuthenticationPlugin",
                "authenticationOpenidConnectCallbackHandler",
                "authenticationWebAuthnCallbackHandler",
                "clientInfoProvider",
                "ha\\.loadBalanceStrategy",
                "haLoadBalanceStrategy",
                "loadBalanceStrategy",
                "loadBalanceExceptionChecker",
                "loadBalanceSQLExceptionSubclassFailover",
                "logger",
                "parseInfoCacheFactory",
                "profilerEventHandler",
                "queryInfoCacheFactory",
                "serverConfigCacheFactory",
                "useConfigs"),
        CLASS_NOT_OF_POSTGRESQL(
                "(?:org\\.postgresql\\.ssl\\.[\\w.]+)?", "sslfactory", "sslhostnameverifier", "sslpasswordcallback"),
        XML_FACTORY("\\w*", "xmlFactoryFactory"),
        SOCKET_FACTORY(
                "(?:com\\.mysql\\.cj\\.protocol\\.\\w+|com\\.google\\.cloud\\.sql\\.[\\w.]+|org\\.newsclub\\.net\\.[\\w.$]+)?",
                "socketFactory");

        private final Pattern values;
        private final Pattern names;

        Rejected(String values, String... names) {
            this.values = Pattern.compile(values);
            this.names = Pattern.compile(String.join("|", names), Pattern.CASE_INSENSITIVE);
        }

        static Optional<Rejected> byName(String name) {
            return Stream.of(values())
                    .filter(one -> one.names.matcher(name).matches())
                    .findFirst();
        }

        boolean accepts(String value) {
            return values.matcher(value).matches();
        }
    }

    /**
     * Checks an address; nothing is asked of a driver.
     *
     * @return the address as it is
     * @throws IllegalArgumentException if it has an option that is rejected, naming it, but no user and no password
     */
    public static String require(String url) {
        if (url.contains(STATEMENT_IN_VALUE)) {
            throw rejected(url, "a semicolon in an option, of H2,", "leave it out");
        }
        for (String part : SEPARATOR.split(url, -1)) {
            int equals = part.indexOf('=');
            String name = decoded(equals < 0 ? part : part.substring(0, equals)).strip();
            String value = equals < 0 ? "" : decoded(part.substring(equals + 1)).strip();
            Optional<Rejected> rule = Rejected.byName(name);
            if (rule.isPresent() && (equals < 0 || !rule.get().accepts(value))) {
                throw rejected(
                        url,
                        "the option " + VisibleText.of(name), // no value: it may be a statement with a password
                        rule.get() == Rejected.FILE_OR_OBJECT ? "leave it out, or set it to false" : "leave it out");
            }
        }
        return url;
    }

    private static IllegalArgumentException rejected(String url, String what, String advice) {
        return new IllegalArgumentException("the address " + shown(url) + " has " + what
                + " with a value by which it could load classes, read files or run statements: " + advice
                + "; if the application needs it, build a data source in its code");
    }

    /** As a driver decodes it; where it is encoded more than once, to the end, since no option of a driver has a percent sign. */
    private static String decoded(String text) {
        try {
            String once = URLDecoder.decode(text, StandardCharsets.UTF_8);
            return once.equals(text) ? text : decoded(once);
        } catch (IllegalArgumentException notEncoded) {
            return text;
        }
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
