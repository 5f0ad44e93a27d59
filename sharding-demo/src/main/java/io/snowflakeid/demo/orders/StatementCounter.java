package io.snowflakeid.demo.orders;

import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.QueryInfo;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;

/**
 * Records the statements on tables of orders at the drivers of the physical databases. Statements of the ledger are not recorded. This class is
 * thread-safe.
 */
final class StatementCounter {

    private final List<String> databases = new ArrayList<>();

    /** Wraps a data source, and records its statements with the name of the database. */
    DataSource watching(String database, DataSource driver) {
        return ProxyDataSourceBuilder.create(driver)
                .afterQuery((execution, queries) -> note(database, queries))
                .build();
    }

    private synchronized void note(String database, List<QueryInfo> queries) {
        queries.stream().filter(query -> query.getQuery().contains(" t_")).forEach(query -> databases.add(database));
    }

    /** Returns the database of each statement since the last call. */
    synchronized List<String> take() {
        List<String> taken = List.copyOf(databases);
        databases.clear();
        return taken;
    }
}
