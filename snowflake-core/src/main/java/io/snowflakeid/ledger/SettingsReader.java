package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.GeneratorConfig.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * Settings under short names, as configuration files spell them: texts, numbers, objects; and what they say of the bits of an id, and of where
 * the worker comes from, a ledger in a database or a fixed one. What is malformed or contradicts another setting is refused by name. Nothing is
 * asked of a database here.
 */
final class SettingsReader {

    private static final Pattern WHOLE_NUMBER = Pattern.compile("[+-]?[0-9]{1,18}");
    private static final Pattern SHORT_DURATION = Pattern.compile("([0-9]{1,9}) ?(ms|s|m|h)");
    private static final String ADDRESS = "jdbc:";
    private static final String SHARED = "shared";
    private static final String OWNED = "datacenter";

    private final Map<String, ?> settings;
    private final UnaryOperator<String> asWritten;
    private final HostEnvironment host;

    /** @param asWritten how a name stands in the reader's configuration, for messages */
    SettingsReader(Map<String, ?> settings, UnaryOperator<String> asWritten, HostEnvironment host) {
        this.settings = settings;
        this.asWritten = asWritten;
        this.host = host;
    }

    void requireKnown(Collection<String> known) {
        for (String name : settings.keySet()) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException("unknown setting " + named(name) + ", known are "
                        + known.stream().map(asWritten).collect(Collectors.joining(", ")));
            }
        }
    }

    /** A setting as the reader knows it. */
    String named(String name) {
        return asWritten.apply(name);
    }

    boolean has(String name) {
        return settings.get(name) != null;
    }

    /** What is given, without the blanks around it, or the default, if there is one; blanks alone are refused. */
    Optional<String> text(String name) {
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

    /** Of a setting with a default. */
    boolean flag(String name) {
        return switch (text(name).orElseThrow().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default ->
                throw new IllegalArgumentException(
                        named(name) + " must be true or false, but is '" + settings.get(name) + "'");
        };
    }

    /** {@code 2m}, {@code 20s}, {@code 500ms}, {@code 1h}, or as ISO 8601 writes it. */
    Optional<Duration> duration(String name) {
        return text(name).map(text -> duration(name, text));
    }

    Duration duration(String name, String text) {
        Matcher small = SHORT_DURATION.matcher(text);
        if (small.matches()) {
            return Duration.of(Long.parseLong(small.group(1)), unit(small.group(2)));
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    named(name) + " must be a duration such as 2m, 20s, 500ms or PT2M, but is '" + text + "'", e);
        }
    }

    private static ChronoUnit unit(String text) {
        return switch (text) {
            case "ms" -> ChronoUnit.MILLIS;
            case "s" -> ChronoUnit.SECONDS;
            case "m" -> ChronoUnit.MINUTES;
            default -> ChronoUnit.HOURS;
        };
    }

    /** Says which setting a refusal is about. */
    <T> T named(String name, Supplier<T> step) {
        return said(named(name), step);
    }

    /** A number, or what its source gives. */
    private long number(String setting, int bits) {
        String name = named(setting);
        String text = text(setting).orElseThrow();
        if (WHOLE_NUMBER.matcher(text).matches()) {
            return Long.parseLong(text);
        }
        WorkerSource source = said(name + " = " + text, () -> WorkerSource.parse(text))
                .orElseThrow(() -> new IllegalArgumentException(name + " must be a whole number, but is '" + text
                        + "'; its source may be given instead, one of " + WorkerSource.FORMS));
        return said(name, () -> source.number(host, bits));
    }

    private static <T> T said(String about, Supplier<T> step) {
        try {
            return step.get();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(about + ": " + e.getMessage(), e);
        }
    }

    // ---- a fixed worker

    FixedWorkerLedger fixed() {
        for (String part : GeneratorConfig.settingNames()) {
            if (part.startsWith("ledger.") && has(part)) {
                throw new IllegalArgumentException(named("ledger") + " is missing beside " + named(part)
                        + ": set it to the data source or the jdbc: address of the database that holds the ledger, or"
                        + " remove " + named(part));
            }
        }
        SnowflakeLayout layout = layout();
        if (!has("worker")) {
            throw new IllegalArgumentException(named("worker") + " or " + named("ledger")
                    + " is missing: set the first to a worker id that no other process uses, 0 to "
                    + layout.maxWorker() + " with layout " + layout.spec() + ", or to its source, one of "
                    + WorkerSource.FORMS + "; or the second to the database that hands workers out");
        }
        long datacenter = datacenter(layout);
        long worker = number("worker", layout.workerBits());
        FixedWorkerLedger ledger = named("worker", () -> FixedWorkerLedger.of(layout, datacenter, worker));
        String namespace = text("namespace").orElseThrow();
        FixedWorkerLedger named = named("namespace", () -> ledger.inNamespace(namespace));
        return text("file").map(Path::of).map(named::storedIn).orElse(named);
    }

    // ---- a ledger

    JdbcWorkerLedger leased(Function<String, Object> dataSourceNamed) {
        refuseBesideLedger("worker", "as a ledger chooses the worker");
        refuseBesideLedger("file", "as a ledger keeps the window in its database, and a file that of a fixed worker");
        SnowflakeLayout layout = layout();
        boolean owned = ownsDatacenter(layout);
        long datacenter = datacenter(layout);
        LedgerConnection.Source source = source(dataSourceNamed);
        JdbcWorkerLedger.Builder builder = named(
                "datacenter",
                () -> new JdbcWorkerLedger.Builder(
                                layout, owned ? OptionalLong.of(datacenter) : OptionalLong.empty(), source)
                        .datacenter(datacenter));
        String namespace = text("namespace").orElseThrow();
        named("namespace", () -> builder.namespace(namespace));
        builder.window(duration("ledger.window").orElseThrow());
        named("ledger.window", builder::settings);
        return builder.createTables(flag("ledger.create-tables")).build();
    }

    private void refuseBesideLedger(String name, String reason) {
        if (has(name)) {
            throw new IllegalArgumentException(named(name) + " and " + named("ledger") + " contradict each other, "
                    + reason + ": remove one or the other");
        }
    }

    private boolean ownsDatacenter(SnowflakeLayout layout) {
        String setScope = "set " + named("ledger.scope") + "=";
        String scope = text("ledger.scope")
                .orElseThrow(() -> new IllegalArgumentException(named("ledger.scope")
                        + " is missing: which databases may ever be merged? If all of them take their workers from this"
                        + " ledger, " + setScope + SHARED + "; if each has a ledger of its own, " + setScope + OWNED
                        + ", and " + named("datacenter") + " to a number that no other ledger has"));
        if (!scope.equalsIgnoreCase(OWNED) && !scope.equalsIgnoreCase(SHARED)) {
            throw new IllegalArgumentException(
                    named("ledger.scope") + " must be " + SHARED + " or " + OWNED + ", but is '" + scope + "'");
        }
        boolean owned = scope.equalsIgnoreCase(OWNED);
        if (owned && !has("datacenter")) {
            throw new IllegalArgumentException(
                    named("datacenter") + " is missing: with " + named("ledger.scope") + "=" + OWNED
                            + " it is the number that this ledger owns and no other has, 0 to "
                            + layout.maxDatacenter() + " with layout " + layout.spec());
        }
        return owned;
    }

    private LedgerConnection.Source source(Function<String, Object> dataSourceNamed) {
        Object given = settings.get("ledger");
        String name = text("ledger").orElseThrow();
        if (name.startsWith(ADDRESS) && !(given instanceof DataSource)) {
            String user = text("ledger.user").orElse(null);
            String password = Objects.toString(settings.get("ledger.password"), "");
            return named("ledger", () -> DriverConnections.to(name, user, password.isEmpty() ? null : password));
        }
        Object found = given instanceof DataSource ? given : named("ledger", () -> dataSourceNamed.apply(name));
        if (!(found instanceof DataSource dataSource)) {
            throw new IllegalArgumentException(named("ledger") + ": '" + name + "' is a "
                    + found.getClass().getName() + ", needed is a " + DataSource.class.getName());
        }
        if (has("ledger.user") || has("ledger.password")) {
            throw new IllegalArgumentException(named("ledger.user") + " and " + named("ledger.password")
                    + " belong to a " + ADDRESS + " address, but " + named("ledger")
                    + " is a data source, which has its own: remove them");
        }
        return named("ledger", () -> RoutingDataSources.physical(dataSource));
    }

    // ---- the bits of an id

    private SnowflakeLayout layout() {
        String text = text("layout").orElseThrow();
        Optional<Instant> epoch = text("epoch").map(this::epoch);
        if (epoch.isEmpty()) {
            return named("layout", () -> SnowflakeLayout.parse(text));
        }
        if (text.indexOf('@') >= 0) {
            throw new IllegalArgumentException(named("epoch") + " and " + named("layout")
                    + " contradict each other, as layout " + text
                    + " has an epoch behind its @: remove one or the other");
        }
        boolean isPreset = SnowflakeLayout.presets().containsKey(text.toUpperCase(Locale.ROOT));
        String withAnyEpoch = isPreset ? text : text + '@' + SnowflakeLayout.DEFAULT.epoch();
        SnowflakeLayout layout = named("layout", () -> SnowflakeLayout.parse(withAnyEpoch));
        return named("epoch", () -> layout.withEpoch(epoch.get()));
    }

    private Instant epoch(String text) {
        try {
            return text.indexOf('T') < 0
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    named("epoch")
                            + " must be an instant such as 2026-01-01T00:00:00Z, or a date, whose midnight in UTC it"
                            + " is, but is '" + text + "'",
                    e);
        }
    }

    private long datacenter(SnowflakeLayout layout) {
        long number = number("datacenter", layout.datacenterBits());
        return named("datacenter", () -> {
            layout.requireWorker(number, 0);
            return number;
        });
    }
}
