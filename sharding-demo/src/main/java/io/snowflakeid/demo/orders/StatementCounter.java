package io.snowflakeid.demo.orders;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.QueryInfo;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;

/**
 * Counts the statements that reach tables of orders in the physical databases, seen at the driver, below pool and sharding. What
 * the ledger does meanwhile, on a thread of its own, is not counted. Thread-safe.
 */
final class StatementCounter {

    private static final Pattern TABLE = Pattern.compile("\\bt_[a-z_]+_\\d+\\b");

    private final Set<String> databases = new TreeSet<>();
    private final Set<String> tables = new TreeSet<>();
    private int statements;

    /**
     * What one look-up took.
     *
     * @param databases how many it reached
     * @param statements how many it sent to all of them together
     * @param tables how many tables these read, each counted once
     */
    record Count(int databases, int statements, int tables) {}

    /** The same data source, with its statements noted under the database's name. */
    DataSource watching(String database, DataSource driver) {
        return ProxyDataSourceBuilder.create(driver)
                .afterQuery((execution, queries) -> note(database, queries))
                .build();
    }

    private synchronized void note(String database, List<QueryInfo> queries) {
        queries.forEach(query -> note(database, query.getQuery()));
    }

    private void note(String database, String query) {
        List<String> read =
                TABLE.matcher(query).results().map(MatchResult::group).toList();
        if (!read.isEmpty()) {
            databases.add(database);
            statements++;
            tables.addAll(read);
        }
    }

    synchronized void reset() {
        databases.clear();
        tables.clear();
        statements = 0;
    }

    /** Since the last reset. */
    synchronized Count count() {
        return new Count(databases.size(), statements, tables.size());
    }
}
