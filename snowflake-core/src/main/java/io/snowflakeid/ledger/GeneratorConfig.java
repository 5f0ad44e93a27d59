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
 * A generator as configuration describes it, with its ledger and its own settings. Reading a configuration does not query a database or claim a
 * worker. Each generator that is built has its own worker. Adapters share a generator through {@link ConfiguredGenerator}. Immutable.
 *
 * @param ledger a {@link JdbcWorkerLedger}, a {@link FixedWorkerLedger}, or a ledger that the caller has built
 * @param clockPolicy the reaction to a wall clock that is set back
 * @param maxWait the longest wait of a call for an id, 1 ms to 1 day
 * @param maxLeap the largest leap of a clock that ids follow, 1 s to 365 days
 * @param runAhead the longest time by which ids of a burst may be ahead of the clock, 0 to the limit of the layout
 */
public record GeneratorConfig(
        WorkerLedger ledger, ClockPolicy clockPolicy, Duration maxWait, Duration maxLeap, Duration runAhead) {

    /** All settings, sorted by name, with their defaults. The page docs/settings.md explains the settings. */
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

    /** Returns the names that {@link #parse} reads, sorted. */
    public static List<String> settingNames() {
        return Stream.of(Setting.values()).map(setting -> setting.key).toList();
    }

    /**
     * Reads settings, whose meanings, ranges and defaults docs/settings.md lists. A fixed worker has the setting {@code worker} with a number or its
     * {@linkplain FixedWorkerLedger#SOURCES source}, and the optional setting {@code file} ({@link FixedWorkerLedger}).
     *
     * <p>A {@link JdbcWorkerLedger} has {@code ledger.scope} and further settings beside {@code ledger}, the database that contains its tables. The
     * value of {@code ledger} is a {@link javax.sql.DataSource} of a physical database, the name of a data source, or a {@code jdbc:} address. The
     * ledger opens separate connections to a {@code jdbc:} address, so an exhausted pool of the application cannot delay the ledger.
     *
     * @param settings values by the names of {@link #settingNames}: texts, numbers, durations, or the data source itself
     * @param asWritten turns a name such as {@code ledger.scope} into the name in the reader's configuration, for messages
     * @param dataSourceNamed returns the object of a name, or throws an {@link IllegalArgumentException} that lists the possible names
     * @throws IllegalArgumentException if a setting is unknown, missing or malformed, or contradicts another setting
     */
    public static GeneratorConfig parse(
            Map<String, ?> settings, UnaryOperator<String> asWritten, Function<String, Object> dataSourceNamed) {
        return new SettingsReader(settings, asWritten, HostEnvironment.REAL).config(dataSourceNamed);
    }

    /**
     * Reads {@code max-wait}, {@code clock-policy}, {@code max-leap} and {@code run-ahead} for a ledger that the caller has built.
     *
     * @throws IllegalArgumentException if another setting is set, or a setting is malformed, with a message that names the setting
     */
    public static GeneratorConfig on(WorkerLedger ledger, Map<String, ?> settings, UnaryOperator<String> asWritten) {
        return new SettingsReader(settings, asWritten, HostEnvironment.REAL).configOn(ledger);
    }

    /** Returns a builder with these settings for one generator. The caller may change the settings of the builder. */
    public SnowflakeIdGenerator.Builder generator() {
        return SnowflakeIdGenerator.builder(ledger)
                .clockPolicy(clockPolicy)
                .maxWait(maxWait)
                .maxLeap(maxLeap)
                .runAhead(runAhead);
    }
}
