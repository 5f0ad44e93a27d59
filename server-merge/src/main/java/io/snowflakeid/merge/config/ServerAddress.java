package io.snowflakeid.merge.config;

import io.snowflakeid.ledger.JdbcAddress;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a merge accepts of an address that {@link JdbcAddress} accepts: no password, and no time zone but UTC. A plan, which holds an
 * address, may come from elsewhere.
 */
final class ServerAddress {

    /** As an option, or between a user and an @. */
    private static final Pattern PASSWORD_INSIDE =
            Pattern.compile("(?:password|pwd)\\w*\\s*=|^jdbc:[^/]*//[^?]*:[^@,?]*@", Pattern.CASE_INSENSITIVE);

    private static final Pattern OTHER_ZONE =
            Pattern.compile("[?&](?:server|connection)TimeZone=(?!(?:UTC|GMT|Z)(?:&|$))", Pattern.CASE_INSENSITIVE);

    private static final List<String> BEGINNINGS = List.of("jdbc:mysql:", "jdbc:mariadb:", "jdbc:h2:");

    private ServerAddress() {}

    /** What is wrong with it; the address is shown only where it holds no password. */
    static Optional<String> faultOf(String url) {
        if (PASSWORD_INSIDE.matcher(url).find()) {
            return Optional.of(
                    "seems to hold a password, which would be shown wherever the address is: use password-env or"
                            + " password-file");
        }
        if (BEGINNINGS.stream().noneMatch(url::startsWith)) {
            return Optional.of("is " + YamlNode.shown(url) + ", but must begin with " + String.join(", ", BEGINNINGS));
        }
        try {
            JdbcAddress.require(url.replaceFirst("^jdbc:mariadb:", "jdbc:mysql:")); // whose driver reads it
        } catch (IllegalArgumentException e) {
            return Optional.of("is rejected: " + e.getMessage());
        }
        return OTHER_ZONE.matcher(url).find()
                ? Optional.of("has another time zone than UTC, in which a merge works: leave the option out")
                : Optional.empty();
    }
}
