package io.snowflakeid.commandline;

import java.util.Arrays;
import java.util.Optional;

/** What a database is, as far as its address tells. */
public enum DatabaseKind {
    MYSQL("jdbc:mysql:", "root", "MYSQL_PASSWORD"),
    MARIADB("jdbc:mariadb:", "root", "MYSQL_PASSWORD"),
    POSTGRESQL("jdbc:postgresql:", "postgres", "PGPASSWORD"),
    H2("jdbc:h2:", "sa", ""),
    REDIS("redis://", "", "REDISCLI_AUTH");

    /** How its addresses begin. */
    final String beginning;

    /** Who connects if no user is given. */
    final String defaultUser;

    /** The environment variable with the password if none is given; empty without one. */
    final String passwordVariable;

    DatabaseKind(String beginning, String defaultUser, String passwordVariable) {
        this.beginning = beginning;
        this.defaultUser = defaultUser;
        this.passwordVariable = passwordVariable;
    }

    /** Empty if the address is of something else. */
    public static Optional<DatabaseKind> of(String url) {
        return Arrays.stream(values())
                .filter(kind -> url.startsWith(kind.beginning))
                .findFirst();
    }
}
