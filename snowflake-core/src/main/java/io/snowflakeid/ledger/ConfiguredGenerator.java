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
     * <p>and, with both, {@code layout} (default {@code DEFAULT}), {@code datacenter} (default 0), {@code namespace} (default
     * {@code default}), {@code max-wait} (default {@code 2s}; {@link SnowflakeIdGenerator.Builder#maxWait}). Durations are
     * {@code 2m}, {@code 20s}, {@code 500ms}, or as ISO 8601 writes them.
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
        SettingValues values = new SettingValues(settings, prefix, Surroundings.ofThisProcess());
        values.requireKnown(settingNames());
        if (values.has("ledger")) {
            SharedGenerator shared = SharedGenerator.join(new LedgerSettings(values, dataSourceNamed).use());
            return new ConfiguredGenerator(shared.ids(), shared::leave);
        }
        requireNoPartsOfALedger(values);
        SnowflakeIdGenerator own = onFixedWorker(values);
        return new ConfiguredGenerator(own, own::close);
    }

    /** The names that {@link #open} reads, sorted. */
    public static List<String> settingNames() {
        return Stream.of(FixedWorkerLedger.SETTINGS, List.of("ledger", "max-wait"), LedgerSettings.parts())
                .flatMap(List::stream)
                .sorted()
                .toList();
    }

    private static void requireNoPartsOfALedger(SettingValues values) {
        for (String part : LedgerSettings.parts()) {
            if (values.has(part)) {
                throw new IllegalArgumentException(values.named("ledger") + " is missing beside " + values.named(part)
                        + ": set it to the data source or the jdbc: address of the database that holds the ledger, or remove "
                        + values.named(part));
            }
        }
    }

    private static SnowflakeIdGenerator onFixedWorker(SettingValues values) {
        if (!values.has("worker")) {
            throw new IllegalArgumentException(values.named("worker") + " or " + values.named("ledger")
                    + " is missing: set the first to a worker id"
                    + " that no other process uses, 0 to " + values.layout().maxWorker() + " with layout "
                    + values.layout().spec() + ", or to its source, one of " + WorkerSource.FORMS
                    + "; or the second to the database that hands workers out");
        }
        return LedgerSettings.generatorOn(new FixedWorkerSettings(values).ledger(), values)
                .build();
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
