package io.snowflakeid.merge.config;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a JDBC address may say: where the server is, and how it is reached. A driver would take much more from it: statements to run,
 * classes to load, local files to send, an encoding that is not the one in which a merge quotes its texts. A plan, which holds an
 * address, may come from elsewhere.
 */
final class ServerAddress {

    /** As they may be written, with the values that each may have. Drivers do not mind the case of a name. */
    private static final Map<String, Pattern> MYSQL_OPTIONS = Map.ofEntries(
            option("sslMode", "[A-Za-z_-]+"),
            option("useSSL", "true|false"),
            option("requireSSL", "true|false"),
            option("verifyServerCertificate", "true|false"),
            option("tlsVersions", "[A-Za-z0-9.,]+"),
            option("tlsCiphersuites", "[A-Za-z0-9_,-]+"),
            option("trustCertificateKeyStoreUrl", "file:.+"),
            option("trustCertificateKeyStoreType", "[A-Za-z0-9]+"),
            option("allowPublicKeyRetrieval", "true|false"),
            option("connectTimeout", "\\d+"),
            option("socketTimeout", "\\d+"),
            option("tcpKeepAlive", "true|false"),
            option("tcpNoDelay", "true|false"),
            option("tcpRcvBuf", "\\d+"),
            option("tcpSndBuf", "\\d+"),
            option("useCompression", "true|false"),
            option("rewriteBatchedStatements", "true|false"),
            option("useUnicode", "true"),
            option("characterEncoding", "utf-?8"),
            // the first one may be needed by a user who cannot set it on the server; of the other one sessions say
            // their own
            option("sessionVariables", "sql_require_primary_key=[01]|sql_mode='[A-Z_,]*'"),
            option("serverTimezone", "UTC|GMT|Z|\\+00:00"),
            option("connectionTimeZone", "UTC|GMT|Z|\\+00:00"));

    private static final Map<String, Pattern> H2_OPTIONS = Map.ofEntries(
            option("MODE", "[A-Za-z]+"),
            option("DB_CLOSE_DELAY", "-?\\d+"),
            option("DB_CLOSE_ON_EXIT", "true|false"),
            option("DATABASE_TO_LOWER", "true|false"),
            option("DATABASE_TO_UPPER", "true|false"),
            option("CASE_INSENSITIVE_IDENTIFIERS", "true|false"),
            option("IFEXISTS", "true|false"),
            option("AUTO_SERVER", "true|false"),
            option("LOCK_TIMEOUT", "\\d+"),
            option("CACHE_SIZE", "\\d+"));

    private static final String HOST = "(?:[\\w.-]+|\\[[0-9A-Fa-f:.%]+])(?::\\d+)?";

    /** Without the forms that carry options of their own: in brackets, or behind other prefixes. */
    private static final Pattern MYSQL = Pattern.compile(
            "jdbc:(?:mysql|mariadb)://(?:[\\w.-]+@)?" + HOST + "(?:," + HOST + ")*(?:/([\\w$%-]*))?(?:\\?(.*))?");

    private static final Pattern H2 = Pattern.compile("jdbc:h2:([^;]*)(?:;(.*))?");

    /** As an option, or between a user and an @. */
    private static final Pattern PASSWORD_INSIDE =
            Pattern.compile("(?:password|pwd)\\w*\\s*=|^jdbc:[^/]*//[^?]*:[^@,?]*@", Pattern.CASE_INSENSITIVE);

    private static final List<String> BEGINNINGS = List.of("jdbc:mysql:", "jdbc:mariadb:", "jdbc:h2:");

    private ServerAddress() {}

    private static Map.Entry<String, Pattern> option(String name, String values) {
        return Map.entry(name, Pattern.compile(values, Pattern.CASE_INSENSITIVE));
    }

    /** What is wrong with it; the address is shown only where it holds no password. */
    static Optional<String> faultOf(String url) {
        if (PASSWORD_INSIDE.matcher(decoded(url)).find()) {
            return Optional.of(
                    "seems to hold a password, which would be shown wherever the address is: use password-env or"
                            + " password-file");
        }
        if (BEGINNINGS.stream().noneMatch(url::startsWith)) {
            return Optional.of("is " + Shown.value(url) + ", but must begin with " + String.join(", ", BEGINNINGS));
        }
        boolean h2 = url.startsWith("jdbc:h2:");
        Matcher form = (h2 ? H2 : MYSQL).matcher(url);
        if (!form.matches()) {
            return Optional.of("is " + Shown.value(url)
                    + ", but must be of the form jdbc:mysql://host:port/ with options behind a question mark");
        }
        return faultOfOptions(form.group(2), h2 ? ";" : "&", h2 ? H2_OPTIONS : MYSQL_OPTIONS);
    }

    private static Optional<String> faultOfOptions(
            @Nullable String options, String separator, Map<String, Pattern> allowed) {
        for (String option : options == null ? new String[0] : options.split(separator, -1)) {
            if (option.isEmpty()) {
                continue;
            }
            int equals = option.indexOf('=');
            String name = decoded(equals < 0 ? option : option.substring(0, equals));
            String value = equals < 0 ? "" : decoded(option.substring(equals + 1));
            Optional<Pattern> values = allowed.entrySet().stream()
                    .filter(entry -> entry.getKey().equalsIgnoreCase(name))
                    .map(Map.Entry::getValue)
                    .findFirst();
            if (values.isEmpty()) {
                return Optional.of("has the option " + Shown.value(name)
                        + ", but may say no more than where the server is and how it is reached: leave the option out; taken are "
                        + String.join(
                                ", ",
                                allowed.keySet().stream()
                                        .sorted(ServerAddress::byName)
                                        .toList()));
            }
            if (!values.get().matcher(value).matches()) {
                return Optional.of("has the option " + name + " with the value " + Shown.value(value)
                        + ", which is not taken: leave the option out, or write " + values.get());
            }
        }
        return Optional.empty();
    }

    private static int byName(String one, String other) {
        return one.toLowerCase(Locale.ROOT).compareTo(other.toLowerCase(Locale.ROOT));
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text; // not encoded, then
        }
    }
}
