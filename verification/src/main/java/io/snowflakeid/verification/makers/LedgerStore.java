package io.snowflakeid.verification.makers;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.ledger.spi.LedgerBuilder;
import io.snowflakeid.ledger.spi.StoreWorkerLedger;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A ledger of a run, and the connections that lead to it: what differs between databases with tables and Redis. Several ledgers split
 * the workers evenly.
 */
abstract class LedgerStore implements AutoCloseable {

    private static final long WORKERS = SnowflakeLayout.DEFAULT.maxWorker() + 1;

    final MakerSettings settings;
    final Database database;
    final int index;

    /** @param index which of the databases of the settings holds the ledger */
    LedgerStore(MakerSettings settings, int index) {
        this.settings = settings;
        this.index = index;
        database = settings.databases().get(index);
    }

    /** One for each database. Never fails for want of a server; the caller closes them. */
    static List<LedgerStore> openAll(MakerSettings settings) {
        return IntStream.range(0, settings.databases().size())
                .<LedgerStore>mapToObj(
                        index -> RedisStore.is(settings.databases().get(index))
                                ? new RedisStore(settings, index)
                                : new JdbcStore(settings, index))
                .toList();
    }

    <B extends LedgerBuilder<B>> B setUp(B ledger) {
        int ledgers = settings.databases().size();
        return ledger.workers(index * WORKERS / ledgers, (index + 1) * WORKERS / ledgers - 1)
                .namespace(settings.namespace())
                .window(Duration.ofMillis(settings.windowMillis()))
                .holder("chaos " + settings.whose());
    }

    abstract StoreWorkerLedger ledger();

    /** Makes what the ledger needs, so that the writers do not all do so at once. */
    abstract void prepare();

    /** Copies the rows of workers; to be put back after the ledger was marked as recovered. */
    abstract IdMaker.Copy copy() throws SQLException;

    /** Removes all that is kept of the run. */
    abstract void forget() throws SQLException;

    @Override
    public abstract void close();
}
