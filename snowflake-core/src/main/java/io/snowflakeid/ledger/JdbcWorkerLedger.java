package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.internal.VisibleText;
import io.snowflakeid.internal.jdbc.OwnConnection;
import io.snowflakeid.internal.jdbc.PhysicalSource;
import io.snowflakeid.internal.jdbc.SqlFault;
import io.snowflakeid.internal.jdbc.TablePlace;
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
 * A ledger in a database table with one row per worker. The ledger inserts missing rows, and writes each row in a short transaction of its own. The
 * data source must not return the connection of the application's current transaction.
 *
 * <p><b>Guarantee.</b> If the database loses no acknowledged write, the windows of a worker never overlap, regardless of wrong clocks, pauses and
 * crashes. An asynchronous failover may lose acknowledged writes. The ledger reads the time in UTC from the database.
 *
 * <p><b>Scope.</b> Databases that may be merged must share one ledger ({@link #shared}), or must have ledgers with different datacenter ids
 * ({@link #forDatacenter}). The ledger stores the scope and the layout, and rejects a process with different values. The data source must connect to
 * one <em>physical</em> database, because a sharding router may read the ledger's tables from any shard.
 *
 * <p>The ledger supports MySQL 8.0, MariaDB 10.6, PostgreSQL 9.5 and H2 2.2, or later versions. A statement waits at most 2 s for a row lock. After a
 * lock timeout, {@link #acquire} tries another worker. A generator repeats a renewal after a lock timeout. This class is thread-safe.
 */
public final class JdbcWorkerLedger extends StoreWorkerLedger {

    private static final Pattern SCOPE = Pattern.compile(
            "(?:shared|datacenter (?<datacenter>\\d+))(?:, workers (?<first>\\d+)\\.\\.(?<last>\\d+))?");

    private JdbcWorkerLedger(LedgerSettings settings, LedgerStore store) {
        super(settings, store, TimeSource.system());
    }

    /**
     * Returns a builder for a ledger that several databases share.
     *
     * @param dataSource a data source of one physical database
     */
    public static Builder shared(SnowflakeLayout layout, DataSource dataSource) {
        return new Builder(layout, OptionalLong.empty(), PhysicalSource.of(dataSource));
    }

    /**
     * Returns a builder for a ledger that grants the workers of one datacenter id, such as the number of a game server. If two databases may be
     * merged, their ledgers must have different datacenter ids.
     *
     * @throws IllegalArgumentException if the datacenter id does not fit into the layout's datacenter bits
     */
    public static Builder forDatacenter(SnowflakeLayout layout, long datacenter, DataSource dataSource) {
        return new Builder(layout, OptionalLong.of(datacenter), PhysicalSource.of(dataSource));
    }

    /**
     * Returns a builder with the layout, the scope and the worker range that the database stores for a namespace.
     *
     * @throws WorkerLedgerException if the namespace does not exist, or if the query fails
     */
    public static Builder stored(DataSource dataSource, String namespace) {
        LedgerBuilder.requireNamespace(namespace);
        PhysicalSource source = PhysicalSource.of(dataSource);
        List<Stored> all;
        try (OwnConnection own = OwnConnection.open(source, LedgerBuilder.DEFAULT_WINDOW)) {
            all = own.all(
                    "SELECT namespace, layout, scope FROM "
                            + TablePlace.of(own, JdbcLedgerStore.NAMESPACES).prefix() + JdbcLedgerStore.NAMESPACES
                            + " ORDER BY namespace",
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

        Builder builder(PhysicalSource source) {
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

        private final PhysicalSource source;
        private boolean createTables = true;

        Builder(SnowflakeLayout layout, OptionalLong owned, PhysicalSource source) {
            super(layout, owned);
            this.source = source;
        }

        /**
         * Sets whether the ledger creates missing tables and rows, true by default. If {@code createTables} is false, a missing table or row causes
         * an exception, which contains the required SQL statements.
         */
        public Builder createTables(boolean createTables) {
            this.createTables = createTables;
            return this;
        }

        /**
         * Creates a ledger without a query to the database.
         *
         * @throws IllegalArgumentException if the window is out of range
         */
        public JdbcWorkerLedger build() {
            return new JdbcWorkerLedger(settings(), new JdbcLedgerStore(settings(), source, createTables));
        }
    }
}
