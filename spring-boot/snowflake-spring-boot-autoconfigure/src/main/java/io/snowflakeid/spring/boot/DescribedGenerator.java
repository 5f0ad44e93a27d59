package io.snowflakeid.spring.boot;

import io.snowflakeid.WorkerLedger;
import io.snowflakeid.ledger.GeneratorConfig;
import io.snowflakeid.ledger.JdbcAddress;
import io.snowflakeid.ledger.WorkerSource;
import io.snowflakeid.spring.boot.GeneratorProperties.Ledger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/** What the properties of one generator say, in the words of the core; nothing is asked of a database here. */
final class DescribedGenerator {

    private static final String SHARED = "shared";
    private static final Duration SHORTEST_WINDOW = Duration.ofSeconds(1);

    private final String name;
    private final GeneratorProperties properties;
    private final ConfigurableListableBeanFactory beans;

    DescribedGenerator(String name, GeneratorProperties properties, ConfigurableListableBeanFactory beans) {
        this.name = name;
        this.properties = properties;
        this.beans = beans;
    }

    /** @throws SnowflakeStartException if a property is missing or malformed, or two contradict each other */
    GeneratorConfig ledger() {
        try {
            WorkerLedger handedOver = handedOver();
            return handedOver == null
                    ? GeneratorConfig.parse(settings(), this::asWritten, this::dataSource)
                    : GeneratorConfig.on(handedOver, settings(), this::asWritten);
        } catch (IllegalArgumentException e) {
            throw new SnowflakeStartException(
                    e.getMessage() + otherDataSources(e) + ".",
                    "Correct it where it is set, which the list above says, and start again.",
                    e);
        }
    }

    /** Beside a router there usually are the data sources to which it leads. */
    private String otherDataSources(IllegalArgumentException refusal) {
        String chosen = properties.ledger().dataSource();
        if (chosen == null || !String.valueOf(refusal.getMessage()).contains("routes to many")) {
            return "";
        }
        List<String> others = beanNames(DataSource.class).stream()
                .filter(bean -> !bean.equals(chosen))
                .toList();
        return others.isEmpty()
                ? "; no other bean is of type " + DataSource.class.getName() + ": make one, or set "
                        + written("ledger.url") + " to the jdbc: address of a database"
                : "; other beans of type " + DataSource.class.getName() + ": " + String.join(", ", others);
    }

    /** A ledger that is a bean, named, or the only one of an unnamed generator that nothing else is said of. */
    private @Nullable WorkerLedger handedOver() {
        String bean = properties.ledger().workerLedger();
        if (bean == null) {
            List<String> all = beanNames(WorkerLedger.class);
            if (properties.hasSource()) {
                return null;
            }
            if (!name.equals(Generators.UNNAMED) || all.isEmpty()) {
                throw noSource();
            }
            if (all.size() > 1) {
                throw new IllegalArgumentException(written("ledger.worker-ledger")
                        + " is missing, and there are several beans of type " + WorkerLedger.class.getName() + ": "
                        + all
                        + "; set it to one of them");
            }
            bean = all.get(0);
        }
        Object found;
        try {
            found = bean(bean, WorkerLedger.class);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(written("ledger.worker-ledger") + ": " + e.getMessage(), e);
        }
        if (found instanceof WorkerLedger ledger) {
            return ledger;
        }
        throw wrongType("ledger.worker-ledger", bean, found, WorkerLedger.class);
    }

    private SnowflakeStartException noSource() {
        String which = name.equals(Generators.UNNAMED) ? "Nothing" : "Nothing in " + written("*");
        List<String> dataSources = beanNames(DataSource.class);
        return new SnowflakeStartException(
                which
                        + " says where the worker id of this process comes from, and no default would be safe: two processes with the"
                        + " same worker id make the same ids.",
                """
                Choose a ledger, a small table that hands worker ids out:

                    %1$s=%2$s
                    %3$s=shared

                if all databases that may ever be merged take their workers from it. If each has a ledger of its own, as game
                servers do, set %3$s to a number that no other has, with a layout that has room for it, such as
                %4$s=GAME_SERVERS. The application's data sources: %5$s.

                Or set %6$s to a number that no other process uses, or to where it comes from: %7$s.""".formatted(
                                written("ledger.data-source"),
                                dataSources.isEmpty() ? "NAME-OF-A-BEAN" : primaryOf(dataSources),
                                written("ledger.scope"),
                                written("layout"),
                                dataSources.isEmpty() ? "none" : String.join(", ", dataSources),
                                written("worker"),
                                WorkerSource.FORMS));
    }

    private String primaryOf(List<String> names) {
        return names.stream()
                .filter(name -> beans.containsBeanDefinition(name)
                        && beans.getMergedBeanDefinition(name).isPrimary())
                .findFirst()
                .orElse(names.get(0));
    }

    private Map<String, Object> settings() {
        Map<String, Object> settings = new TreeMap<>();
        Ledger ledger = properties.ledger();
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
        put(settings, "ledger", place(ledger));
        put(settings, "ledger.user", ledger.username());
        put(settings, "ledger.password", ledger.password());
        requireSensibleWindow(ledger.window());
        put(settings, "ledger.window", ledger.window());
        put(settings, "ledger.renew-every", ledger.renewEvery());
        put(settings, "ledger.create-tables", ledger.createTables());
        putScope(settings, ledger.scope());
        return settings;
    }

