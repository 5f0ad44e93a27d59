package io.snowflakeid.merge.planning.draft;

import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.SchemaReader;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.PlanException;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.DeniedRight;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Sessions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the definitions of all sources. */
public final class GameReader {

    private final MergeConfig config;
    private final Sessions sessions;
    private final Dialect dialect;

    public GameReader(MergeConfig config, Sessions sessions) {
        this.config = config;
        this.sessions = sessions;
        dialect = sessions.dialect();
    }

    /**
     * Reads them.
     *
     * @throws PlanException if a source does not exist
     */
    public Game read() throws SQLException {
        List<SourcePlan> sources = new ArrayList<>();
        List<Schema> schemas = new ArrayList<>();
        for (Map.Entry<String, String> source : config.sources().entrySet()) {
            Schema schema = sessions.with(session -> read(session, source.getKey(), source.getValue()));
            sources.add(new SourcePlan(sources.size() + 1, source.getKey(), schema.database()));
            schemas.add(schema);
        }
        return new Game(config, sources, schemas, sessions);
    }

    private Schema read(Connection session, String alias, String database) throws SQLException {
        Schema schema;
        try {
            schema = SchemaReader.read(session, database);
        } catch (IllegalArgumentException e) {
            throw new PlanException("source " + alias + ": " + e.getMessage(), e);
        }
        if (schema.tables().isEmpty()) {
            throw new PlanException("source " + alias + ": database " + database
                    + " does not exist, has no tables, or may not be read by this user: correct sources in merge.yaml");
        }
        requireAllTables(session, schema.database());
        return schema;
    }

    /** A user who may read some tables of a source does not see the others, and the target would lack them. */
    private void requireAllTables(Connection session, String database) throws SQLException {
        try {
            dialect.tryOut(session, "SELECT 1 FROM " + dialect.table(database, AuditNames.PREFIX + "no_table"));
        } catch (SQLException e) {
            // a user with the right is told that there is no such table
            if (DeniedRight.is(e)) {
                throw e;
            }
        }
    }
}
