package io.snowflakeid.demo;

import io.snowflakeid.demo.chaos.RedisServer;
import io.snowflakeid.ledger.JdbcAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads an address of Redis, and keeps who connects beside it, so that no password can be printed with it. */
final class RedisAddress {

    private static final Pattern FORM =
            Pattern.compile("redis://(?:([^@/:]*)(?::([^@/]*))?@)?([^@/:?]+)(?::([0-9]{1,5}))?(?:/([0-9]{0,4}))?");
    private static final String DEFAULT_PORT = "6379";

    private RedisAddress() {}

    /**
     * Reads an address of the form {@code redis://[user[:password]@]host[:port][/number]}.
     *
     * @param name how messages call the database
     * @param user who connects unless the address says so itself; empty for Redis's default user
     * @param password likewise; empty for none
     * @throws DemoFailure if the address has another form
     */
    static DemoDatabase parse(String name, String text, String user, String password) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw DemoFailure.ofUsage("'" + JdbcAddress.shown(text)
                    + "' is not of the form redis://host:port or redis://host:port/number: correct it");
        }
        String port = form.group(4) == null ? DEFAULT_PORT : form.group(4);
        String number = form.group(5) == null || form.group(5).isEmpty() ? "0" : form.group(5);
        String foundUser = form.group(1) == null ? user : decoded(form.group(1));
        String foundPassword = form.group(2) == null ? password : decoded(form.group(2));
        return new DemoDatabase(
                name,
                RedisServer.address(form.group(3), port, number),
                foundUser,
                foundPassword,
                "redis://" + form.group(3) + ":" + port);
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
