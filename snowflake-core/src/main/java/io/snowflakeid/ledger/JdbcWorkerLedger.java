package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.internal.VisibleText;
import io.snowflakeid.ledger.spi.LedgerBuilder;
import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.ledger.spi.LedgerStore;
import io.snowflakeid.ledger.spi.StoreFailure;
import io.snowflakeid.ledger.spi.StoreWorkerLedger;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;

/**
 * A ledger in a database table. The table has one row per worker. The ledger creates rows on demand, and writes each row in a short separate
 * transaction. The ledger never joins a transaction of the application. Pass the pool itself, and not a proxy that returns the connection of the
 * current transaction.
 *
 * <p><b>Guarantee.</b> If the database loses no acknowledged write, no two windows of one worker overlap, for any behaviour of clocks and processes.
 * An asynchronous failover may lose writes. The ledger uses the database's clock, in UTC.
 *
 * <p><b>Scope.</b> Databases that may ever be merged share one ledger ({@link #shared}), or have different ledgers with different datacenter numbers
 * ({@link #forDatacenter}). A ledger has no default scope. The ledger stores its scope with the layout, and rejects a process with another scope. The
 * data source must be <em>physical</em>, because a sharding router places the table on an arbitrary shard.
 *
 * <p>The ledger works with MySQL (8.0 or later), MariaDB (10.6), PostgreSQL (9.5) and H2 (2.2). A statement waits at most 2 s for a row that another
 * transaction has locked. After 2 s, an acquisition takes another worker, and a renewal is tried again. The ledger is thread-safe.
 */
public final class JdbcWorkerLedger extends StoreWorkerLedger {

    /** Matches the form that {@link LedgerSettings#storedScope} writes. */
    private static final Pattern SCOPE = Pattern.compile(
            "(?:shared|datacenter (?<datacenter>\\d+))(?:, workers (?<first>\\d+)\\.\\.(?<last>\\d+))?");

    private JdbcWorkerLedger(LedgerSettings settings, LedgerStore store) {
        super(settings, store, TimeSource.system());
    }

    /**
     * Returns a builder for a ledger that all databases share if they may ever be merged.
     *
     * @param dataSource the connections to one physical database
     */
    public static Builder shared(SnowflakeLayout layout, DataSource dataSource) {
        return new Builder(layout, OptionalLong.empty(), LedgerSource.of(dataSource));
    }

    /**
     * Returns a builder for a ledger that owns a datacenter number, such as the number of a region or of a game server. If two databases may ever
     * be merged, their ledgers must own different numbers.
     *
     * @throws IllegalArgumentException if the number does not fit into the layout's datacenter bits
     */
    public static Builder forDatacenter(SnowflakeLayout layout, long datacenter, DataSource dataSource) {
        return new Builder(layout, OptionalLong.of(datacenter), LedgerSource.of(dataSource));
    }

    /**
     * Returns a builder with the layout, scope and worker range in the namespace's row, for tools and for processes that reuse these settings.
     *
     * @throws WorkerLedgerException if the namespace does not exist, or the database cannot be queried
     */
    public static Builder stored(DataSource dataSource, String namespace) {
        LedgerBuilder.requireNamespace(namespace);
        LedgerSource source = LedgerSource.of(dataSource);
        List<Stored> all;
        try (LedgerConnection own = LedgerConnection.open(source, LedgerBuilder.DEFAULT_WINDOW)) {
            all = own.all(
                    "SELECT namespace, layout, scope FROM "
                            + LedgerPlace.of(own).namespaces() + " ORDER BY namespace",
                    row -> new Stored(row.getString(1), row.getString(2), row.getString(3)));
        } catch (StoreFailure e) {
            throw new WorkerLedgerException(
                    SqlFault.MISSING_TABLE.is(e) ? Reason.TABLES_MISSING : SqlFault.reason(e),
                    "no ledger could be read there (" + VisibleText.inOneLine(e.thrown())
                            + "): pass the database that holds the tables snowflake_namespace and snowflake_worker",
                    e.thrown());
        }
        return all.stream()
                .filter(one -> one.namespace().equals(namespace))
                .map(one -> one.builder(source))
                .findFirst()
                .orElseThrow(() -> new WorkerLedgerException("the ledger there has no namespace '" + namespace
                        + "', but "
                        + VisibleText.of(
                                all.stream().map(Stored::namespace).toList().toString())
                        + ": pass the name that its processes use"));
    }

    private record Stored(String namespace, String layout, String scope) {

        Builder builder(LedgerSource source) {
            Matcher parts = SCOPE.matcher(scope);
            if (!parts.matches()) {
                throw new WorkerLedgerException(
                        Reason.STORED_DIFFERENTLY,
                        "the ledger has the scope '" + VisibleText.of(scope)
                                + "', which this version cannot read: use the version that has written it");
            }
            String owned = parts.group("datacenter");
            Builder builder = new Builder(
                    SnowflakeLayout.parse(layout),
                    owned == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(owned)),
                    source);
            if (parts.group("first") != null) {
                builder.workers(Long.parseLong(parts.group("first")), Long.parseLong(parts.group("last")));
            }
            return builder.namespace(namespace);
        }
    }

    /** Collects the settings of a ledger in a database. A builder is not thread-safe. */
    public static final class Builder extends LedgerBuilder<Builder> {

        private final LedgerSource source;
        private boolean createTables = true;

        Builder(SnowflakeLayout layout, OptionalLong owned, LedgerSource source) {
            super(layout, owned);
            this.source = source;
        }

        /** Sets whether the ledger creates missing tables and rows (default), or throws an exception with the statements to create them. */
        public Builder createTables(boolean createTables) {
            this.createTables = createTables;
            return this;
        }

        /**
         * Returns the ledger without a query to the database.
         *
         * @throws IllegalArgumentException if the settings contradict each other
         */
        public JdbcWorkerLedger build() {
            return new JdbcWorkerLedger(settings(), new JdbcLedgerStore(settings(), source, createTables));
        }
    }
}
