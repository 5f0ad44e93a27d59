package io.snowflakeid.commandline;

import java.util.Arrays;
import java.util.Optional;

/** What a database is, by its address. */
public enum DatabaseKind {
    MYSQL("jdbc:mysql:", 3306, "root", "MYSQL_PASSWORD"),
    MARIADB("jdbc:mariadb:", 3306, "root", "MYSQL_PASSWORD"),
    POSTGRESQL("jdbc:postgresql:", 5432, "postgres", "PGPASSWORD"),
    H2("jdbc:h2:", 9092, "sa", ""),
    REDIS("redis://", 6379, "", "REDISCLI_AUTH");

    /** How its addresses begin. */
    final String beginning;

    /** Where it listens if an address names no port. */
    final int port;

    /** Who connects if no user is given. */
    final String defaultUser;

    /** The environment variable with the password if none is given; empty without one. */
    final String passwordVariable;

    DatabaseKind(String beginning, int port, String defaultUser, String passwordVariable) {
        this.beginning = beginning;
        this.port = port;
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
