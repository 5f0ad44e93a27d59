package io.snowflakeid.testing.servers;

import java.util.ArrayList;
import java.util.List;

/**
 * A kind of database server that tests run on. The environment variables {@code SNOWFLAKE_MYSQL_URLS}, {@code
 * SNOWFLAKE_MARIADB_URLS} and {@code SNOWFLAKE_POSTGRES_URLS} have JDBC addresses separated by blanks, {@code ..._USER} and {@code
 * ..._PASSWORD} the account (default {@code test}). MariaDB is accessed by MySQL's driver. Thread-safe.
 */
public enum DatabaseServer {
    MYSQL,
    MARIADB,
    POSTGRES;

    /** MySQL if available, otherwise MariaDB, for tests of behavior that is equal on both. */
    public static DatabaseServer mySqlOrMariaDb() {
        return FoundServers.of(MYSQL).isEmpty() ? MARIADB : MYSQL;
    }

    /** Both servers, for parameterized tests of their differences. */
    public static List<DatabaseServer> mySqlAndMariaDb() {
        return List.of(MYSQL, MARIADB);
    }

    /** One of the servers, or both with {@code -Dservers=all}, for parameterized tests of equal behavior. */
    public static List<DatabaseServer> mySqlOrMariaDbOrAll() {
        return System.getProperty("servers", "").equals("all") ? mySqlAndMariaDb() : List.of(mySqlOrMariaDb());
    }

    /** Creates an empty database on the first server. */
    public TestDatabase newDatabase() {
        return newDatabases(1).get(0);
    }

    /** Creates empty databases, distributed over the servers in turn. */
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
