package io.snowflakeid.ledger;

import java.sql.SQLException;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What leads to many databases at once, and so to none that could hold a ledger. */
final class Routers {

    private static final String PACKAGE = "org.apache.shardingsphere.";
    private static final String DATA_SOURCE = PACKAGE + "driver.jdbc.core.datasource.ShardingSphereDataSource";

    private Routers() {}

    /**
     * Also looks through pools and proxies, as far as they tell what they wrap.
     *
     * @throws IllegalArgumentException if it is a router, or wraps one
     */
    static void refuse(DataSource dataSource) {
        String type = dataSource.getClass().getName();
        refuse(type);
        boolean wrapsOne = Stream.of(
                        dataSource.getClass().getClassLoader(),
                        Thread.currentThread().getContextClassLoader())
                .anyMatch(loader -> wrapsRouterOf(loader, dataSource));
        if (wrapsOne) {
            throw new IllegalArgumentException(
                    "a ledger needs a physical data source, but " + type + " wraps "
                            + DATA_SOURCE
                            + ", which routes to many, and the table would lie on an arbitrary one: pass the pool of one database");
        }
    }

    static void refuse(String type) {
        if (type.startsWith(PACKAGE)) {
            throw new IllegalArgumentException("a ledger needs a physical data source, but " + type
                    + " routes to many, and the table would lie on an arbitrary one: pass the pool of one database");
        }
    }

    private static boolean wrapsRouterOf(@Nullable ClassLoader loader, DataSource dataSource) {
        try {
            return dataSource.isWrapperFor(Class.forName(DATA_SOURCE, false, loader));
        } catch (ClassNotFoundException | LinkageError e) {
            return false; // not there, so not wrapped
        } catch (SQLException | RuntimeException e) {
            return false; // it does not tell, as one that is not set up yet
        }
    }
}
