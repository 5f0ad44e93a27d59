package io.snowflakeid.verification.makers;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.ledger.spi.LedgerBuilder;
import io.snowflakeid.ledger.spi.StoreWorkerLedger;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/** A ledger under test, with the connections to it. */
abstract class TestedLedger implements AutoCloseable {

    private static final long WORKERS = SnowflakeLayout.DEFAULT.maxWorker() + 1;

    final MakerSettings settings;
    final Database database;
    final int index;

    TestedLedger(MakerSettings settings, int index) {
        this.settings = settings;
        this.index = index;
        database = settings.databases().get(index);
    }

    /** Opens a ledger for each database, even if a server is down. The caller must close the ledgers. */
    static List<TestedLedger> openAll(MakerSettings settings) {
        return IntStream.range(0, settings.databases().size())
                .<TestedLedger>mapToObj(
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
                .holder("chaos " + settings.label());
    }

    abstract StoreWorkerLedger ledger();

    abstract void prepare();

    /** Copies the rows of workers. Restoring an older copy of the ledger also marks the ledger as recovered. */
    abstract IdMaker.Copy copy() throws SQLException;

    abstract void deleteRows() throws SQLException;

    @Override
    public abstract void close();
}
