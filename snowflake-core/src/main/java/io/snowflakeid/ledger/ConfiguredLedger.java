package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.WorkerLedger;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A ledger and a generator's builder on it as configuration describes them, for frameworks that build generators themselves: to add
 * a listener, to choose when the worker is acquired, to close it when they want. {@link ConfiguredGenerator} is for those that need none
 * of this.
 *
 * <p>Nothing is asked of a database here, no worker is claimed, and nothing is shared with others in this process: each generator that
 * is built has a worker of its own.
 */
public final class ConfiguredLedger {

    private final WorkerLedger ledger;
    private final SnowflakeIdGenerator.Builder generator;

    private ConfiguredLedger(WorkerLedger ledger, SnowflakeIdGenerator.Builder generator) {
        this.ledger = ledger;
        this.generator = generator;
    }

    /**
     * Reads the settings that {@link ConfiguredGenerator#open} explains.
     *
     * @param settings values by those names: texts, numbers, or the data source itself
     * @param asWritten turns such a name, {@code ledger.scope}, into what stands in the reader's configuration, for messages
     * @param dataSourceNamed finds what has a name in the reader's surroundings, or throws an {@link IllegalArgumentException} that
     *     says which names there could be
     * @throws IllegalArgumentException if a setting is unknown, missing or malformed, or contradicts another one, naming it
     */
    public static ConfiguredLedger read(
            Map<String, ?> settings, UnaryOperator<String> asWritten, Function<String, Object> dataSourceNamed) {
        SettingValues values = new SettingValues(settings, asWritten, Surroundings.ofThisProcess());
        values.requireKnown(ConfiguredGenerator.settingNames());
        if (values.has("ledger")) {
            LedgerUse use = new JdbcLedgerSettings(values, dataSourceNamed).use();
            return new ConfiguredLedger(use.ledger(), use.generator());
        }
        return fixed(values);
    }

    /**
     * The same for a ledger that the caller has already, of whatever kind: {@code max-wait}, {@code clock-policy}, {@code max-leap} and
     * {@code run-ahead} are all that settings may say beside it.
     *
     * @throws IllegalArgumentException if another one is set, or one is malformed, naming it
     */
    public static ConfiguredLedger on(WorkerLedger ledger, Map<String, ?> settings, UnaryOperator<String> asWritten) {
        SettingValues values = new SettingValues(settings, asWritten, Surroundings.ofThisProcess());
        values.requireKnown(ConfiguredGenerator.settingNames());
        for (String name : ConfiguredGenerator.settingNames()) {
            if (values.has(name) && !GeneratorTerms.names().contains(name)) {
                throw new IllegalArgumentException(values.named(name)
                        + " contradicts the ledger that is handed over, " + ledger.describe()
                        + ", which has its layout and its workers already: remove one or the other");
            }
        }
        return with(ledger, values);
    }

    /** For who has looked at the names already, and found no ledger. */
    static ConfiguredLedger fixed(SettingValues values) {
        requireNoPartsOfALedger(values);
        if (!values.has("worker")) {
            throw new IllegalArgumentException(values.named("worker") + " or " + values.named("ledger")
                    + " is missing: set the first to a worker id"
                    + " that no other process uses, 0 to " + values.layout().maxWorker() + " with layout "
                    + values.layout().spec() + ", or to its source, one of " + WorkerSource.FORMS
                    + "; or the second to the database that hands workers out");
        }
        return with(new FixedWorkerSettings(values).ledger(), values);
    }

    private static void requireNoPartsOfALedger(SettingValues values) {
        for (String part : JdbcLedgerSettings.parts()) {
            if (values.has(part)) {
                throw new IllegalArgumentException(values.named("ledger") + " is missing beside " + values.named(part)
                        + ": set it to the data source or the jdbc: address of the database that holds the ledger, or remove "
                        + values.named(part));
            }
        }
    }

    private static ConfiguredLedger with(WorkerLedger ledger, SettingValues values) {
        return new ConfiguredLedger(
                ledger, GeneratorTerms.of(values, ledger.layout()).generatorOn(ledger, values));
    }

    /** The names that {@link #on} reads, sorted. {@link ConfiguredGenerator#settingNames} are those of {@link #read}. */
    public static List<String> settingNames() {
        return GeneratorTerms.names();
    }

    /** A {@link JdbcWorkerLedger}, a {@link FixedWorkerLedger}, or what was handed over. */
    public WorkerLedger ledger() {
        return ledger;
    }

    /** On that ledger, with all settings applied; the caller may add to it, and builds it once. */
    public SnowflakeIdGenerator.Builder generator() {
        return generator;
    }
}
