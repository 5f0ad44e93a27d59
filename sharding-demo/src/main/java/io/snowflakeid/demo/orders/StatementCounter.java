package io.snowflakeid.demo.orders;

import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.QueryInfo;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;

/** Records the name of the database for each SQL statement on an order table. This class is thread-safe. */
final class StatementCounter {

    private final List<String> databases = new ArrayList<>();

    /** Wraps a data source to record its SQL statements under the given database name. */
    DataSource watching(String database, DataSource driver) {
        return ProxyDataSourceBuilder.create(driver)
                .afterQuery((execution, queries) -> note(database, queries))
                .build();
    }

    private synchronized void note(String database, List<QueryInfo> queries) {
        queries.stream().filter(query -> query.getQuery().contains(" t_")).forEach(query -> databases.add(database));
    }

    /** Returns one database name for each SQL statement since the previous call. */
    synchronized List<String> take() {
        List<String> taken = List.copyOf(databases);
        databases.clear();
        return taken;
    }
}
