package io.snowflakeid.ledger;

import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * The generator that configuration describes, on a fixed worker or on a ledger in a database. An instance is one user of the generator.
 *
 * <p>A fixed worker has one user in a process, and a second user is rejected. Users of a ledger with equal settings (the same {@link DataSource}
 * object, or an equal text) share one generator, and so one worker. The generator is closed with its last user. Thread-safe.
 */
public final class ConfiguredGenerator implements AutoCloseable {

    /** The users in this JVM. The list is also the lock for changes of the list. */
    private static final List<ConfiguredGenerator> OPEN = new ArrayList<>();

    private final Map<String, Object> settings;
    private final SnowflakeIdGenerator ids;

    private ConfiguredGenerator(Map<String, Object> settings, SnowflakeIdGenerator ids) {
        this.settings = settings;
        this.ids = ids;
    }

    /**
     * Reads settings, and claims or leases a worker. If equal settings have already leased a worker in this process, the new user shares the
     * generator of these settings. Calls that open or close a user run one after the other.
     *
     * @param settings the settings, as {@link GeneratorConfig#parse} explains them
     * @param prefix the prefix of a setting's name in the reader's configuration, for messages
     * @param dataSourceNamed returns the object of a name, or throws an {@link IllegalArgumentException} that lists the possible names
     * @throws IllegalArgumentException if a setting is unknown, missing or malformed, or contradicts another setting
     * @throws WorkerLedgerException if no worker is granted
     */
    public static ConfiguredGenerator open(
            Map<String, ?> settings, String prefix, Function<String, Object> dataSourceNamed) {
        Map<String, Object> comparable = new HashMap<>(settings);
        // an empty password means that there is no password
        comparable.values().removeIf(value -> String.valueOf(value).isBlank());
        comparable.replaceAll((name, value) -> value instanceof DataSource ? value : String.valueOf(value));
        // data source and ledger are compared, too, because a name may mean several databases, and properties change
        GeneratorConfig config = GeneratorConfig.parse(settings, prefix::concat, name -> {
            Object named = dataSourceNamed.apply(name);
            comparable.put("ledger", named);
            return named;
        });
        comparable.put("", config.ledger().describe());
        boolean isLeased = config.ledger() instanceof JdbcWorkerLedger;
        synchronized (OPEN) {
            SnowflakeIdGenerator ids = OPEN.stream()
                    .filter(other -> isLeased && other.settings.equals(comparable))
                    .findFirst()
                    .map(ConfiguredGenerator::ids)
                    .orElseGet(() -> config.generator().build());
            ConfiguredGenerator user = new ConfiguredGenerator(comparable, ids);
            OPEN.add(user);
            return user;
        }
    }

    /** Returns the generator. Callers close the generator only with {@link #close}. */
    public SnowflakeIdGenerator ids() {
        return ids;
    }

    /** Releases the worker, unless other users in this process share the worker. A second call of {@code close} does nothing. */
    @Override
    public void close() {
        synchronized (OPEN) {
            if (OPEN.remove(this) && OPEN.stream().noneMatch(other -> other.ids == ids)) {
                ids.close();
            }
        }
    }
}
