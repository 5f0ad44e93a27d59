package io.snowflakeid.merge.run;

import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Sql;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Notes in the target where its rows come from, what was added to their ids, and the planned new names, where rows find them. */
final class OriginNotes {

    private static final int BATCH = 1_000;

    private final PlanFile file;
    private final MergePlan plan;
    private final AuditTables audit;

    OriginNotes(PlanFile file, AuditTables audit) {
        this.file = file;
        this.audit = audit;
        plan = file.plan();
    }

    void write(Steps steps) throws SQLException {
        steps.onceInTransaction("origins", session -> writeSources(session) + writeRanges(session));
    }

    private long writeSources(Connection session) throws SQLException {
        List<@Nullable Object[]> sources = new ArrayList<>();
        for (SourcePlan source : plan.sources()) {
            sources.add(new @Nullable Object[] {source.number(), source.alias(), source.database()});
        }
        return Sql.updateAll(
                session,
                "INSERT INTO " + audit.name(AuditNames.SOURCE) + " (number, alias, database_name) VALUES (?, ?, ?)",
                sources);
    }

    private long writeRanges(Connection session) throws SQLException {
        List<@Nullable Object[]> ranges = new ArrayList<>();
        for (IdDomain domain : plan.domains()) {
            for (ColumnName root : domain.roots()) {
                for (SourceIds ids : domain.sources()) {
                    ranges.add(new @Nullable Object[] {
                        domain.number(),
                        root.table(),
                        root.column(),
                        ids.source(),
                        domain.mode().name(),
                        ids.least(),
                        ids.greatest(),
                        ids.shift(),
                        ids.mapped() ? domain.mapTable() : null
                    });
                }
            }
        }
        String sql = "INSERT INTO " + audit.name(AuditNames.RANGE)
                + " (domain, table_name, column_name, source, mode, first_id, last_id, shift, map_table)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
        return Sql.updateAll(session, sql, ranges);
    }

    void writeRenames(Steps steps) throws SQLException, IOException {
        for (UniquePlan rule : plan.uniques()) {
            Optional<RenameFile> renames = file.renames(rule);
            if (renames.isPresent()) {
                steps.onceInTransaction("renames " + rule.number(), session -> insert(session, rule, renames.get()));
            }
        }
    }

    private long insert(Connection session, UniquePlan rule, RenameFile renames) throws SQLException {
        Map<String, Integer> numbers =
                plan.sources().stream().collect(Collectors.toMap(SourcePlan::alias, SourcePlan::number));
        String sql = "INSERT INTO " + audit.name(AuditNames.RENAME) + " (merge_rule, merge_table, merge_column,"
                + " merge_source, merge_old_value, merge_new_value) VALUES (?, ?, ?, ?, ?, ?)";
        String column = rule.columns().get(rule.columns().size() - 1);
        List<@Nullable Object[]> batch = new ArrayList<>();
        long[] rows = {0};
        renames.read(rename -> {
            int source = numbers.getOrDefault(rename.alias(), 0);
            batch.add(
                    new @Nullable Object[] {rule.number(), rule.table(), column, source, rename.before(), rename.after()
                    });
            if (batch.size() == BATCH) {
                rows[0] += Sql.updateAll(session, sql, batch);
                batch.clear();
            }
        });
        return rows[0] + Sql.updateAll(session, sql, batch);
    }
}
