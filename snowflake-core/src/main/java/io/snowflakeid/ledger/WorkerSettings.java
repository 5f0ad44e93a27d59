package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.WorkerSource.NumberField;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import javax.sql.DataSource;

/** Where settings say that the worker comes from: a ledger in a database, or a fixed one. Nothing is asked of a database here. */
final class WorkerSettings {

    private static final String ADDRESS = "jdbc:";
    private static final String SHARED = "shared";
    private static final String OWNED = "datacenter";

    private final SettingValues values;
    private final LayoutSettings layouts;
    private final Function<String, Object> dataSourceNamed;

    WorkerSettings(SettingValues values, Function<String, Object> dataSourceNamed) {
        this.values = values;
        this.dataSourceNamed = dataSourceNamed;
        layouts = new LayoutSettings(values);
    }

    // ---- a fixed worker

    FixedWorkerLedger fixed() {
        refusePartsOfALedger();
        SnowflakeLayout layout = layouts.layout();
        if (!values.has("worker")) {
            throw new IllegalArgumentException(values.named("worker") + " or " + values.named("ledger")
                    + " is missing: set the first to a worker id that no other process uses, 0 to "
                    + layout.maxWorker() + " with layout " + layout.spec() + ", or to its source, one of "
                    + WorkerSource.FORMS + "; or the second to the database that hands workers out");
        }
        long worker = values.number("worker", NumberField.worker(layout));
        FixedWorkerLedger ledger = fitting(layout, layouts.datacenter(layout), worker);
        String namespace = values.text("namespace").orElseThrow();
        FixedWorkerLedger named = values.named("namespace", () -> ledger.inNamespace(namespace));
        return values.text("file").map(Path::of).map(named::storedIn).orElse(named);
    }

    private void refusePartsOfALedger() {
        GeneratorConfig.settingNames().stream()
                .filter(name -> name.startsWith("ledger.") && values.has(name))
                .findFirst()
                .ifPresent(part -> {
                    throw new IllegalArgumentException(
                            values.named("ledger") + " is missing beside " + values.named(part)
                                    + ": set it to the data source or the jdbc: address of the database that holds the ledger, or"
                                    + " remove " + values.named(part));
                });
    }

    private FixedWorkerLedger fitting(SnowflakeLayout layout, long datacenter, long worker) {
        try {
            return FixedWorkerLedger.of(layout, datacenter, worker);
        } catch (IllegalArgumentException e) {
            String set = values.has("datacenter") ? values.named("datacenter") + " " + datacenter + ", " : "";
            throw new IllegalArgumentException(
                    set + values.named("worker") + " " + worker + " under layout " + layout.spec() + ": "
                            + e.getMessage(),
                    e);
        }
    }

    // ---- a ledger

    JdbcWorkerLedger leased() {
        refuse("worker", "as a ledger chooses the worker");
        refuse("file", "as a ledger keeps the window in its database, and a file that of a fixed worker");
        SnowflakeLayout layout = layouts.layout();
        boolean owned = ownsDatacenter();
        long datacenter = datacenter(layout, owned);
        DataSource dataSource = dataSource();
        JdbcWorkerLedger.Builder builder = values.named(
                "datacenter",
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

    private boolean ownsDatacenter() {
        String setScope = "set " + values.named("ledger.scope") + "=";
        String scope = values.text("ledger.scope")
                .orElseThrow(() -> new IllegalArgumentException(values.named("ledger.scope")
                        + " is missing: which databases may ever be merged? If all of them take their workers from this"
                        + " ledger, " + setScope + SHARED + "; if each has a ledger of its own, " + setScope + OWNED
                        + ", and " + values.named("datacenter") + " to a number that no other ledger has"));
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
                            + layout.maxDatacenter() + " with layout " + layout.spec());
        }
        return layouts.datacenter(layout);
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
            return values.named("ledger", () -> DriverConnections.to(name, user, password.isEmpty() ? null : password));
        }
        Object found = values.named("ledger", () -> dataSourceNamed.apply(name));
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
        return values.named("ledger", () -> {
            Routers.refuse(dataSource);
            return dataSource;
        });
    }
}
