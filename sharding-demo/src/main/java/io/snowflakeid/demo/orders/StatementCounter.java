package io.snowflakeid.demo.orders;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;

/** Remembers which physical databases statements have reached, seen at the driver, below pool and sharding. Thread-safe. */
final class StatementCounter {

    private final Set<String> reached = ConcurrentHashMap.newKeySet();

    /** The same data source, with its statements noted under the database's name. */
    DataSource watching(String database, DataSource driver) {
        return ProxyDataSourceBuilder.create(driver)
                .afterQuery((execution, queries) -> reached.add(database))
                .build();
    }

    void reset() {
        reached.clear();
    }

    /** The databases that were reached since the last reset. */
    Set<String> reached() {
        return new TreeSet<>(reached);
    }
}
