package io.snowflakeid.commandline;

import java.util.Arrays;
import java.util.Optional;

/** What a database is, as far as its address tells. */
public enum DatabaseKind {
    MYSQL("jdbc:mysql:"),
    MARIADB("jdbc:mariadb:"),
    POSTGRESQL("jdbc:postgresql:"),
    H2("jdbc:h2:"),
    REDIS("redis://");

    private final String beginning;

    DatabaseKind(String beginning) {
        this.beginning = beginning;
    }

    /** Empty if the address is of something else. */
    public static Optional<DatabaseKind> of(String url) {
        return Arrays.stream(values())
                .filter(kind -> url.startsWith(kind.beginning))
                .findFirst();
    }
}
