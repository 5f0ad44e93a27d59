package io.snowflakeid.demo;

import io.snowflakeid.ledger.JdbcAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a JDBC address of PostgreSQL, and keeps who connects beside it, so that no password can be printed with it. */
final class PostgresAddress {

    private static final Pattern FORM = Pattern.compile("(jdbc:postgresql://[^@/?]+/[^/?]+)(?:\\?(.*))?");

    private PostgresAddress() {}

    /**
     * Reads an address of the form {@code jdbc:postgresql://host[:port]/database[?settings]}.
     *
     * @param name how messages call the database
     * @param user who connects unless the address says so itself
     * @param password likewise
     * @throws DemoFailure if the address has another form
     */
    static DemoDatabase parse(String name, String text, String user, String password) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw DemoFailure.ofUsage("'" + JdbcAddress.shown(text)
                    + "' is not of the form jdbc:postgresql://host:port/database: correct it");
        }
        DatabaseLogin.requireHarmless(text);
        String foundUser = user;
        String foundPassword = password;
        List<String> settings = new ArrayList<>();
        String given = form.group(2) == null ? "" : form.group(2);
        for (String setting : given.split("&", -1)) {
            if (setting.startsWith("user=")) {
                foundUser = decoded(setting.substring("user=".length()));
            } else if (setting.startsWith("password=")) {
                foundPassword = decoded(setting.substring("password=".length()));
            } else if (!setting.isEmpty()) {
                settings.add(setting);
            }
        }
        if (settings.stream().noneMatch(setting -> setting.startsWith("connectTimeout="))) {
            // in seconds, as for the other databases
            settings.add("connectTimeout=5");
        }
        return new DemoDatabase(
                name, address(form.group(1), settings), foundUser, foundPassword, JdbcAddress.shown(text));
    }

    private static String address(String database, List<String> settings) {
        return settings.isEmpty() ? database : database + "?" + String.join("&", settings);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw DemoFailure.ofUsage(
                    "the address has a percent sign that is followed by no two hexadecimal digits: write %25"
                            + " for the sign itself");
        }
    }
}
