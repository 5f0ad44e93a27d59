package io.snowflakeid.ledger;

import java.sql.SQLException;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** Rejects data sources and drivers that lead to several databases: none of these could hold a ledger. */
final class RoutingDataSources {

    private static final String SHARDING_SPHERES =
            "org.apache.shardingsphere.driver.jdbc.core.datasource.ShardingSphereDataSource";
    private static final String SPRINGS = "org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource";

    /** ShardingSphere, and the routers of Spring and MyBatis-Plus, which choose a database by the thread. */
    private static final Pattern ROUTER =
            Pattern.compile("org\\.apache\\.shardingsphere\\..*|.*\\.\\w*RoutingData\\w*");

    private RoutingDataSources() {}

    /** @throws IllegalArgumentException if the data source is a router, or a pool or proxy that reports that it wraps one */
    static LedgerConnection.Source physical(DataSource dataSource) {
        Class<?> type = dataSource.getClass();
        requireNoRouter(type);
        for (String router : new String[] {SHARDING_SPHERES, SPRINGS}) {
            if (wraps(router, dataSource)) {
                throw notPhysical(type.getName() + " wraps " + router + ", which");
            }
        }
        return dataSource::getConnection;
    }

    static void requireNoRouter(Class<?> type) {
        if (Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getSuperclass)
                .anyMatch(ancestor -> ROUTER.matcher(ancestor.getName()).matches())) {
            throw notPhysical(type.getName());
        }
    }

    private static IllegalArgumentException notPhysical(String router) {
        return new IllegalArgumentException("a ledger needs a physical data source, but " + router
                + " routes to many, and the table would lie on an arbitrary one: pass the pool of one database");
    }

    private static boolean wraps(String router, DataSource dataSource) {
        try {
            return dataSource.isWrapperFor(
                    Class.forName(router, false, dataSource.getClass().getClassLoader()));
        } catch (ClassNotFoundException | LinkageError | SQLException | RuntimeException e) {
            return false; // the router is not on the class path, or a data source that is not set up cannot answer
        }
    }
}
