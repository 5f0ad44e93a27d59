package io.snowflakeid.commandline;

import io.snowflakeid.ledger.JdbcAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads addresses as users write them. Who connects is kept beside the address, so that no password can be printed with it. Users and
 * passwords in an address go before those that are given beside it, and may be percent-encoded.
 */
public final class DatabaseAddress {

    private static final String CREDENTIALS = "(?:([^@/:]*)(?::([^@/]*))?@)?";
    private static final Pattern JDBC =
            Pattern.compile("(jdbc:[a-z]+://)" + CREDENTIALS + "([^@/?]+/[^/?]+)(?:\\?(.*))?");
    private static final Pattern REDIS =
            Pattern.compile("redis://" + CREDENTIALS + "([^@/:?]+)(?::([0-9]{1,5}))?(?:/([0-9]{0,4}))?");

    private DatabaseAddress() {}

    /** {@code jdbc:mysql://[user[:password]@]host[:port]/database[?settings]}; throws {@link CommandFailure} if it is none. */
    public static Database ofMySql(String name, String text, String user, String password) {
        return ofJdbc(
                "jdbc:mysql:", name, text, user, password, "connectTimeout=5000", "rewriteBatchedStatements=true");
    }

    /** {@code jdbc:postgresql://host[:port]/database[?settings]}, as {@link #ofMySql}. */
    static Database ofPostgres(String name, String text, String user, String password) {
        return ofJdbc("jdbc:postgresql:", name, text, user, password, "connectTimeout=5"); // seconds, as above
    }

    private static Database ofJdbc(
            String beginning, String name, String text, String user, String password, String... presets) {
        Matcher form = JDBC.matcher(text);
        if (!text.startsWith(beginning) || !form.matches()) {
            throw CommandFailure.ofUsage("'" + JdbcAddress.shown(text) + "' is not of the form " + beginning
                    + "//host:port/database: correct it");
        }
        requireHarmless(text);
        String foundUser = decodedOr(user, form.group(2));
        String foundPassword = decodedOr(password, form.group(3));
        List<String> settings = new ArrayList<>();
        for (String setting :
                form.group(5) == null ? new String[0] : form.group(5).split("&", -1)) {
            String value = setting.substring(setting.indexOf('=') + 1);
            if (is("user", setting)) {
                foundUser = decodedOr("", value);
            } else if (is("password", setting)) {
                foundPassword = decodedOr("", value);
            } else if (!setting.isEmpty()) {
                settings.add(setting);
            }
        }
        // a driver would wait for ever
        for (String preset : presets) {
            String option = preset.substring(0, preset.indexOf('='));
            if (settings.stream().noneMatch(setting -> is(option, setting))) {
                settings.add(preset);
            }
        }
        String place = form.group(1) + form.group(4);
        return new Database(
                name, place + "?" + String.join("&", settings), foundUser, foundPassword, JdbcAddress.shown(place));
    }

    private static boolean is(String option, String setting) {
        return setting.regionMatches(true, 0, option + "=", 0, option.length() + 1);
    }

    /** {@code redis://[user[:password]@]host[:port][/number]}; an empty user is Redis's default one, an empty password none. */
    static Database ofRedis(String name, String text, String user, String password) {
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

    /** Throws {@link CommandFailure} if the address says more than where a database is, and how it is reached. */
    public static String requireHarmless(String url) {
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
