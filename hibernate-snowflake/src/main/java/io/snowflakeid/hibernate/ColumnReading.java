package io.snowflakeid.hibernate;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.column.ColumnName;
import io.snowflakeid.column.Finding;
import io.snowflakeid.column.IdColumn;
import io.snowflakeid.internal.ApplicationLog;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hibernate.boot.model.naming.Identifier;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.engine.jdbc.connections.spi.JdbcConnectionAccess;
import org.hibernate.engine.jdbc.env.spi.IdentifierHelper;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.mapping.Column;
import org.hibernate.mapping.Table;

/** Reads the id columns from the database and finds unsafe columns. If a column cannot be read, this class logs a message and start-up continues. */
final class ColumnReading {

    private static final System.Logger LOG = ApplicationLog.of(ColumnReading.class);

    private final IdSources source;
    private final JdbcConnectionAccess connections;
    private final SqlStringGenerationContext names;
    private final IdentifierHelper spelling;

    ColumnReading(SessionFactoryImplementor factory, IdSources source) {
        this.source = source;
        connections = factory.getJdbcServices().getBootstrapJdbcConnectionAccess();
        names = factory.getSqlStringGenerationContext();
        spelling = factory.getJdbcServices().getJdbcEnvironment().getIdentifierHelper();
    }

    record Concern(Attribute attribute, Finding finding) {
        @Override
        public String toString() {
            return attribute + ": " + finding;
        }
    }

    List<Concern> concerns(List<PlannedId> attributes) {
        Map<ColumnName, IdPlan> columns = new LinkedHashMap<>();
        attributes.forEach(attribute ->
                attribute.eachColumn((table, column) -> columns.putIfAbsent(name(table, column), attribute.plan())));
        List<Concern> found = new ArrayList<>();
        try {
            Connection connection = connections.obtainConnection();
            try {
                columns.forEach((name, plan) -> found.addAll(concerns(connection, name, plan)));
            } finally {
                connections.releaseConnection(connection);
            }
        } catch (SQLException e) {
            String unread = "the id columns could not be checked, as there is no connection (";
            LOG.log(WARNING, unread + e.getMessage() + "): starting without this check", e);
        }
        return found;
    }

    private List<Concern> concerns(Connection connection, ColumnName name, IdPlan plan) {
        String unread = "column " + name + " of " + plan.id() + " could not be checked";
        try {
            Optional<IdColumn> read = read(connection, name);
            if (read.isEmpty()) {
                LOG.log(INFO, unread + ": it does not exist yet, or this user may not see it");
            }
            return read.stream()
                    .flatMap(found -> findings(found, plan).stream())
                    .map(finding -> new Concern(plan.id(), finding))
                    .toList();
        } catch (SQLException | RuntimeException e) {
            LOG.log(WARNING, unread + " (" + e.getMessage() + "): starting without this check", e);
            return List.of();
        }
    }

    /** If auto-commit is off, this method rolls back the transaction that the query has opened. */
    private static Optional<IdColumn> read(Connection connection, ColumnName name) throws SQLException {
        try {
            return IdColumn.read(connection, name);
        } finally {
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        }
    }

    private List<Finding> findings(IdColumn column, IdPlan plan) {
        SnowflakeLayout layout = source.layoutOf(plan);
        if (layout == null) {
            return List.of(); // the source has a largest number of its own
        }
        IdFormat format = plan.textFormat();
        return format == null ? column.findings(layout) : column.findings(layout, format);
    }

    private ColumnName name(Table table, Column column) {
        Identifier catalog = names.catalogWithDefault(table.getCatalogIdentifier());
        Identifier schema = names.schemaWithDefault(table.getSchemaIdentifier());
        return new ColumnName(
                catalog == null ? null : spelling.toMetaDataCatalogName(catalog),
                schema == null ? null : spelling.toMetaDataSchemaName(schema),
                spelling.toMetaDataObjectName(table.getNameIdentifier()),
                spelling.toMetaDataObjectName(Identifier.toIdentifier(column.getName(), column.isQuoted())));
    }
}
