package io.snowflakeid.hibernate;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.column.Finding.Severity;
import io.snowflakeid.hibernate.ColumnReading.Concern;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.hibernate.HibernateException;
import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.hibernate.boot.Metadata;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the real columns of all generated attributes, once per session factory: after the schema tool, before the application
 * gets the factory.
 */
final class ColumnCheck implements SessionFactoryObserver {

    private static final long serialVersionUID = 1L;
    private static final System.Logger LOG = ApplicationLog.of(ColumnCheck.class);

    // given up when it was used: the factory keeps its observers
    private transient @Nullable Metadata mapping;

    ColumnCheck(Metadata mapping) {
        this.mapping = mapping;
    }

    /**
     * @throws UnsafeColumnsException if ids are not safe in their columns, naming all of them, unless the settings say otherwise
     * @throws HibernateException if the settings say what they cannot
     */
    @Override
    public void sessionFactoryCreated(SessionFactory created) {
        if (mapping == null) {
            return;
        }
        SessionFactoryImplementor factory = (SessionFactoryImplementor) created;
        IdSource source = factory.getServiceRegistry().requireService(IdSource.class);
        List<PlannedId> attributes = source.takePlannedFor(mapping);
        mapping = null;
        String policy = policy(factory.getProperties());
        if (attributes.isEmpty() || policy.equals("off")) {
            return;
        }
        if (!databaseMayBeAsked(factory.getProperties())) {
            LOG.log(
                    INFO,
                    "the columns of " + attributes + " are not looked at, as "
                            + AvailableSettings.ALLOW_METADATA_ON_BOOT + " forbids to ask the database at start-up");
            return;
        }
        report(new ColumnReading(factory, source).concerns(attributes), policy.equals("refuse"));
    }

    private static String policy(Map<String, Object> settings) {
        String value = Objects.toString(settings.get(SnowflakeSettings.COLUMNS), "");
        String policy = value.isBlank() ? "refuse" : value.trim().toLowerCase(Locale.ROOT);
        if (!List.of("refuse", "warn", "off").contains(policy)) {
            throw new HibernateException(
                    SnowflakeSettings.COLUMNS + " must be refuse, warn or off, but is '" + value + "'");
        }
        return policy;
    }

    private static boolean databaseMayBeAsked(Map<String, Object> settings) {
        // the name of the same setting before 6.5
        Object older = settings.get("hibernate.temp.use_jdbc_metadata_defaults");
        String value = Objects.toString(settings.getOrDefault(AvailableSettings.ALLOW_METADATA_ON_BOOT, older));
        return !value.equalsIgnoreCase("false") && !value.equalsIgnoreCase("disallow");
    }

    private static void report(List<Concern> concerns, boolean refuse) {
        String refused = concerns.stream()
                .filter(concern -> refuse && concern.finding().severity() == Severity.ERROR)
                .map(concern -> "\n  " + concern)
                .collect(Collectors.joining());
        if (!refused.isEmpty()) {
            throw new UnsafeColumnsException("Snowflake ids are not safe in these columns; fix them, or set "
                    + SnowflakeSettings.COLUMNS + "=warn to start all the same:" + refused);
        }
        concerns.forEach(concern -> LOG.log(WARNING, concern.toString()));
    }
}
