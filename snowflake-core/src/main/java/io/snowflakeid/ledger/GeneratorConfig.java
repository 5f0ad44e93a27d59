package io.snowflakeid.ledger;

import io.snowflakeid.WorkerLedger;
import io.snowflakeid.generator.ClockPolicy;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The configuration of a generator and its ledger. The methods of this class do not query a database or acquire a worker. Use
 * {@link ConfiguredGenerator} to share one generator. This class is immutable.
 *
 * @param ledger the ledger that grants workers to the generator
 * @param clockPolicy the reaction to a wall clock that is set back
 * @param maxWait the longest time that a call waits for an id, 1 ms to 1 day
 * @param maxLeap the largest forward jump of the clock that the generator accepts, 1 s to 365 days
 * @param runAhead the maximum time by which the timestamps of ids may be ahead of the clock, at most {@code runAheadTicks()} ticks
 */
public record GeneratorConfig(
        WorkerLedger ledger, ClockPolicy clockPolicy, Duration maxWait, Duration maxLeap, Duration runAhead) {

    /** All settings and their defaults, in alphabetical order. The page docs/settings.md explains each setting. */
    enum Setting {
        CLOCK_POLICY("clock-policy", "ride-through"),
        DATACENTER("datacenter", "0"),
        EPOCH("epoch", ""),
        FILE("file", ""),
        LAYOUT("layout", "DEFAULT"),
        LEDGER("ledger", ""),
        LEDGER_CREATE_TABLES("ledger.create-tables", "true"),
        LEDGER_PASSWORD("ledger.password", ""),
        LEDGER_SCOPE("ledger.scope", ""),
        LEDGER_USER("ledger.user", ""),
        LEDGER_WINDOW("ledger.window", "2m"),
        MAX_LEAP("max-leap", "10s"),
        MAX_WAIT("max-wait", "2s"),
        NAMESPACE("namespace", "default"),
        RUN_AHEAD("run-ahead", ""),
        WORKER("worker", "");

        final String key;
        final String byDefault; // empty if the setting has no default, or a default that depends on other settings

        Setting(String key, String byDefault) {
            this.key = key;
            this.byDefault = byDefault;
        }

        static Optional<String> defaultOf(String key) {
            return Stream.of(values())
                    .filter(setting -> setting.key.equals(key) && !setting.byDefault.isEmpty())
                    .map(setting -> setting.byDefault)
                    .findFirst();
        }
    }

    /** Returns the names of all settings in alphabetical order. */
    public static List<String> settingNames() {
        return Stream.of(Setting.values()).map(setting -> setting.key).toList();
    }

    /**
     * Reads the settings of a generator. The page docs/settings.md explains each setting. The setting {@code worker} selects a
     * {@link FixedWorkerLedger}, and the setting {@code ledger} selects a {@link JdbcWorkerLedger}.
     *
     * <p>The value of {@code ledger} is a {@link javax.sql.DataSource} of a physical database, the name of a data source, or a {@code jdbc:} address.
     * With a {@code jdbc:} address, the ledger opens its own connections, so an exhausted pool of the application does not delay the ledger.
     *
     * @param settings a map from setting names to values, which are texts, numbers, durations or data sources
     * @param asWritten converts a setting name such as {@code ledger.scope} to the name in the user's configuration, for messages
     * @param dataSourceNamed finds a data source by name, or throws an {@link IllegalArgumentException} that lists the known names
     * @throws IllegalArgumentException if a setting is unknown, missing or malformed, or contradicts another setting
     */
    public static GeneratorConfig parse(
            Map<String, ?> settings, UnaryOperator<String> asWritten, Function<String, Object> dataSourceNamed) {
        return new SettingsReader(settings, asWritten, HostEnvironment.REAL).config(dataSourceNamed);
    }

    /**
     * Returns a configuration with the given ledger and the settings {@code max-wait}, {@code clock-policy}, {@code max-leap} and {@code run-ahead}.
     *
     * @throws IllegalArgumentException if a setting is malformed, or if {@code settings} contains a setting that this method does not read
     */
    public static GeneratorConfig on(WorkerLedger ledger, Map<String, ?> settings, UnaryOperator<String> asWritten) {
        return new SettingsReader(settings, asWritten, HostEnvironment.REAL).configOn(ledger);
    }

    /** Returns a generator builder with the settings of this configuration. */
    public SnowflakeIdGenerator.Builder generator() {
        return SnowflakeIdGenerator.builder(ledger)
                .clockPolicy(clockPolicy)
                .maxWait(maxWait)
                .maxLeap(maxLeap)
                .runAhead(runAhead);
    }
}
