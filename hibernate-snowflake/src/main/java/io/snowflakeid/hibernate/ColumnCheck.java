package io.snowflakeid.hibernate;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.column.Finding.Severity;
import io.snowflakeid.hibernate.ColumnReading.Concern;
import io.snowflakeid.hibernate.GeneratedAttributes.GeneratedAttribute;
import io.snowflakeid.hibernate.GeneratedColumns.GeneratedColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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

    /** @throws UnsafeColumnsException if ids are not safe in their columns, naming all of them, unless the settings say otherwise */
    @Override
    public void sessionFactoryCreated(SessionFactory created) {
        SessionFactoryImplementor factory = (SessionFactoryImplementor) created;
        if (mapping == null) {
            return;
        }
        List<GeneratedAttribute> attributes = factory.getServiceRegistry()
                .requireService(GeneratedAttributes.class)
                .takeThoseOf(mapping);
        mapping = null;
        Map<String, Object> settings = factory.getProperties();
        ColumnPolicy policy = ColumnPolicy.of(settings);
        if (attributes.isEmpty() || policy == ColumnPolicy.OFF) {
            return;
        }
        if (!databaseMayBeAsked(settings)) {
            LOG.log(
                    INFO,
                    "the columns of " + attributes + " are not looked at, as "
                            + AvailableSettings.ALLOW_METADATA_ON_BOOT + " forbids to ask the database at start-up");
            return;
        }
        report(new ColumnReading(factory).concerns(columns(attributes)), policy);
    }

    private static boolean databaseMayBeAsked(Map<String, Object> settings) {
        Object allowed = settings.get(AvailableSettings.ALLOW_METADATA_ON_BOOT);
        // the name of the same setting before 6.5
        Object older = settings.get("hibernate.temp.use_jdbc_metadata_defaults");
        String value = String.valueOf(allowed == null ? older : allowed);
        return !value.equalsIgnoreCase("false") && !value.equalsIgnoreCase("disallow");
    }

    private static List<GeneratedColumn> columns(List<GeneratedAttribute> attributes) {
        List<GeneratedColumn> columns = new ArrayList<>();
        for (GeneratedAttribute attribute : attributes) {
            for (GeneratedColumn column : columnsOf(attribute)) {
                if (columns.stream().noneMatch(column::isSameAs)) {
                    columns.add(column);
                }
            }
        }
        return columns;
    }

    private static Set<GeneratedColumn> columnsOf(GeneratedAttribute attribute) {
        try {
            return GeneratedColumns.of(attribute);
        } catch (RuntimeException e) {
            LOG.log(WARNING, "the columns of " + attribute + " are not looked at, as its mapping is unknown to us", e);
            return Set.of();
        }
    }

    private static void report(List<Concern> concerns, ColumnPolicy policy) {
        List<Concern> refused = concerns.stream()
                .filter(concern ->
                        policy == ColumnPolicy.REFUSE && concern.finding().severity() == Severity.ERROR)
                .toList();
        if (!refused.isEmpty()) {
            throw new UnsafeColumnsException(refused.stream()
                    .map(concern -> "\n  " + concern)
                    .collect(Collectors.joining(
                            "",
                            "Snowflake ids are not safe in these columns; fix them, or set " + SnowflakeSettings.COLUMNS
                                    + "=warn to start all the same:",
                            "")));
        }
        concerns.forEach(concern -> LOG.log(WARNING, concern.toString()));
    }
}
