package io.snowflakeid.hibernate;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.snowflakeid.column.Finding.Severity;
import io.snowflakeid.hibernate.ColumnReading.Concern;
import io.snowflakeid.internal.ApplicationLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.engine.spi.SessionFactoryImplementor;

/** Checks the columns that contain generated ids. Hibernate calls this observer after the schema tool has created the tables. */
final class ColumnCheck implements SessionFactoryObserver {

    private static final long serialVersionUID = 1L;
    private static final System.Logger LOG = ApplicationLog.of(ColumnCheck.class);

    private final transient IdSources source;
    private final transient List<PlannedId> attributes;

    ColumnCheck(IdSources source, List<PlannedId> attributes) {
        this.source = source;
        this.attributes = new ArrayList<>(attributes);
    }

    /** @throws UnsafeColumnsException if a column is unsafe and the setting {@link SnowflakeSettings#COLUMNS} is {@code refuse} */
    @Override
    public void sessionFactoryCreated(SessionFactory created) {
        SessionFactoryImplementor factory = (SessionFactoryImplementor) created;
        String policy = source.settings().columns();
        if (!attributes.isEmpty() && !policy.equals("off")) {
            if (allowsQueries(factory.getProperties())) {
                report(new ColumnReading(factory, source).concerns(attributes), policy.equals("refuse"));
            } else {
                LOG.log(
                        INFO,
                        "the columns of " + attributes + " are not checked, as "
                                + AvailableSettings.ALLOW_METADATA_ON_BOOT
                                + " forbids queries at start-up");
            }
        }
        attributes.clear(); // the session factory keeps its observers in memory
    }

    private static boolean allowsQueries(Map<String, Object> settings) {
        // Hibernate before 6.5 uses the name hibernate.temp.use_jdbc_metadata_defaults for ALLOW_METADATA_ON_BOOT.
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
                    + SnowflakeSettings.COLUMNS + "=warn to start anyway:" + refused);
        }
        concerns.forEach(concern -> LOG.log(WARNING, concern.toString()));
    }
}