    private static void put(Map<String, Object> settings, String setting, @Nullable Object value) {
        if (value != null) {
            settings.put(setting, value instanceof Duration ? value.toString() : value);
        }
    }

    /** A number without a unit is one of milliseconds. */
    private void requireSensibleWindow(@Nullable Duration window) {
        if (window != null && window.compareTo(SHORTEST_WINDOW) < 0) {
            throw new IllegalArgumentException(written("ledger.window") + " must be at least 1s, but is "
                    + window.toMillis() + "ms; a number alone is one of milliseconds, so give it a unit: 10s, 2m");
        }
    }

    private @Nullable String place(Ledger ledger) {
        if (ledger.dataSource() != null && ledger.url() != null) {
            throw new IllegalArgumentException(written("ledger.data-source") + " and " + written("ledger.url")
                    + " contradict each other, as a ledger is in one database: remove one or the other");
        }
        if (ledger.url() != null && !ledger.url().startsWith("jdbc:")) {
            throw new IllegalArgumentException(written("ledger.url") + " must be a jdbc: address, but is '"
                    + JdbcAddress.shown(ledger.url()) + "'");
        }
        requireName(ledger.dataSource());
        return ledger.url() == null ? ledger.dataSource() : ledger.url();
    }

    /** The core would take an address there, but without a user and a password. */
    private void requireName(@Nullable String dataSource) {
        if (dataSource != null && dataSource.startsWith("jdbc:")) {
            throw new IllegalArgumentException(
                    written("ledger.data-source") + " must be the name of a bean, but is the address '"
                            + JdbcAddress.shown(dataSource) + "': set " + written("ledger.url")
                            + " to it in its place, with " + written("ledger.username") + " and "
                            + written("ledger.password"));
        }
    }

    /** The word, or the number that the ledger owns, or where that number comes from. */
    private void putScope(Map<String, Object> settings, @Nullable String scope) {
        if (scope == null) {
            if (properties.ledger().dataSource() != null || properties.ledger().url() != null) {
                throw noScope();
            }
            return;
        }
        if (scope.equalsIgnoreCase(SHARED)) {
            settings.put("ledger.scope", SHARED);
            return;
        }
        if (scope.matches("0[0-9]+")) {
            throw new IllegalArgumentException(written("ledger.scope") + " must not begin with a zero, but is '" + scope
                    + "': YAML would read it as an octal number, and others as a decimal one; write "
                    + scope.replaceFirst("^0+(?=[0-9])", ""));
        }
        if (!scope.matches("[0-9]+") && scope.indexOf(':') < 0) {
            throw new IllegalArgumentException(written("ledger.scope") + " must be " + SHARED
                    + ", or the datacenter id that this ledger owns and no other has, or its source, one of "
                    + WorkerSource.FORMS + ", but is '" + scope + "'");
        }
        if (properties.datacenter() != null) {
            throw new IllegalArgumentException(written("datacenter") + " and " + written("ledger.scope") + " " + scope
                    + " contradict each other, as the latter is the datacenter id: remove the former");
        }
        settings.put("ledger.scope", "datacenter");
        settings.put("datacenter", scope);
    }

    private SnowflakeStartException noScope() {
        return new SnowflakeStartException(
                written("ledger.scope") + " is missing: which databases may ever be merged?",
                "Set " + written("ledger.scope")
                        + "=shared if all of them take their workers from this ledger; if each has a ledger of"
                        + " its own, set it to a number that no other has, with a layout that has room for it, such as "
                        + written("layout") + "=GAME_SERVERS.");
    }

    private Object dataSource(String bean) {
        return bean(bean, DataSource.class);
    }

    /** Closed after this generator. */
    private Object bean(String bean, Class<?> type) {
        if (!beans.containsBean(bean)) {
            List<String> known = beanNames(type);
            throw new IllegalArgumentException(
                    "there is no bean '" + bean + "', and of type " + type.getName() + " there "
                            + (known.isEmpty()
                                    ? "is none: set one up, or set " + written("ledger.url")
                                            + " to the jdbc: address of a database"
                                    : "are " + String.join(", ", known)));
        }
        Object found = beans.getBean(bean);
        beans.registerDependentBean(bean, Generators.beanName(name));
        return found;
    }

    private IllegalArgumentException wrongType(String property, String bean, Object found, Class<?> type) {
        return new IllegalArgumentException(written(property) + ": '" + bean + "' is a "
                + found.getClass().getName() + ", needed is a " + type.getName());
    }

    private List<String> beanNames(Class<?> type) {
        return Stream.of(beans.getBeanNamesForType(type, true, false)).sorted().toList();
    }

    /** A setting of the core as it stands in the application's configuration. */
    private String asWritten(String setting) {
        return written(
                switch (setting) {
                    case "ledger" -> properties.ledger().url() == null ? "ledger.data-source" : "ledger.url";
                    case "ledger.user" -> "ledger.username";
                    case "datacenter" -> properties.datacenter() == null ? "ledger.scope" : "datacenter";
                    default -> setting;
                });
    }

    private String written(String property) {
        return (name.equals(Generators.UNNAMED) ? "snowflake." : "snowflake.generators." + name + ".") + property;
    }
}
