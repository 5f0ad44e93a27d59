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
 * A user of the generator that configuration describes, for adapters: on a fixed worker, or on a ledger in a database.
 *
 * <p>A fixed worker has one user in a process, and a second one is rejected. Users of a ledger with equal settings (the same {@link
 * DataSource} object, or an equal text) share one generator, and so one worker. The generator is closed with its last user. Thread-safe.
 */
public final class ConfiguredGenerator implements AutoCloseable {

    /** The users in this JVM; this list is also their lock. */
    private static final List<ConfiguredGenerator> OPEN = new ArrayList<>();

    private final Map<String, Object> settings;
    private final SnowflakeIdGenerator ids;

    private ConfiguredGenerator(Map<String, Object> settings, SnowflakeIdGenerator ids) {
        this.settings = settings;
        this.ids = ids;
    }

    /**
     * Reads settings, and claims or leases a worker, unless equal settings have leased one in this process. Other calls that open or close
     * a user wait meanwhile.
     *
     * @param settings as {@link GeneratorConfig#parse} explains them
     * @param prefix the prefix of a name in the reader's configuration, for messages
     * @param dataSourceNamed finds the object of a name in the reader's surroundings, or throws an {@link IllegalArgumentException} that
     *     lists the possible names
     * @throws IllegalArgumentException if a setting is unknown, missing or malformed, or contradicts another one, naming it
     * @throws WorkerLedgerException if no worker is granted
     */
    public static ConfiguredGenerator open(
            Map<String, ?> settings, String prefix, Function<String, Object> dataSourceNamed) {
        Map<String, Object> comparable = new HashMap<>(settings);
        comparable.values().removeIf(value -> String.valueOf(value).isBlank()); // an empty password means none
        comparable.replaceAll((name, value) -> value instanceof DataSource ? value : String.valueOf(value));
        // compares the data source and the ledger: a name may lead to several databases, and a property may change
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

    /** Returns the generator; close it only with {@link #close}. */
    public SnowflakeIdGenerator ids() {
        return ids;
    }

    /** Gives the worker back, unless other users in this process share it; a second call does nothing. */
    @Override
    public void close() {
        synchronized (OPEN) {
            if (OPEN.remove(this) && OPEN.stream().noneMatch(other -> other.ids == ids)) {
                ids.close();
            }
        }
    }
}
