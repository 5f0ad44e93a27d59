package io.snowflakeid.demo.chaos;

import io.snowflakeid.RangedLedger;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.RedisServer;
import java.sql.SQLException;

/** Where a ledger is kept: what differs between databases with tables and Redis. */
interface LedgerStore {

    static LedgerStore of(Database database) {
        return RedisServer.is(database) ? new RedisStore(database) : new JdbcStore(database);
    }

    /**
     * How the ledger in it is set up.
     *
     * @param firstWorker the first one that it grants
     * @param lastWorker the last one
     * @param timeoutMillis how long to wait for a connection
     */
    record Setup(
            SnowflakeLayout layout, long firstWorker, long lastWorker, MakerSettings settings, long timeoutMillis) {

        String holder() {
            return "chaos writer " + settings.writer() + ", process " + settings.incarnation();
        }
    }

    /** A ledger, and the connections that lead to it. */
    record Opened(RangedLedger ledger, Runnable connections) implements AutoCloseable {

        @Override
        public void close() {
            connections.run();
        }
    }

    /** The ledger in use, and what it needs with it. */
    String describe();

    /** Product and version. */
    String version() throws SQLException;

    /** Makes what the ledger needs, so that the writers do not all do so at once. */
    void prepare(Setup setup);

    /** Never fails for want of a server; the caller closes it. */
    Opened open(Setup setup);

    /** Copies the rows of workers; to be put back after the ledger was marked as recovered. */
    IdMaker.Copy copy(Setup setup) throws SQLException;

    /** Removes all that is kept under that name. */
    void forget(String namespace) throws SQLException;
}
