package io.snowflakeid.verification.makers;

import io.snowflakeid.RangedLedger;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.RedisServer;
import io.snowflakeid.ledger.spi.LedgerBuilder;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** A ledger and the connections that lead to it: what differs between databases with tables and Redis. */
interface LedgerStore extends AutoCloseable {

    /** Never fails for want of a server; the caller closes it. */
    static LedgerStore open(Setup setup) {
        return RedisServer.is(setup.database()) ? new RedisStore(setup) : new JdbcStore(setup);
    }

    /**
     * How one ledger of a run is set up. Several split the workers evenly.
     *
     * @param index which of the databases of the settings holds it
     */
    record Setup(MakerSettings settings, int index) {

        private static final long WORKERS = SnowflakeLayout.DEFAULT.maxWorker() + 1;

        static List<Setup> all(MakerSettings settings) {
            return IntStream.range(0, settings.databases().size())
                    .mapToObj(index -> new Setup(settings, index))
                    .toList();
        }

        Database database() {
            return settings.databases().get(index);
        }

        <B extends LedgerBuilder<B>> B applyTo(B ledger) {
            int ledgers = settings.databases().size();
            return ledger.workers(index * WORKERS / ledgers, (index + 1) * WORKERS / ledgers - 1)
                    .namespace(settings.namespace())
                    .window(Duration.ofMillis(settings.windowMillis()))
                    .holder("chaos " + settings.whose());
        }
    }

    RangedLedger ledger();

    /** Makes what the ledger needs, so that the writers do not all do so at once. */
    void prepare();

    /** Copies the rows of workers; to be put back after the ledger was marked as recovered. */
    IdMaker.Copy copy() throws SQLException;

    /** Removes all that is kept of the run. */
    void forget() throws SQLException;

    @Override
    void close();
}
