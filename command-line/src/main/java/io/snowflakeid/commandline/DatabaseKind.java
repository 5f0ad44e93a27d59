package io.snowflakeid.commandline;

import java.util.Arrays;
import java.util.Optional;

/** A kind of database, identified by the beginning of its address. */
public enum DatabaseKind {
    MYSQL("jdbc:mysql:", 3306, "root", "MYSQL_PASSWORD"),
    MARIADB("jdbc:mariadb:", 3306, "root", "MYSQL_PASSWORD"),
    POSTGRESQL("jdbc:postgresql:", 5432, "postgres", "PGPASSWORD"),
    H2("jdbc:h2:", 9092, "sa", ""),
    REDIS("redis://", 6379, "", "REDISCLI_AUTH");

    /** The beginning of its addresses. */
    final String beginning;

    /** The default port. */
    final int port;

    /** The default user. */
    final String defaultUser;

    /** The environment variable with the default password, or an empty text. */
    final String passwordVariable;

    DatabaseKind(String beginning, int port, String defaultUser, String passwordVariable) {
        this.beginning = beginning;
        this.port = port;
        this.defaultUser = defaultUser;
        this.passwordVariable = passwordVariable;
    }

    /** The kind of an address; empty if it is unknown. */
    public static Optional<DatabaseKind> of(String url) {
        return Arrays.stream(values())
                .filter(kind -> url.startsWith(kind.beginning))
                .findFirst();
    }
}
