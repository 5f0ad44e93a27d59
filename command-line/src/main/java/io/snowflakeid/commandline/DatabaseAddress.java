package io.snowflakeid.commandline;

import io.snowflakeid.ledger.JdbcAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads addresses as users write them. Who connects is kept beside the address, so that no password can be printed with it. Users and
 * passwords in an address go before those that are given beside it, and may be percent-encoded.
 */
public final class DatabaseAddress {

    private static final String CREDENTIALS = "//(?:([^@/:]*)(?::([^@/]*))?@)?";
    private static final Pattern JDBC = Pattern.compile("jdbc:[a-z]+:" + CREDENTIALS + "([^@/?]+/[^/?]+)(?:\\?(.*))?");
    private static final Pattern REDIS =
            Pattern.compile("redis:" + CREDENTIALS + "([^@/:?]+)(?::([0-9]{1,5}))?(?:/([0-9]{0,4}))?");

    private DatabaseAddress() {}

    /** {@code jdbc:mysql://[user[:password]@]host[:port]/database[?settings]}; throws {@link CommandFailure} if it is none. */
    public static Database ofMySql(String name, String text, String user, String password) {
        return of(DatabaseKind.MYSQL, name, text, user, password);
    }

    /** Throws {@link CommandFailure} if the address is none of that kind, or says more than where a database is and how it is reached. */
    static Database of(DatabaseKind kind, String name, String text, String user, String password) {
        return switch (kind) {
            case H2 -> ofH2(name, text, user, password);
            case REDIS -> ofRedis(name, text, user, password);
            case MYSQL, MARIADB, POSTGRESQL -> ofServer(kind, name, text, user, password);
        };
    }

    private static Database ofServer(DatabaseKind kind, String name, String text, String user, String password) {
        Matcher form = JDBC.matcher(text);
        if (!text.startsWith(kind.beginning) || !form.matches()) {
            throw CommandFailure.ofUsage("'" + JdbcAddress.shown(text) + "' is not of the form " + kind.beginning
                    + "//host:port/database: correct it");
        }
        // MySQL's driver talks to MariaDB; messages show the address that was typed
        String driver = kind == DatabaseKind.MARIADB ? DatabaseKind.MYSQL.beginning : kind.beginning;
        requireHarmless(driver + text.substring(kind.beginning.length()));
        Map<String, String> settings = settings(form.group(4));
        String typedUser = decodedOr(decodedOr(user, form.group(1)), settings.remove("user"));
        String typedPassword = decodedOr(decodedOr(password, form.group(2)), settings.remove("password"));
        if (kind == DatabaseKind.POSTGRESQL) {
            settings.putIfAbsent("connectTimeout", "5"); // seconds; a driver would wait for ever
        } else {
            settings.putIfAbsent("connectTimeout", "5000");
            settings.putIfAbsent("rewriteBatchedStatements", "true");
        }
        String options = settings.entrySet().stream().map(String::valueOf).collect(Collectors.joining("&"));
        return new Database(
                name,
                driver + "//" + form.group(3) + "?" + options,
                typedUser,
                typedPassword,
                JdbcAddress.shown(kind.beginning + "//" + form.group(3)));
    }

    /** Each has a value, as is checked before. */
    private static Map<String, String> settings(@Nullable String text) {
        Map<String, String> settings = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String setting : text == null ? new String[0] : text.split("&", -1)) {
            if (!setting.isEmpty()) {
                int equals = setting.indexOf('=');
                settings.put(setting.substring(0, equals), setting.substring(equals + 1));
            }
        }
        return settings;
    }

    private static Database ofH2(String name, String text, String user, String password) {
        // a mistyped path must not create a database
        boolean existing = requireHarmless(text).toUpperCase(Locale.ROOT).contains(";IFEXISTS=");
        String url = existing ? text : text + ";IFEXISTS=TRUE";
        return new Database(name, url, user, password, JdbcAddress.shown(text));
    }

    /** {@code redis://[user[:password]@]host[:port][/number]}; an empty user is Redis's default one, an empty password none. */
    private static Database ofRedis(String name, String text, String user, String password) {
        Matcher form = REDIS.matcher(text);
        if (!form.matches()) {
            throw CommandFailure.ofUsage("'" + JdbcAddress.shown(text)
                    + "' is not of the form redis://host:port or redis://host:port/number: correct it");
        }
        String place = "redis://" + form.group(3) + ":" + (form.group(4) == null ? "6379" : form.group(4));
        String number = form.group(5) == null || form.group(5).isEmpty() ? "0" : form.group(5);
        return new Database(
                name, place + "/" + number, decodedOr(user, form.group(1)), decodedOr(password, form.group(2)), place);
    }

    private static String requireHarmless(String url) {
        try {
            return JdbcAddress.require(url);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.ofUsage(String.valueOf(e.getMessage()));
        }
    }

    private static String decodedOr(String preset, @Nullable String text) {
        try {
            return text == null ? preset : URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.ofUsage(
                    "the address has a percent sign that is followed by no two hexadecimal digits: write %25"
                            + " for the sign itself");
        }
    }
}
