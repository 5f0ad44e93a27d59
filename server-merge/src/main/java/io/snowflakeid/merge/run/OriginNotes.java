package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.sql.AuditNames;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Notes in the target where its rows come from, and what was added to their ids. */
final class OriginNotes {

    private final MergePlan plan;
    private final AuditTables audit;

    OriginNotes(MergePlan plan, AuditTables audit) {
        this.plan = plan;
        this.audit = audit;
    }

    void write(Steps steps) throws SQLException {
        steps.onceInTransaction("origins", session -> writeSources(session) + writeRanges(session));
    }

    private long writeSources(Connection session) throws SQLException {
        try (PreparedStatement insert = session.prepareStatement(
                "INSERT INTO " + audit.name(AuditNames.SOURCE) + " (number, alias, database_name) VALUES (?, ?, ?)")) {
            for (SourcePlan source : plan.sources()) {
                insert.setInt(1, source.number());
                insert.setString(2, source.alias());
                insert.setString(3, source.database());
                insert.addBatch();
            }
            return insert.executeBatch().length;
        }
    }

    private long writeRanges(Connection session) throws SQLException {
        try (PreparedStatement insert = session.prepareStatement("INSERT INTO " + audit.name(AuditNames.RANGE)
                + " (domain, table_name, column_name, source, mode, first_id, last_id, shift, map_table)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (IdDomain domain : plan.domains()) {
                for (ColumnName root : domain.roots()) {
                    for (SourceIds ids : domain.sources()) {
                        insert.setInt(1, domain.number());
                        insert.setString(2, root.table());
                        insert.setString(3, root.column());
                        insert.setInt(4, ids.source());
                        insert.setString(5, domain.mode().name());
                        insert.setLong(6, ids.least());
                        insert.setLong(7, ids.greatest());
                        insert.setLong(8, ids.shift());
                        insert.setString(9, ids.mapped() ? domain.mapTable() : null);
                        insert.addBatch();
                    }
                }
            }
            return insert.executeBatch().length;
        }
    }
}
