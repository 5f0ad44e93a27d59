package io.snowflakeid.spring.boot;

import io.snowflakeid.WorkerLedger;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.ledger.GeneratorConfig;
import io.snowflakeid.spring.boot.SnowflakeProperties.Ledger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** Converts the settings {@code snowflake.*} to the settings of snowflake-core. This class does not access a database. */
final class DescribedGenerator {

    private static final Duration SHORTEST_WINDOW = Duration.ofSeconds(1);

    private final SnowflakeProperties properties;
    private final Ledger ledger;
    private final String dependent;
    private final ConfigurableListableBeanFactory beans;

    /** @param dependent the name of the bean that depends on the data source or ledger bean */
    DescribedGenerator(SnowflakeProperties properties, String dependent, ConfigurableListableBeanFactory beans) {
        this.properties = properties;
        this.ledger = properties.ledger();
        this.dependent = dependent;
        this.beans = beans;
    }

    /** @throws SnowflakeStartException if a property is missing or malformed, or if two properties contradict each other */
    GeneratorConfig ledger() {
        try {
            WorkerLedger ledgerBean = ledgerBean();
            return ledgerBean == null
                    ? GeneratorConfig.parse(settings(), this::asWritten, bean -> bean("", bean, DataSource.class))
                    : GeneratorConfig.on(ledgerBean, settings(), this::asWritten);
        } catch (IllegalArgumentException e) {
            throw new SnowflakeStartException(
                    e.getMessage() + ".", "Correct the setting at its origin in the list above, and start again.", e);
        }
    }

    /** Returns the application's ledger bean, or null if the settings contain another source of worker ids. */
    private @Nullable WorkerLedger ledgerBean() {
        String bean = ledger.workerLedger();
        if (bean == null) {
            if (properties.hasSource()) {
                return null;
            }
            bean = onlyLedger();
        }
        return bean("snowflake.ledger.worker-ledger: ", bean, WorkerLedger.class);
    }

    private String onlyLedger() {
        List<String> all = beanNames(WorkerLedger.class);
        if (all.isEmpty()) {
            throw noSource();
        }
        if (all.size() > 1) {
            throw new IllegalArgumentException(
                    "snowflake.ledger.worker-ledger is missing, and there are several beans of type "
                            + WorkerLedger.class.getName() + ": " + all + "; set it to one of them");
        }
        return all.get(0);
    }

    private SnowflakeStartException noSource() {
        List<String> dataSources = beanNames(DataSource.class);
        return new SnowflakeStartException(
                "No source of this process's worker id is set, and no default would be safe: two processes with the same"
                        + " worker id generate equal ids.",
                """
                Choose a ledger, a small table that assigns worker ids:

                    snowflake.ledger.data-source=%s
                    snowflake.ledger.scope=shared

                if all databases that may ever be merged take their workers from it. If each has its own ledger, as game servers
                do, set snowflake.ledger.scope to a number that no other ledger has, and a layout with enough datacenter bits, such
                as snowflake.layout=GAME_SERVERS. The application's data sources: %s.

                Or set snowflake.worker to a number that no other process uses, or to a source of it: %s.""".formatted(
                                dataSources.isEmpty() ? "NAME-OF-A-BEAN" : dataSources.get(0),
                                dataSources.isEmpty() ? "none" : String.join(", ", dataSources),
                                FixedWorkerLedger.SOURCES));
    }

    private Map<String, Object> settings() {
        Map<String, Object> settings = new TreeMap<>();
        put(settings, "layout", properties.layout());
        put(settings, "epoch", properties.epoch());
        put(settings, "namespace", properties.namespace());
        put(settings, "worker", properties.worker());
        put(settings, "datacenter", properties.datacenter());
        put(settings, "file", properties.file());
        put(settings, "max-wait", properties.maxWait());
        put(settings, "clock-policy", properties.clockPolicy());
        put(settings, "max-leap", properties.maxLeap());
        put(settings, "run-ahead", properties.runAhead());
        put(settings, "ledger", place());
        put(settings, "ledger.user", ledger.username());
        put(settings, "ledger.password", ledger.password());
        requireSensibleWindow(ledger.window());
        put(settings, "ledger.window", ledger.window());
        put(settings, "ledger.create-tables", ledger.createTables());
        putScope(settings, ledger.scope());
        return settings;
    }

