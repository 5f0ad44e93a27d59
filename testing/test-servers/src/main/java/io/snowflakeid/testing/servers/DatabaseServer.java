package io.snowflakeid.testing.servers;

import java.util.ArrayList;
import java.util.List;

/**
 * A kind of database server that tests run on. Addresses are given by {@code SNOWFLAKE_MYSQL_URLS}, {@code SNOWFLAKE_MARIADB_URLS}
 * and {@code SNOWFLAKE_POSTGRES_URLS} (JDBC addresses separated by blanks), with {@code ..._USER} and {@code ..._PASSWORD}, which are
 * {@code test} unless set. MariaDB is reached through MySQL's driver. Thread-safe.
 */
public enum DatabaseServer {
    MYSQL,
    MARIADB,
    POSTGRES;

    /** MySQL where it can be had, else MariaDB: for tests that hold on both, since the dialects do not differ there. */
    public static DatabaseServer mySqlOrMariaDb() {
        return FoundServers.of(MYSQL).isEmpty() ? MARIADB : MYSQL;
    }

    /** For parameterized tests of what the two do differently. */
    public static List<DatabaseServer> mySqlAndMariaDb() {
        return List.of(MYSQL, MARIADB);
    }

    /** For parameterized tests of what both do alike: one of them, or both with {@code -Dservers=all}. */
    public static List<DatabaseServer> mySqlOrMariaDbOrAll() {
        return System.getProperty("servers", "").equals("all") ? mySqlAndMariaDb() : List.of(mySqlOrMariaDb());
    }

    /** A new, empty database on the first server. */
    public TestDatabase newDatabase() {
        return newDatabases(1).get(0);
    }

    /** New, empty databases, spread over the servers in turn. */
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
