package io.snowflakeid.ledger;

import io.snowflakeid.ClockPolicy;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedger;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A generator as configuration describes it: the ledger, and what is the generator's own. Nothing is asked of a database and no worker
 * is claimed before a generator is built; each that is built has a worker of its own. Adapters share one by {@link ConfiguredGenerator}.
 * Immutable.
 *
 * @param ledger a {@link JdbcWorkerLedger}, a {@link FixedWorkerLedger}, or one that was handed over
 * @param clockPolicy what to do when the wall clock is set back
 * @param maxWait how long a call may wait for an id, 1 ms to 1 day
 * @param maxLeap how far a clock may leap ahead and be followed, 1 s to 365 days
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
        final String byDefault; // empty if there is none, or it follows from others

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

        /** Whether it may be given beside a ledger that is handed over. */
        boolean isOfGenerator() {
            return switch (this) {
                case CLOCK_POLICY, MAX_LEAP, MAX_WAIT, RUN_AHEAD -> true;
                default -> false;
            };
        }
    }

    private static final Pattern TIERED = Pattern.compile("(?i)tiered:([^/]+)/([^/]+)/([^/]+)");

    /** The names that {@link #parse} reads, sorted. */
    public static List<String> settingNames() {
        return Stream.of(Setting.values()).map(setting -> setting.key).toList();
    }

    /**
     * Reads settings, whose meanings, ranges and defaults docs/settings.md lists. Either {@code worker} is given, a number or its
     * {@linkplain WorkerSource source}, maybe with {@code file} ({@link FixedWorkerLedger}); or {@code ledger}, where the tables of a
     * {@link JdbcWorkerLedger} are, with {@code ledger.scope} and other parts of a ledger: a {@link javax.sql.DataSource} of a physical
     * database, the name of one, or a {@code jdbc:} address, behind which the ledger has connections of its own, so that no pool of the
     * application can starve it.
     *
     * @param settings values by the names of {@link #settingNames}: texts, numbers, durations, or the data source itself
     * @param asWritten turns such a name, {@code ledger.scope}, into what stands in the reader's configuration, for messages
     * @param dataSourceNamed finds what has a name in the reader's surroundings, or throws an {@link IllegalArgumentException} that
     *     says which names there could be
     * @throws IllegalArgumentException if a setting is unknown, missing or malformed, or contradicts another one, naming it
     */
    public static GeneratorConfig parse(
            Map<String, ?> settings, UnaryOperator<String> asWritten, Function<String, Object> dataSourceNamed) {
        return parse(new SettingsReader(settings, asWritten, HostEnvironment.REAL), dataSourceNamed);
    }

    static GeneratorConfig parse(SettingsReader values, Function<String, Object> dataSourceNamed) {
        values.requireKnown(settingNames());
        return beside(values.has("ledger") ? values.leased(dataSourceNamed) : values.fixed(), values);
    }

    /**
     * Reads settings for a ledger that the caller has already, of whatever kind: {@code max-wait}, {@code clock-policy}, {@code max-leap} and
     * {@code run-ahead} are all that settings may say beside it.
     *
     * @throws IllegalArgumentException if another one is set, or one is malformed, naming it
     */
    public static GeneratorConfig on(WorkerLedger ledger, Map<String, ?> settings, UnaryOperator<String> asWritten) {
        SettingsReader values = new SettingsReader(settings, asWritten, HostEnvironment.REAL);
        values.requireKnown(settingNames());
        for (Setting setting : Setting.values()) {
            if (values.has(setting.key) && !setting.isOfGenerator()) {
                throw new IllegalArgumentException(values.named(setting.key)
                        + " contradicts the ledger that is handed over, " + ledger.describe()
                        + ", which has its layout and its workers already: remove one or the other");
            }
        }
        return beside(ledger, values);
    }

    private static GeneratorConfig beside(WorkerLedger ledger, SettingsReader values) {
        SnowflakeLayout layout = ledger.layout();
        Duration longestRunAhead = layout.tick().multipliedBy(layout.runAheadTicks());
        SnowflakeIdGenerator.Builder checks = SnowflakeIdGenerator.builder(ledger);
        return new GeneratorConfig(
                ledger,
                clockPolicy(values),
                checked("max-wait", values, checks::maxWait),
                checked("max-leap", values, checks::maxLeap),
                values.has("run-ahead") ? checked("run-ahead", values, checks::runAhead) : longestRunAhead);
    }

    private static Duration checked(String name, SettingsReader values, Consumer<Duration> requireInRange) {
        Duration duration = values.duration(name).orElseThrow();
        return values.named(name, () -> {
            requireInRange.accept(duration);
            return duration;
        });
    }

    private static ClockPolicy clockPolicy(SettingsReader values) {
        String text = values.text("clock-policy").orElseThrow();
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "ride-through" -> ClockPolicy.rideThrough();
            case "refuse" -> ClockPolicy.refuse();
            case "tiered" -> ClockPolicy.tiered();
            default -> tiered(text, values);
        };
    }

    private static ClockPolicy tiered(String text, SettingsReader values) {
        Matcher tiers = TIERED.matcher(text);
        if (!tiers.matches()) {
            throw new IllegalArgumentException(values.named("clock-policy")
                    + " must be ride-through, refuse, tiered or, with what to sleep, to stay and to refuse at most,"
                    + " tiered:3ms/100ms/5s, but is '" + text + "'");
        }
        Duration sleep = values.duration("clock-policy", tiers.group(1));
        Duration stay = values.duration("clock-policy", tiers.group(2));
        Duration retryable = values.duration("clock-policy", tiers.group(3));
        return values.named("clock-policy", () -> ClockPolicy.tiered(sleep, stay, retryable));
    }

    /** With all of this applied; the caller may add to it, and builds it once. */
    public SnowflakeIdGenerator.Builder generator() {
        return SnowflakeIdGenerator.builder(ledger)
                .clockPolicy(clockPolicy)
                .maxWait(maxWait)
                .maxLeap(maxLeap)
                .runAhead(runAhead);
    }
}
