package io.snowflakeid.ledger;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedgerException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * A generator as configuration describes it, for adapters: on a fixed worker, or on a ledger in a database.
 *
 * <p>A worker has one user in a process, and a second one is refused. A ledger may have several: all that name the same one, with the
 * same namespace, scope and datacenter, share one generator and so one worker. It is closed when the last of them is. The same are
 * the same {@link javax.sql.DataSource} object, and {@code jdbc:} addresses with equal text, user and password.
 *
 * <p>Thread-safe.
 */
public final class ConfiguredGenerator implements IdGenerator, AutoCloseable {

    private final SnowflakeIdGenerator ids;
    private final Runnable giveBack;
    private final AtomicBoolean closed = new AtomicBoolean();

    private ConfiguredGenerator(SnowflakeIdGenerator ids, Runnable giveBack) {
        this.ids = ids;
        this.giveBack = giveBack;
    }

    /**
     * Reads settings, and claims or leases a worker, unless the ledger is open in this process already.
     *
     * @param settings as {@link GeneratorConfig#parse} explains them
     * @param prefix what stands before a name in the reader's configuration, for messages
     * @param dataSourceNamed finds what has a name in the reader's surroundings, or throws an {@link IllegalArgumentException} that
     *     says which names there could be
     * @throws IllegalArgumentException if a setting is unknown, missing or malformed, or contradicts another one, or those with which
     *     the ledger is open in this process, naming it
     * @throws WorkerLedgerException if no worker is granted
     */
    public static ConfiguredGenerator open(
            Map<String, ?> settings, String prefix, Function<String, Object> dataSourceNamed) {
        GeneratorConfig config = GeneratorConfig.parse(settings, prefix::concat, dataSourceNamed);
        if (config.ledger() instanceof JdbcWorkerLedger leased) {
            SharedGenerator shared = SharedGenerator.join(config, leased, prefix);
            return new ConfiguredGenerator(shared.ids(), shared::leave);
        }
        SnowflakeIdGenerator own = config.generator().build();
        return new ConfiguredGenerator(own, own::close);
    }

    /** @throws IllegalStateException if this was closed, though others go on with the generator */
    private SnowflakeIdGenerator ids() {
        // one that is closed itself says so
        if (closed.get() && !ids.status().closed()) {
            throw new IllegalStateException("this user of a shared generator is closed: take ids before it is closed");
        }
        return ids;
    }

    @Override
    public long nextId() {
        return ids().nextId();
    }

    @Override
    public long nextId(long gene) {
        return ids().nextId(gene);
    }

    @Override
    public IdBatch reserve(int count) {
        return ids().reserve(count);
    }

    @Override
    public SnowflakeLayout layout() {
        return ids.layout();
    }

    /** Gives the worker back, unless others in this process share it. Later calls for ids are refused; closing again does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            giveBack.run();
        }
    }
}
