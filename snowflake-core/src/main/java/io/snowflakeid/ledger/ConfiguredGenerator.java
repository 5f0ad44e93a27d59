package io.snowflakeid.ledger;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedgerException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

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

    /** Those of this JVM that have a user. Counts are changed within the map's own steps. */
    private static final ConcurrentMap<Place, Shared> USED = new ConcurrentHashMap<>();

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
            return join(config, leased, prefix);
        }
        SnowflakeIdGenerator own = config.generator().build();
        return new ConfiguredGenerator(own, own::close);
    }

    // ---- a ledger's one generator in this process

    /** The same data source object, or connections to the same address, is the same ledger. */
    record Place(DataSource dataSource, String namespace, String scope, long datacenter) {
        @Override
        public String toString() {
            return "ledger '" + namespace + "' (" + scope + (scope.equals("shared") ? ", datacenter " + datacenter : "")
                    + ")";
        }
    }

    /** How the first user opened it. */
    private record Opening(SnowflakeIdGenerator ids, Map<String, Object> terms, String prefix, String by) {}

    private static final class Shared {
        private int users;
        private @Nullable Opening opening; // guarded by this
    }

    private static ConfiguredGenerator join(GeneratorConfig config, JdbcWorkerLedger leased, String prefix) {
        Place place = leased.place();
        Shared shared = USED.compute(place, (key, present) -> {
            Shared used = present == null ? new Shared() : present;
            used.users++;
            return used;
        });
        try {
            SnowflakeIdGenerator ids = openOnce(shared, place, config, config.terms(leased), prefix);
            return new ConfiguredGenerator(ids, () -> leave(shared, place));
        } catch (RuntimeException e) {
            leave(shared, place);
            throw e;
        }
    }

    /** While the ledger is asked, other users of this one wait, and those of other ledgers do not. */
    private static SnowflakeIdGenerator openOnce(
            Shared shared, Place place, GeneratorConfig config, Map<String, Object> terms, String prefix) {
        synchronized (shared) {
            Opening first = shared.opening;
            if (first == null) {
                String by = "thread " + Thread.currentThread().getName() + " at " + Instant.now();
                first = new Opening(config.generator().build(), terms, prefix, by);
                shared.opening = first;
            } else if (!terms.equals(first.terms())) {
                throw new IllegalArgumentException(otherThan(first.terms(), terms, prefix) + ", but " + place
                        + " has one generator in this process, which " + first.by() + " opened with "
                        + otherThan(terms, first.terms(), first.prefix()) + ": give all the same");
            }
            return first.ids();
        }
    }

    /** Those of the terms that differ from the others, as settings. */
    private static String otherThan(Map<String, Object> others, Map<String, Object> terms, String prefix) {
        Map<String, Object> different = new LinkedHashMap<>(terms);
        different.entrySet().removeAll(others.entrySet());
        return different.entrySet().stream()
                .map(term -> prefix + term.getKey() + "=" + term.getValue())
                .collect(Collectors.joining(", "));
    }

    private static void leave(Shared shared, Place place) {
        if (USED.computeIfPresent(place, (key, used) -> --used.users == 0 ? null : used) == null) {
            synchronized (shared) {
                if (shared.opening != null) {
                    shared.opening.ids().close();
                }
            }
        }
    }

    // ---- one user

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
