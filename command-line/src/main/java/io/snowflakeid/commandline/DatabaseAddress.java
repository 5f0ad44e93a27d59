package io.snowflakeid.commandline;

import io.snowflakeid.internal.JdbcAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Parses database addresses. The parser separates user and password from the address, so that no message contains a password. A user and a password
 * in the address replace the given user and password. A user and a password in the address may be percent-encoded.
 */
public final class DatabaseAddress {

    private static final String CREDENTIALS = "//(?:([^@/:]*)(?::([^@/]*))?@)?";
    private static final Pattern JDBC = Pattern.compile("jdbc:[a-z]+:" + CREDENTIALS + "([^@/?]+/[^/?]+)(?:\\?(.*))?");
    private static final Pattern REDIS =
            Pattern.compile("redis:" + CREDENTIALS + "([^@/:?]+)(?::([0-9]{1,5}))?(?:/([0-9]{0,4}))?");

    private DatabaseAddress() {}

    /** Parses an address of the form {@code jdbc:mysql://[user[:password]@]host[:port]/database[?settings]}, or throws {@link CommandFailure}. */
    public static Database ofMySql(String name, String text, String user, String password) {
        return of(DatabaseKind.MYSQL, name, text, user, password);
    }

    /** Parses an address, or throws {@link CommandFailure} if the address has a wrong form or a forbidden option. */
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
        // MySQL's driver can also connect to MariaDB
        String driver = kind == DatabaseKind.MARIADB ? DatabaseKind.MYSQL.beginning : kind.beginning;
        requireHarmless(driver + text.substring(kind.beginning.length()));
        Map<String, String> settings = settings(form.group(4));
        String typedUser = decodedOr(decodedOr(user, form.group(1)), settings.remove("user"));
        String typedPassword = decodedOr(decodedOr(password, form.group(2)), settings.remove("password"));
        if (kind == DatabaseKind.POSTGRESQL) {
            // PostgreSQL's driver reads connectTimeout in seconds
            settings.putIfAbsent("connectTimeout", "5");
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

    private static Map<String, String> settings(@Nullable String text) {
        Map<String, String> settings = new TreeMap<>();
        for (String setting : text == null ? new String[0] : text.split("&", -1)) {
            if (!setting.isEmpty()) {
                int equals = setting.indexOf('=');
                settings.put(setting.substring(0, equals), setting.substring(equals + 1));
            }
        }
        return settings;
    }

    private static Database ofH2(String name, String text, String user, String password) {
        // without IFEXISTS, H2 creates a new database if no database exists at the path
        boolean existing = requireHarmless(text).contains(";IFEXISTS=");
        String url = existing ? text : text + ";IFEXISTS=TRUE";
        return new Database(name, url, user, password, JdbcAddress.shown(text));
    }

    /** Parses an address of the form {@code redis://[user[:password]@]host[:port][/number]}. An empty user selects Redis's default user. */
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
            return AddressCheck.require(url);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.ofUsage(String.valueOf(e.getMessage()));
        }
    }

    private static String decodedOr(String preset, @Nullable String text) {
        try {
            return text == null ? preset : URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.ofUsage(
                    "the address has a percent sign without two hexadecimal digits after it: write %25"
                            + " for the sign itself");
        }
    }
}
