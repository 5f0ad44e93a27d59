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
 * A reference to a generator that was built from configuration settings. A generator with a fixed worker id can have only one open reference in a
 * JVM. References with equal settings for a ledger share one generator and one worker. A generator is closed when the last reference to the generator
 * is closed. This class is thread-safe.
 */
public final class ConfiguredGenerator implements AutoCloseable {

    /** The open references to shared generators in this JVM. */
    private static final List<ConfiguredGenerator> OPEN = new ArrayList<>();

    private final Map<String, Object> settings;
    private final SnowflakeIdGenerator ids;

    private ConfiguredGenerator(Map<String, Object> settings, SnowflakeIdGenerator ids) {
        this.settings = settings;
        this.ids = ids;
    }

    /**
     * Returns a reference to the generator for the given settings. If no shared generator exists, the method builds a generator, which acquires a
     * worker.
     *
     * @param settings the settings that {@link GeneratorConfig#parse} reads
     * @param prefix the prefix of setting names in messages
     * @param dataSourceNamed finds a data source by name, or throws an {@link IllegalArgumentException} that lists the known names
     * @throws IllegalArgumentException if a setting is unknown, missing or malformed, or contradicts another setting
     * @throws WorkerLedgerException if no worker is granted
     */
    public static ConfiguredGenerator open(
            Map<String, ?> settings, String prefix, Function<String, Object> dataSourceNamed) {
        Map<String, Object> comparable = new HashMap<>(settings);
        // an empty password equals a missing password
        comparable.values().removeIf(value -> String.valueOf(value).isBlank());
        comparable.replaceAll((name, value) -> value instanceof DataSource ? value : String.valueOf(value));
        // the comparison includes the data source, because callers may use one name for different data sources
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

    /** Returns the shared generator. Callers must call {@link #close} instead of the generator's {@code close}. */
    public SnowflakeIdGenerator ids() {
        return ids;
    }

    /** Closes this reference. The generator releases the worker if no other reference is open. */
    @Override
    public void close() {
        synchronized (OPEN) {
            if (OPEN.remove(this) && OPEN.stream().noneMatch(other -> other.ids == ids)) {
                ids.close();
            }
        }
    }
}
