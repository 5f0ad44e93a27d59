package io.snowflakeid.ledger;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedgerException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;

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
     * <p>Either {@code worker}, with {@code file}, as {@link FixedWorkerLedger#fromSettings} reads them, or {@code ledger} with
     *
     * <ul>
     *   <li>{@code ledger}: where its tables are, in a physical database: a {@link javax.sql.DataSource}, a {@code jdbc:} address, or
     *       the name of a data source. Behind an address the ledger has connections of its own, so that no pool of the application
     *       can starve it
     *   <li>{@code ledger.user}, {@code ledger.password}: for an address
     *   <li>{@code ledger.scope}: required; {@code shared} if all databases that may ever be merged take their workers from this
     *       ledger ({@link JdbcWorkerLedger#shared}), {@code datacenter} if it owns the number {@code datacenter}
     *       ({@link JdbcWorkerLedger#forDatacenter})
     *   <li>{@code ledger.window} (default {@code 2m}), {@code ledger.renew-every} (default a sixth of it),
     *       {@code ledger.create-tables} (default {@code true}): as {@link JdbcWorkerLedger.Builder} explains them
     * </ul>
     *
     * <p>and, with both,
     *
     * <ul>
     *   <li>{@code layout} (default {@code DEFAULT}): what {@link SnowflakeLayout#parse} reads
     *   <li>{@code epoch}: in place of the layout's, which then has none behind an {@code @}; {@code 2026-01-01T00:00:00Z}, or a date,
     *       whose midnight in UTC it is
     *   <li>{@code datacenter} (default 0), {@code namespace} (default {@code default})
     *   <li>{@code clock-policy}: {@code ride-through} (default), {@code refuse}, {@code tiered}, or {@code tiered:3ms/100ms/5s}
     *       ({@link SnowflakeIdGenerator.Builder#clockPolicy})
     *   <li>{@code max-wait} (default {@code 2s}), {@code max-leap} (default {@code 10s}), {@code run-ahead} (default {@code 10ms}, or one
     *       tick if that is longer): as {@link SnowflakeIdGenerator.Builder} explains them
     * </ul>
     *
     * <p>Durations are {@code 2m}, {@code 20s}, {@code 500ms}, or as ISO 8601 writes them.
     *
     * @param settings values by those names: texts, numbers, or the data source itself
     * @param prefix what stands before a name in the reader's configuration, for messages
     * @param dataSourceNamed finds what has a name in the reader's surroundings, or throws an {@link IllegalArgumentException} that
     *     says which names there could be
     * @throws IllegalArgumentException if a setting is unknown, missing or malformed, or contradicts another one, or those with which
     *     the ledger is open in this process, naming it
     * @throws WorkerLedgerException if no worker is granted
     */
    public static ConfiguredGenerator open(
            Map<String, ?> settings, String prefix, Function<String, Object> dataSourceNamed) {
        SettingValues values = new SettingValues(settings, prefix::concat, Surroundings.ofThisProcess());
        values.requireKnown(settingNames());
        if (values.has("ledger")) {
            SharedGenerator shared = SharedGenerator.join(new JdbcLedgerSettings(values, dataSourceNamed).use());
            return new ConfiguredGenerator(shared.ids(), shared::leave);
        }
        SnowflakeIdGenerator own = ConfiguredLedger.fixed(values).generator().build();
        return new ConfiguredGenerator(own, own::close);
    }

    /** The names that {@link #open} reads, sorted. */
    public static List<String> settingNames() {
        return Stream.of(
                        FixedWorkerLedger.SETTINGS,
                        List.of("ledger"),
                        GeneratorTerms.names(),
                        JdbcLedgerSettings.parts())
                .flatMap(List::stream)
                .sorted()
                .toList();
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
