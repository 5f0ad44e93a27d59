package io.snowflakeid.ledger;

import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** What leads to many databases at once, and so to none that could hold a ledger. */
final class RoutingDataSources {

    private static final String SHARDING_SPHERE = "org.apache.shardingsphere.";

    private RoutingDataSources() {}

    /** @throws IllegalArgumentException if it is a router */
    static LedgerConnection.Source physical(DataSource dataSource) {
        if (isRouter(dataSource.getClass())) {
            throw new IllegalArgumentException("a ledger needs a physical data source, but "
                    + dataSource.getClass().getName()
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
}
