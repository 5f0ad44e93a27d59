package io.snowflakeid.testing.servers;

import java.util.ArrayList;
import java.util.List;

/**
 * A kind of database server for tests. An environment variable such as {@code SNOWFLAKE_MYSQL_URLS} can contain JDBC addresses separated by spaces.
 * The environment variables {@code SNOWFLAKE_MYSQL_USER} and {@code SNOWFLAKE_MYSQL_PASSWORD} have the default value {@code test}. Tests use MySQL's
 * driver for MariaDB. This class is thread-safe.
 */
public enum DatabaseServer {
    MYSQL,
    MARIADB,
    POSTGRES;

    /** Returns MySQL if a MySQL server is available, otherwise MariaDB. */
    public static DatabaseServer mySqlOrMariaDb() {
        return FoundServers.of(MYSQL).isEmpty() ? MARIADB : MYSQL;
    }

    public static List<DatabaseServer> mySqlAndMariaDb() {
        return List.of(MYSQL, MARIADB);
    }

    /** Returns MySQL and MariaDB if the system property {@code servers} is {@code all}, otherwise the result of {@link #mySqlOrMariaDb}. */
    public static List<DatabaseServer> mySqlOrMariaDbOrAll() {
        return System.getProperty("servers", "").equals("all") ? mySqlAndMariaDb() : List.of(mySqlOrMariaDb());
    }

    /** Creates an empty database on the first server of this kind. */
    public TestDatabase newDatabase() {
        return newDatabases(1).get(0);
    }

    /** Creates empty databases, and distributes the databases evenly over all servers of this kind. */
    public List<TestDatabase> newDatabases(int count) {
        List<ServerAddress> servers = FoundServers.of(this);
        if (servers.isEmpty()) {
            throw FoundServers.missing(this);
        }
        List<TestDatabase> databases = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            databases.add(servers.get(i % servers.size()).newDatabase());
        }
        return databases;
    }
}
