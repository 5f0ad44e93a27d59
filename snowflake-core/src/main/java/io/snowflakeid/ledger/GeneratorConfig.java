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
 * A generator as configuration describes it: its ledger and its own settings. No database is asked and no worker is claimed before a
 * generator is built, and each generator that is built has a worker of its own. Adapters share a generator with {@link ConfiguredGenerator}.
 * Immutable.
 *
 * @param ledger a {@link JdbcWorkerLedger}, a {@link FixedWorkerLedger}, or a ledger that the caller has built
 * @param clockPolicy what to do when the wall clock is set back
 * @param maxWait how long a call may wait for an id, 1 ms to 1 day
 * @param maxLeap the largest leap of a clock that ids follow, 1 s to 365 days
 * @param runAhead how far ids of a burst may be ahead of the clock, 0 to what the layout allows
 */
public record GeneratorConfig(
        WorkerLedger ledger, ClockPolicy clockPolicy, Duration maxWait, Duration maxLeap, Duration runAhead) {

    /** All settings, sorted by name, with their defaults. docs/settings.md explains them. */
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
        final String byDefault; // empty if there is no default, or if it depends on other settings

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

    /** The names that {@link #parse} reads, sorted. */
    public static List<String> settingNames() {
        return Stream.of(Setting.values()).map(setting -> setting.key).toList();
    }

    /**
     * Reads settings, whose meanings, ranges and defaults docs/settings.md lists. Either {@code worker} is given, a number or its
     * {@linkplain FixedWorkerLedger#SOURCES source}, maybe with {@code file} ({@link FixedWorkerLedger}); or {@code ledger}, where the
     * tables of a {@link JdbcWorkerLedger} are, with {@code ledger.scope} and other parts of a ledger: a {@link javax.sql.DataSource} of a
     * physical database, the name of one, or a {@code jdbc:} address, to which the ledger opens connections of its own, so that no pool of
     * the application can starve it.
     *
     * @param settings values by the names of {@link #settingNames}: texts, numbers, durations, or the data source itself
     * @param asWritten turns such a name, {@code ledger.scope}, into the name in the reader's configuration, for messages
     * @param dataSourceNamed finds the object of a name in the reader's surroundings, or throws an {@link IllegalArgumentException} that
     *     lists the possible names
     * @throws IllegalArgumentException if a setting is unknown, missing or malformed, or contradicts another one, naming it
     */
    public static GeneratorConfig parse(
            Map<String, ?> settings, UnaryOperator<String> asWritten, Function<String, Object> dataSourceNamed) {
        return new SettingsReader(settings, asWritten, HostEnvironment.REAL).config(dataSourceNamed);
    }

    /**
     * Reads settings for a ledger of any kind that the caller has built. Only the settings {@code max-wait}, {@code clock-policy}, {@code max-leap}
     * and {@code run-ahead} are allowed.
     *
     * @throws IllegalArgumentException if another setting is set, or a setting is malformed; the message names it
     */
    public static GeneratorConfig on(WorkerLedger ledger, Map<String, ?> settings, UnaryOperator<String> asWritten) {
        return new SettingsReader(settings, asWritten, HostEnvironment.REAL).configOn(ledger);
    }

    /** Returns a builder with these settings, to which the caller may add, and which builds one generator. */
    public SnowflakeIdGenerator.Builder generator() {
        return SnowflakeIdGenerator.builder(ledger)
                .clockPolicy(clockPolicy)
                .maxWait(maxWait)
                .maxLeap(maxLeap)
                .runAhead(runAhead);
    }
}
