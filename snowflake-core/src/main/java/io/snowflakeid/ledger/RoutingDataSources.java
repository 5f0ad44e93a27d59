package io.snowflakeid.ledger;

import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What leads to many databases at once, and so to none that could hold a ledger. */
final class RoutingDataSources {

    private static final String SHARDING_SPHERE = "org.apache.shardingsphere.";
    private static final String SHARDING_SPHERES =
            SHARDING_SPHERE + "driver.jdbc.core.datasource.ShardingSphereDataSource";
    private static final String SPRINGS = "org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource";

    private RoutingDataSources() {}

    /**
     * Also looks through pools and proxies, as far as they tell what they wrap.
     *
     * @throws IllegalArgumentException if it is a router, or wraps one
     */
    static LedgerConnection.Source physical(DataSource dataSource) {
        Class<?> type = dataSource.getClass();
        String seen = isRouter(type)
                ? type.getName()
                : Stream.of(SHARDING_SPHERES, SPRINGS)
                        .filter(router -> wraps(router, dataSource))
                        .map(router -> type.getName() + " wraps " + router + ", which")
                        .findFirst()
                        .orElse("");
        if (!seen.isEmpty()) {
            throw new IllegalArgumentException("a ledger needs a physical data source, but " + seen
                    + " routes to many, and the table would lie on an arbitrary one: pass the pool of one database");
        }
        return dataSource::getConnection;
    }

    /** It keeps several others, as Spring's and baomidou's do, which choose one by what is bound to the thread. */
    private static boolean isRouter(Class<?> type) {
        return Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getSuperclass)
                .anyMatch(ancestor -> ancestor.getName().startsWith(SHARDING_SPHERE)
                        || Arrays.stream(ancestor.getDeclaredFields()).anyMatch(RoutingDataSources::holdsSeveral));
    }

    private static boolean holdsSeveral(Field field) {
        return field.getGenericType() instanceof ParameterizedType parameterized
                && Arrays.stream(parameterized.getActualTypeArguments())
                        .anyMatch(argument -> argument instanceof Class<?> of && DataSource.class.isAssignableFrom(of))
                && (Map.class.isAssignableFrom(field.getType()) || Collection.class.isAssignableFrom(field.getType()));
    }

    private static boolean wraps(String router, DataSource dataSource) {
        return Stream.of(
                        dataSource.getClass().getClassLoader(),
                        Thread.currentThread().getContextClassLoader())
                .anyMatch(loader -> wraps(router, loader, dataSource));
    }

    private static boolean wraps(String router, @Nullable ClassLoader loader, DataSource dataSource) {
        try {
            return dataSource.isWrapperFor(Class.forName(router, false, loader));
        } catch (ClassNotFoundException | LinkageError | SQLException | RuntimeException e) {
            return false; // it is not there, or does not tell, as one that is not set up yet
        }
    }
}