    private static void put(Map<String, Object> settings, String setting, @Nullable Object value) {
        if (value != null) {
            settings.put(setting, value instanceof Duration ? value.toString() : value);
        }
    }

    private static void requireSensibleWindow(@Nullable Duration window) {
        if (window != null && window.compareTo(SHORTEST_WINDOW) < 0) {
            throw new IllegalArgumentException("snowflake.ledger.window must be at least 1s, but is "
                    + window.toMillis() + "ms; a number without a unit is in milliseconds: write 10s or 2m");
        }
    }

    private @Nullable String place() {
        String name = ledger.dataSource();
        String url = ledger.url();
        if (name != null && url != null) {
            throw new IllegalArgumentException(
                    "snowflake.ledger.data-source and snowflake.ledger.url contradict each other, as a"
                            + " ledger is in one database: remove one or the other");
        }
        return url == null ? name : url;
    }

    private void putScope(Map<String, Object> settings, @Nullable String scope) {
        if (scope == null) {
            requireNoDatabase();
        } else if (scope.equalsIgnoreCase("shared")) {
            settings.put("ledger.scope", "shared");
        } else {
            requireNumberOrSource(scope);
            settings.put("ledger.scope", "datacenter");
            settings.put("datacenter", scope);
        }
    }

    private void requireNoDatabase() {
        if (ledger.dataSource() != null || ledger.url() != null) {
            throw new SnowflakeStartException(
                    "snowflake.ledger.scope is missing: which databases may ever be merged?",
                    "Set snowflake.ledger.scope=shared if all of them take their workers from this ledger; if each has its own"
                            + " ledger, set it to a number that no other ledger has, and a layout with enough datacenter bits, such"
                            + " as snowflake.layout=GAME_SERVERS.");
        }
    }

    private void requireNumberOrSource(String scope) {
        if (!scope.matches("[0-9]+") && scope.indexOf(':') < 0) {
            throw new IllegalArgumentException(
                    "snowflake.ledger.scope must be shared, or the datacenter id that only this ledger has, or a source of that"
                            + " id, one of " + FixedWorkerLedger.SOURCES + ", but is '" + scope + "'");
        }
        if (properties.datacenter() != null) {
            throw new IllegalArgumentException("snowflake.datacenter and snowflake.ledger.scope " + scope
                    + " contradict each other, as the latter is the datacenter id: remove the former");
        }
    }

    private <T> T bean(String where, String bean, Class<T> type) {
        if (!beans.containsBean(bean)) {
            List<String> known = beanNames(type);
            throw new IllegalArgumentException(
                    where + "there is no bean '" + bean + "'; beans of type " + type.getName()
                            + " are "
                            + (known.isEmpty()
                                    ? "missing: define one, or set snowflake.ledger.url to the jdbc: address of a database"
                                    : String.join(", ", known)));
        }
        T found = beans.getBean(bean, type);
        beans.registerDependentBean(bean, dependent);
        return found;
    }

    private List<String> beanNames(Class<?> type) {
        return Stream.of(beans.getBeanNamesForType(type, true, false)).sorted().toList();
    }

    private String asWritten(String setting) {
        return "snowflake."
                + switch (setting) {
                    case "ledger" -> ledger.url() == null ? "ledger.data-source" : "ledger.url";
                    case "ledger.user" -> "ledger.username";
                    case "datacenter" -> properties.datacenter() == null ? "ledger.scope" : "datacenter";
                    default -> setting;
                };
    }
}
