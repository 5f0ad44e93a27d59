package io.snowflakeid.testing.servers;

import java.util.ArrayList;
import java.util.List;

/**
 * A kind of database server for tests. The environment variables {@code SNOWFLAKE_MYSQL_URLS}, {@code SNOWFLAKE_MARIADB_URLS} and
 * {@code SNOWFLAKE_POSTGRES_URLS} contain JDBC addresses separated by blanks. The variables {@code ..._USER} and {@code ..._PASSWORD} contain the
 * account, by default {@code test}. Tests access MariaDB with MySQL's driver. This class is thread-safe.
 */
public enum DatabaseServer {
    MYSQL,
    MARIADB,
    POSTGRES;

    /** Returns MySQL if it is available, otherwise MariaDB, for tests of behavior that is equal on both servers. */
    public static DatabaseServer mySqlOrMariaDb() {
        return FoundServers.of(MYSQL).isEmpty() ? MARIADB : MYSQL;
    }

    /** Returns MySQL and MariaDB, for parameterized tests of their differences. */
    public static List<DatabaseServer> mySqlAndMariaDb() {
        return List.of(MYSQL, MARIADB);
    }

    /** Returns MySQL or MariaDB, or both with {@code -Dservers=all}, for parameterized tests of equal behavior. */
    public static List<DatabaseServer> mySqlOrMariaDbOrAll() {
        return System.getProperty("servers", "").equals("all") ? mySqlAndMariaDb() : List.of(mySqlOrMariaDb());
    }

    /** Creates an empty database on the first server. */
    public TestDatabase newDatabase() {
        return newDatabases(1).get(0);
    }

    /** Creates empty databases, which are distributed evenly over the servers. */
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
