package io.snowflakeid.testing.servers;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import javax.sql.DataSource;

/** An empty database for one test. The method {@link #close} drops the database. */
public final class TestDatabase implements AutoCloseable {

    private final String url;
    private final String user;
    private final String password;
    private final Drop drop;

    TestDatabase(String url, String user, String password, String dropStatement) {
        this.url = url;
        this.user = user;
        this.password = password;
        drop = () -> execute(dropStatement);
    }

    TestDatabase(String url, String user, String password, Drop drop) {
        this.url = url;
        this.user = user;
        this.password = password;
        this.drop = drop;
    }

    interface Drop {
        void run() throws SQLException;
    }

    /** Creates an in-memory H2 database in MySQL mode. */
    public static TestDatabase h2(String name) {
        return new TestDatabase(
                "jdbc:h2:mem:" + name
                        + ";MODE=MySQL;DB_CLOSE_DELAY=-1;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE",
                "sa",
                "",
                "SHUTDOWN");
    }

    /** Creates an in-memory H2 database in H2's default mode. */
    public static TestDatabase plainH2(String name) {
        return new TestDatabase("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1", "sa", "", "SHUTDOWN");
    }

    /** Returns the same database with an address for another driver, such as {@code mariadb}. The returned address has no driver options. */
    public TestDatabase through(String driver) {
        String other = url.replaceFirst("^jdbc:[a-z]+:([^?;]*).*$", "jdbc:" + driver + ":$1");
        return new TestDatabase(other, user, password, drop);
    }

    public String url() {
        return url;
    }

    /** Returns the name of the database, as in the address. */
    public String name() {
        return url.replaceFirst("^jdbc:[a-z0-9]+:(?://[^/]+/|mem:)([^?;]*).*$", "$1");
    }

    public String user() {
        return user;
    }

    public String password() {
        return password;
    }

    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    public void execute(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Returns a data source that opens a new connection for each call. */
    public DataSource dataSource() {
        return (DataSource) Proxy.newProxyInstance(
                TestDatabase.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getConnection" -> connect();
                    case "isWrapperFor" -> false;
                    case "equals" -> proxy == arguments[0];
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "toString" -> "a data source of " + url;
                    default -> throw new SQLFeatureNotSupportedException(method.getName());
                });
    }

    @Override
    public void close() throws SQLException {
        drop.run();
    }
}
