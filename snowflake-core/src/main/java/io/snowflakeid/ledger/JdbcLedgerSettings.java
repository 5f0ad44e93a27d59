package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.WorkerSource.NumberField;
import io.snowflakeid.ledger.spi.LedgerBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** A ledger in a database as configuration files spell it; nothing is asked of the database here. */
final class JdbcLedgerSettings {

    private static final String ADDRESS = "jdbc:";
    private static final String SHARED = "shared";
    private static final String OWNED = "datacenter";

    private final SettingValues values;
    private final Function<String, Object> dataSourceNamed;

    JdbcLedgerSettings(SettingValues values, Function<String, Object> dataSourceNamed) {
        this.values = values;
        this.dataSourceNamed = dataSourceNamed;
    }

    /** What has a meaning beside {@code ledger} alone. */
    static List<String> parts() {
        return List.of(
                "ledger.create-tables",
                "ledger.password",
                "ledger.renew-every",
                "ledger.scope",
                "ledger.user",
                "ledger.window");
    }

    LedgerUse use() {
        refuseFixedWorker();
        SnowflakeLayout layout = values.layout();
        boolean owned = ownsDatacenter();
        long datacenter = datacenter(layout, owned);
        DataSource dataSource = dataSource();
        JdbcWorkerLedger.Builder builder = named(
                "datacenter",
                () -> owned
                        ? JdbcWorkerLedger.forDatacenter(layout, datacenter, dataSource)
                        : JdbcWorkerLedger.shared(layout, dataSource).datacenter(datacenter));
        String namespace = values.text("namespace").orElse("default");
        Duration window = values.duration("ledger.window", LedgerBuilder.DEFAULT_WINDOW);
        boolean createTables = values.flag("ledger.create-tables", true);
        named("namespace", () -> builder.namespace(namespace)).window(window).createTables(createTables);
        named("ledger.window", builder::requireWindow);
        if (values.has("ledger.renew-every")) {
            builder.renewEvery(values.duration("ledger.renew-every", LedgerBuilder.DEFAULT_WINDOW));
            named("ledger.renew-every", builder::requireRenewEvery);
        }
        JdbcWorkerLedger ledger = builder.build();
        GeneratorTerms generator = GeneratorTerms.of(values, layout);
        return new LedgerUse(
                new LedgerUse.Place(dataSource, namespace, owned, datacenter),
                new LedgerUse.Terms(layout.spec(), createTables, ledger.renewEvery(), window, generator),
                ledger,
                generator.generatorOn(ledger, values),
                values.asWritten());
    }

    private void refuseFixedWorker() {
        if (values.has("worker")) {
            throw new IllegalArgumentException(values.named("worker") + " and " + values.named("ledger")
                    + " contradict each other, as a ledger chooses the worker: remove one or the other");
        }
        if (values.has("file")) {
            throw new IllegalArgumentException(values.named("file") + " and " + values.named("ledger")
                    + " contradict each other, as a ledger keeps the window in its database, and a file that of a fixed"
                    + " worker: remove one or the other");
        }
    }

    private boolean ownsDatacenter() {
        String scope = values.text("ledger.scope")
                .orElseThrow(() -> new IllegalArgumentException(values.named("ledger.scope")
                        + " is missing: which databases may ever be merged? If all of them take their workers from this"
                        + " ledger, set " + values.named("ledger.scope") + "=" + SHARED
                        + "; if each has a ledger of its own,"
                        + " set " + values.named("ledger.scope") + "=" + OWNED + ", and " + values.named("datacenter")
                        + " to a number that no other ledger has"));
        return switch (scope.toLowerCase(Locale.ROOT)) {
            case SHARED -> false;
            case OWNED -> true;
            default ->
                throw new IllegalArgumentException(values.named("ledger.scope") + " must be " + SHARED + " or " + OWNED
                        + ", but is '" + scope + "'");
        };
    }

    private long datacenter(SnowflakeLayout layout, boolean owned) {
        if (owned && !values.has("datacenter") && layout.maxDatacenter() == 0) {
            throw new IllegalArgumentException(values.named("layout") + " " + layout.spec()
                    + " has no datacenter bits, but with " + values.named("ledger.scope") + "=" + OWNED
                    + " a ledger owns a number: set it to a layout such as GAME_SERVERS, and "
                    + values.named("datacenter") + " to a number that no other ledger has, or take " + SHARED);
        }
        if (owned && !values.has("datacenter")) {
            throw new IllegalArgumentException(
                    values.named("datacenter") + " is missing: with " + values.named("ledger.scope") + "=" + OWNED
                            + " it is the number that this ledger owns and no other has, 0 to "
                            + NumberField.datacenter(layout).max() + " with layout " + layout.spec());
        }
        return values.datacenter(layout);
    }

    private DataSource dataSource() {
        Object given = values.object("ledger");
        if (given instanceof DataSource dataSource) {
            return physical(dataSource);
        }
        String name = values.text("ledger").orElseThrow();
        if (name.startsWith(ADDRESS)) {
            String user = values.text("ledger.user").orElse(null);
            String password = Objects.toString(values.object("ledger.password"), "");
            return named("ledger", () -> DriverConnections.to(name, user, password.isEmpty() ? null : password));
        }
        Object found = named("ledger", () -> dataSourceNamed.apply(name));
        if (found instanceof DataSource dataSource) {
            return physical(dataSource);
        }
        throw new IllegalArgumentException(values.named("ledger") + ": '" + name + "' is a "
                + found.getClass().getName() + ", needed is a " + DataSource.class.getName());
    }

    private DataSource physical(DataSource dataSource) {
        for (String part : List.of("ledger.user", "ledger.password")) {
            if (values.has(part)) {
                throw new IllegalArgumentException(values.named(part) + " belongs to a " + ADDRESS + " address, but "
                        + values.named("ledger") + " is a data source, which has its own: remove it");
            }
        }
        return named("ledger", () -> {
            Routers.refuse(dataSource);
            return dataSource;
        });
    }

    private <T> T named(String name, Supplier<T> step) {
        return values.named(name, step);
    }
}
