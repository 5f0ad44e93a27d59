package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.WorkerSource.NumberField;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import javax.sql.DataSource;

/** What settings say of the bits of an id, and where the worker comes from: a ledger in a database, or a fixed one. Nothing is asked of a database here. */
final class WorkerSettings {

    private static final String ADDRESS = "jdbc:";
    private static final String SHARED = "shared";
    private static final String OWNED = "datacenter";

    private final SettingValues values;
    private final Function<String, Object> dataSourceNamed;

    WorkerSettings(SettingValues values, Function<String, Object> dataSourceNamed) {
        this.values = values;
        this.dataSourceNamed = dataSourceNamed;
    }

    // ---- a fixed worker

    FixedWorkerLedger fixed() {
        for (String part : GeneratorConfig.settingNames()) {
            if (part.startsWith("ledger.") && values.has(part)) {
                throw new IllegalArgumentException(values.named("ledger") + " is missing beside " + values.named(part)
                        + ": set it to the data source or the jdbc: address of the database that holds the ledger, or"
                        + " remove " + values.named(part));
            }
        }
        SnowflakeLayout layout = layout();
        if (!values.has("worker")) {
            throw new IllegalArgumentException(values.named("worker") + " or " + values.named("ledger")
                    + " is missing: set the first to a worker id that no other process uses, 0 to "
                    + layout.maxWorker() + " with layout " + layout.spec() + ", or to its source, one of "
                    + WorkerSource.FORMS + "; or the second to the database that hands workers out");
        }
        long datacenter = datacenter(layout);
        long worker = values.number("worker", NumberField.worker(layout));
        FixedWorkerLedger ledger = values.named("worker", () -> FixedWorkerLedger.of(layout, datacenter, worker));
        String namespace = values.text("namespace").orElseThrow();
        FixedWorkerLedger named = values.named("namespace", () -> ledger.inNamespace(namespace));
        return values.text("file").map(Path::of).map(named::storedIn).orElse(named);
    }

    // ---- a ledger

    JdbcWorkerLedger leased() {
        refuse("worker", "as a ledger chooses the worker");
        refuse("file", "as a ledger keeps the window in its database, and a file that of a fixed worker");
        SnowflakeLayout layout = layout();
        boolean owned = ownsDatacenter(layout);
        long datacenter = datacenter(layout);
        DataSource dataSource = dataSource();
        JdbcWorkerLedger.Builder builder = values.named(
                "ledger",
                () -> owned
                        ? JdbcWorkerLedger.forDatacenter(layout, datacenter, dataSource)
                        : JdbcWorkerLedger.shared(layout, dataSource).datacenter(datacenter));
        String namespace = values.text("namespace").orElseThrow();
        values.named("namespace", () -> builder.namespace(namespace));
        builder.window(values.duration("ledger.window").orElseThrow());
        values.named("ledger.window", builder::settings);
        values.duration("ledger.renew-every").ifPresent(builder::renewEvery);
        values.named("ledger.renew-every", builder::settings);
        return builder.createTables(values.flag("ledger.create-tables")).build();
    }

    private void refuse(String name, String reason) {
        if (values.has(name)) {
            throw new IllegalArgumentException(values.named(name) + " and " + values.named("ledger")
                    + " contradict each other, " + reason + ": remove one or the other");
        }
    }

    private boolean ownsDatacenter(SnowflakeLayout layout) {
        String setScope = "set " + values.named("ledger.scope") + "=";
        String scope = values.text("ledger.scope")
                .orElseThrow(() -> new IllegalArgumentException(values.named("ledger.scope")
                        + " is missing: which databases may ever be merged? If all of them take their workers from this"
                        + " ledger, " + setScope + SHARED + "; if each has a ledger of its own, " + setScope + OWNED
                        + ", and " + values.named("datacenter") + " to a number that no other ledger has"));
        if (!scope.equalsIgnoreCase(OWNED) && !scope.equalsIgnoreCase(SHARED)) {
            throw new IllegalArgumentException(
                    values.named("ledger.scope") + " must be " + SHARED + " or " + OWNED + ", but is '" + scope + "'");
        }
        boolean owned = scope.equalsIgnoreCase(OWNED);
        if (owned && layout.datacenterBits() == 0) {
            throw new IllegalArgumentException(values.named("layout") + " " + layout.spec()
                    + " has no datacenter bits, but with " + values.named("ledger.scope") + "=" + OWNED
                    + " a ledger owns a number: set it to a layout such as GAME_SERVERS, or take " + SHARED);
        }
        if (owned && !values.has("datacenter")) {
            throw new IllegalArgumentException(
                    values.named("datacenter") + " is missing: with " + values.named("ledger.scope") + "=" + OWNED
                            + " it is the number that this ledger owns and no other has, 0 to "
                            + layout.maxDatacenter() + " with layout " + layout.spec());
        }
        return owned;
    }

    private DataSource dataSource() {
        Object given = values.object("ledger");
        String name = values.text("ledger").orElseThrow();
        if (name.startsWith(ADDRESS) && !(given instanceof DataSource)) {
            String user = values.text("ledger.user").orElse(null);
            String password = Objects.toString(values.object("ledger.password"), "");
            return values.named("ledger", () -> DriverConnections.to(name, user, password.isEmpty() ? null : password));
        }
        Object found = given instanceof DataSource ? given : values.named("ledger", () -> dataSourceNamed.apply(name));
        if (!(found instanceof DataSource dataSource)) {
            throw new IllegalArgumentException(values.named("ledger") + ": '" + name + "' is a "
                    + found.getClass().getName() + ", needed is a " + DataSource.class.getName());
        }
        if (values.has("ledger.user") || values.has("ledger.password")) {
            throw new IllegalArgumentException(values.named("ledger.user") + " and " + values.named("ledger.password")
                    + " belong to a " + ADDRESS + " address, but " + values.named("ledger")
                    + " is a data source, which has its own: remove them");
        }
        return dataSource;
    }

    // ---- the bits of an id

    private SnowflakeLayout layout() {
        String text = values.text("layout").orElseThrow();
        Optional<Instant> epoch = values.text("epoch").map(this::epoch);
        if (epoch.isEmpty()) {
            return values.named("layout", () -> SnowflakeLayout.parse(text));
        }
        if (text.indexOf('@') >= 0) {
            throw new IllegalArgumentException(values.named("epoch") + " and " + values.named("layout")
                    + " contradict each other, as layout " + text
                    + " has an epoch behind its @: remove one or the other");
        }
        boolean isPreset = SnowflakeLayout.presets().containsKey(text.toUpperCase(Locale.ROOT));
        String withAnyEpoch = isPreset ? text : text + '@' + SnowflakeLayout.DEFAULT.epoch();
        SnowflakeLayout layout = values.named("layout", () -> SnowflakeLayout.parse(withAnyEpoch));
        return values.named("epoch", () -> layout.withEpoch(epoch.get()));
    }

    private Instant epoch(String text) {
        try {
            return text.indexOf('T') < 0
                    ? LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant()
                    : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    values.named("epoch")
                            + " must be an instant such as 2026-01-01T00:00:00Z, or a date, whose midnight in UTC it"
                            + " is, but is '" + text + "'",
                    e);
        }
    }

    private long datacenter(SnowflakeLayout layout) {
        long number = values.number("datacenter", new NumberField("datacenter", layout.datacenterBits(), layout));
        return values.named("datacenter", () -> {
            layout.requireWorker(number, 0);
            return number;
        });
    }
}
