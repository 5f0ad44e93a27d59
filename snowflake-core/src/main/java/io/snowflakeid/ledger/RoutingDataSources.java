package io.snowflakeid.ledger;

import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What leads to many databases at once, and so to none that could hold a ledger. */
final class RoutingDataSources {

    private static final String PACKAGE = "org.apache.shardingsphere.";
    private static final String SPRINGS = "org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource";
    private static final String SHARDING_SPHERES = PACKAGE + "driver.jdbc.core.datasource.ShardingSphereDataSource";

    private RoutingDataSources() {}

    /**
     * Also looks through pools and proxies, as far as they tell what they wrap.
     *
     * @throws IllegalArgumentException if it is a router, or wraps one
     */
    static void refuse(DataSource dataSource) {
        String type = dataSource.getClass().getName();
        if (isRouter(dataSource.getClass())) {
            throw new IllegalArgumentException("a ledger needs a physical data source, but " + type
                    + " routes to many, and the table would lie on an arbitrary one: pass the pool of one database");
        }
        for (String router : List.of(SHARDING_SPHERES, SPRINGS)) {
            if (wraps(router, dataSource)) {
                throw new IllegalArgumentException(
                        "a ledger needs a physical data source, but " + type + " wraps "
                                + router
                                + ", which routes to many, and the table would lie on an arbitrary one: pass the pool of one database");
            }
        }
    }

    /** It keeps several others, as Spring's and baomidou's do, which choose one by what is bound to the thread. */
    private static boolean isRouter(Class<?> type) {
        return Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getSuperclass)
                .anyMatch(ancestor -> ancestor.getName().startsWith(PACKAGE)
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
        } catch (ClassNotFoundException | LinkageError e) {
            return false; // not there, so not wrapped
        } catch (SQLException | RuntimeException e) {
            return false; // it does not tell, as one that is not set up yet
        }
    }
}
