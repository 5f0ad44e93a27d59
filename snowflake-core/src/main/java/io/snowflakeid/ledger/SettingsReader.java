package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.generator.ClockPolicy;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.internal.jdbc.PhysicalSource;
import io.snowflakeid.ledger.GeneratorConfig.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** Converts settings to a {@link GeneratorConfig}. Each exception contains the name of the invalid setting. */
final class SettingsReader {

    private final Map<String, ?> settings;
    private final UnaryOperator<String> asWritten;
    private final HostEnvironment host;

    /** @param asWritten converts a setting name to the name in the user's configuration, for messages */
    SettingsReader(Map<String, ?> settings, UnaryOperator<String> asWritten, HostEnvironment host) {
        this.settings = settings;
        this.asWritten = asWritten;
        this.host = host;
        List<String> known = GeneratorConfig.settingNames();
        for (String name : settings.keySet()) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException("unknown setting " + named(name) + ", known are "
                        + String.join(", ", known.stream().map(asWritten).toList()));
            }
        }
    }

    private String named(String name) {
        return asWritten.apply(name);
    }

    private boolean has(String name) {
        return settings.get(name) != null;
    }

    /** Returns the trimmed value of a setting, or the default value if the setting is absent. */
    private Optional<String> text(String name) {
        Object value = settings.get(name);
        if (value == null) {
            return Setting.defaultOf(name);
        }
        String text = value.toString().trim();
        if (text.isEmpty()) {
            throw new IllegalArgumentException(named(name) + " must not be blank: give it a value, or leave it out");
        }
        return Optional.of(text);
    }

    private String value(String name) {
        return text(name).orElseThrow();
    }

    private boolean flag(String name) {
        String text = value(name);
        if (!text.matches("(?i)true|false")) {
            throw new IllegalArgumentException(named(name) + " must be true or false, but is '" + text + "'");
        }
        return Boolean.parseBoolean(text);
    }

    /** Reads a duration such as {@code 2m}, {@code 20s}, {@code 500ms}, {@code 1h}, or an ISO 8601 duration. */
    private Duration duration(String name, String text) {
        String compact = text.replace(" ", "").toUpperCase(Locale.ROOT);
        try {
            return compact.endsWith("MS")
                    ? Duration.ofMillis(Long.parseLong(compact.substring(0, compact.length() - 2)))
                    : Duration.parse(compact.startsWith("P") ? compact : "PT" + compact);
        } catch (DateTimeParseException | NumberFormatException e) {
            throw new IllegalArgumentException(
                    named(name) + " must be a duration such as 2m, 20s, 500ms or PT2M, but is '" + text + "'", e);
        }
    }

    private Duration duration(String name, Consumer<Duration> requireInRange) {
        Duration duration = duration(name, value(name));
        return naming(name, () -> {
            requireInRange.accept(duration);
            return duration;
        });
    }

    private long number(String name, int bits) {
        String text = value(name);
        return naming(name, () -> WorkerSource.number(text, bits, host));
    }

    /** Adds the setting name to the message of an {@link IllegalArgumentException}. */
    private <T> T naming(String name, Supplier<T> step) {
        try {
            return step.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(named(name) + ": " + e.getMessage(), e);
        }
    }

    private void rejectBeside(String chosen, Predicate<String> others) {
        for (String name : GeneratorConfig.settingNames()) {
            if (has(name) && others.test(name)) {
                throw new IllegalArgumentException(
                        named(name) + " contradicts " + chosen + ": remove one or the other");
            }
        }
    }

    GeneratorConfig config(Function<String, Object> dataSourceNamed) {
        return beside(has("ledger") ? leased(dataSourceNamed) : fixed());
    }

    GeneratorConfig configOn(WorkerLedger ledger) {
        List<String> ofGenerator = List.of("clock-policy", "max-leap", "max-wait", "run-ahead");
        rejectBeside(
                "the ledger that is handed over, " + ledger.describe()
                        + ", which has its layout and its workers already",
                name -> !ofGenerator.contains(name));
        return beside(ledger);
    }

    private GeneratorConfig beside(WorkerLedger ledger) {
        SnowflakeLayout layout = ledger.layout();
        SnowflakeIdGenerator.Builder checks = SnowflakeIdGenerator.builder(ledger);
        return new GeneratorConfig(
                ledger,
                clockPolicy(),
                duration("max-wait", checks::maxWait),
                duration("max-leap", checks::maxLeap),
                has("run-ahead")
                        ? duration("run-ahead", checks::runAhead)
                        : layout.tick().multipliedBy(layout.runAheadTicks()));
    }

    private ClockPolicy clockPolicy() {
        String text = value("clock-policy").toLowerCase(Locale.ROOT);
        return switch (text) {
            case "ride-through" -> ClockPolicy.rideThrough();
            case "refuse" -> ClockPolicy.refuse();
            case "tiered" -> ClockPolicy.tiered();
            default -> {
                if (!text.matches("tiered:[^/]+/[^/]+/[^/]+")) {
                    throw new IllegalArgumentException(named("clock-policy")
                            + " must be ride-through, refuse, tiered or, with what to sleep, to stay and to refuse at"
                            + " most, tiered:3ms/100ms/5s, but is '" + text + "'");
                }
                List<Duration> tiers = Stream.of(
                                text.substring("tiered:".length()).split("/", -1))
                        .map(tier -> duration("clock-policy", tier))
                        .toList();
                yield naming("clock-policy", () -> ClockPolicy.tiered(tiers.get(0), tiers.get(1), tiers.get(2)));
            }
        };
    }

    private FixedWorkerLedger fixed() {
        SnowflakeLayout layout = layout();
        if (!has("worker")) {
            throw new IllegalArgumentException(named("worker") + " or " + named("ledger")
                    + " is missing: set the first to a worker id that no other process uses, 0 to "
                    + layout.maxWorker() + " with layout " + layout.spec() + ", or to its source, one of "
                    + FixedWorkerLedger.SOURCES + "; or the second to the database that hands workers out");
        }
        rejectBeside(named("worker") + ", which needs no ledger", name -> name.startsWith("ledger."));
        FixedWorkerLedger ledger = FixedWorkerLedger.of(
                layout, number("datacenter", layout.datacenterBits()), number("worker", layout.workerBits()));
        FixedWorkerLedger named = naming("namespace", () -> ledger.inNamespace(value("namespace")));
        return text("file").map(Path::of).map(named::storedIn).orElse(named);
    }

    private JdbcWorkerLedger leased(Function<String, Object> dataSourceNamed) {
        rejectBeside(
                named("ledger") + ", which chooses the worker and keeps its window",
                name -> name.equals("worker") || name.equals("file"));
        SnowflakeLayout layout = layout();
        boolean owned = ownsDatacenter(layout);
        boolean cannotOwn = owned && layout.datacenterBits() == 0; // the builder rejects any number, with the fix
        long datacenter = number("datacenter", cannotOwn ? Integer.SIZE : layout.datacenterBits());
        PhysicalSource source = source(dataSourceNamed);
        JdbcWorkerLedger.Builder builder = naming(
                        "datacenter",
                        () -> new JdbcWorkerLedger.Builder(
                                layout, owned ? OptionalLong.of(datacenter) : OptionalLong.empty(), source))
                .datacenter(datacenter)
                .createTables(flag("ledger.create-tables"));
        naming("namespace", () -> builder.namespace(value("namespace")));
        duration("ledger.window", window -> builder.window(window).settings());
        return builder.build();
    }

    private boolean ownsDatacenter(SnowflakeLayout layout) {
        String scope = text("ledger.scope").orElse("");
        boolean owned = scope.equalsIgnoreCase("datacenter");
        if (!owned && !scope.equalsIgnoreCase("shared")) {
            throw new IllegalArgumentException(named("ledger.scope")
                    + (scope.isEmpty() ? " is missing" : " must be shared or datacenter, but is '" + scope + "'")
                    + ": which databases may ever be merged? If all of them take their workers from this ledger, set it"
                    + " to shared; if each has a ledger of its own, set it to datacenter, and " + named("datacenter")
                    + " to a number that no other ledger has");
        }
        if (owned && !has("datacenter")) {
            throw new IllegalArgumentException(named("datacenter") + " is missing: with " + named("ledger.scope")
                    + "=datacenter it is the number that this ledger owns and no other has, 0 to "
                    + layout.maxDatacenter() + " with layout " + layout.spec());
        }
        return owned;
    }

    private PhysicalSource source(Function<String, Object> dataSourceNamed) {
        Object given = settings.get("ledger");
        String name = value("ledger");
        if (name.startsWith("jdbc:") && !(given instanceof DataSource)) {
            String user = text("ledger.user").orElse(null);
            String password = Objects.toString(settings.get("ledger.password"), "");
            return naming("ledger", () -> PhysicalSource.at(name, user, password.isEmpty() ? null : password));
        }
        Object found = given instanceof DataSource ? given : naming("ledger", () -> dataSourceNamed.apply(name));
        if (!(found instanceof DataSource dataSource)) {
            throw new IllegalArgumentException(named("ledger") + ": '" + name + "' is a "
                    + found.getClass().getName() + ", needed is a " + DataSource.class.getName());
        }
        rejectBeside(
                named("ledger") + ", a data source, which has its own user and password",
                other -> other.equals("ledger.user") || other.equals("ledger.password"));
        return naming("ledger", () -> PhysicalSource.of(dataSource));
    }

    private SnowflakeLayout layout() {
        String text = value("layout");
        Optional<Instant> epoch = text("epoch").map(this::epoch);
        boolean isPreset = SnowflakeLayout.presets().containsKey(text.toUpperCase(Locale.ROOT));
        String complete =
                isPreset ? text : text + epoch.map(moment -> "@" + moment).orElse("");
        SnowflakeLayout layout = naming("layout", () -> SnowflakeLayout.parse(complete));
        return epoch.map(moment -> naming("epoch", () -> layout.withEpoch(moment)))
                .orElse(layout);
    }

    private Instant epoch(String text) {
        try {
            return OffsetDateTime.parse(text.indexOf('T') < 0 ? text + "T00:00Z" : text)
                    .toInstant();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    named("epoch")
                            + " must be an instant such as 2026-01-01T00:00:00Z, or a date, whose midnight in UTC it"
                            + " is, but is '" + text + "'",
                    e);
        }
    }
}
