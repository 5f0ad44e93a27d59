package io.snowflakeid.demo;

import io.snowflakeid.ledger.JdbcAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JDBC address of MySQL as the user wrote it, taken apart: who connects is kept beside the address, so that no password can be
 * printed with it.
 */
final class MySqlAddress {

    private static final Pattern FORM =
            Pattern.compile("jdbc:mysql://(?:([^@/:]*)(?::([^@/]*))?@)?([^@/?]+)/([^/?]+)(?:\\?(.*))?");

    private final String url;
    private final String typed;
    private final String user;
    private final String password;

    private MySqlAddress(String url, String typed, String user, String password) {
        this.url = url;
        this.typed = typed;
        this.user = user;
        this.password = password;
    }

    /**
     * Reads an address of the form {@code jdbc:mysql://[user[:password]@]host[:port]/database[?settings]}.
     *
     * @param user who connects unless the address says so itself
     * @param password likewise
     * @throws DemoFailure if the address has another form
     */
    static MySqlAddress parse(String text, String user, String password) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw DemoFailure.ofUsage(
                    "'" + JdbcAddress.shown(text) + "' is not of the form jdbc:mysql://host:port/database: correct it");
        }
        DatabaseLogin.requireHarmless(text);
        String foundUser = form.group(1) == null ? user : decoded(form.group(1));
        String foundPassword = form.group(2) == null ? password : decoded(form.group(2));
        List<String> settings = new ArrayList<>();
        String given = form.group(5) == null ? "" : form.group(5);
        for (String setting : given.split("&", -1)) {
            String[] parts = setting.split("=", 2);
            String option = parts[0];
            String value = parts.length < 2 ? "" : decoded(parts[1]);
            if (option.equalsIgnoreCase("user")) {
                foundUser = value;
            } else if (option.equalsIgnoreCase("password")) {
                foundPassword = value;
            } else if (!setting.isEmpty()) {
                settings.add(setting);
            }
        }
        String database = "jdbc:mysql://" + form.group(3) + "/" + form.group(4);
        addUnlessGiven(settings, "connectTimeout=5000"); // the driver would wait for ever
        addUnlessGiven(settings, "rewriteBatchedStatements=true");
        String url = database + "?" + String.join("&", settings);
        return new MySqlAddress(url, JdbcAddress.shown(database), foundUser, foundPassword);
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

    private static void addUnlessGiven(List<String> settings, String setting) {
        String name = setting.substring(0, setting.indexOf('=') + 1);
        if (settings.stream().noneMatch(given -> given.startsWith(name))) {
            settings.add(setting);
        }
    }

    DemoDatabase database(String name) {
        return new DemoDatabase(name, url, user, password, typed);
    }
}
